/**
 * Emits a loop's nodes: one `const` a node; constants, scalars and uniform values are used by name. An int64 that serves
 * as an index, a bound or a float is also (or only) had as a number, since bigints are slow.
 */
import { unreachable } from '../../base/index.js';
import { type DType, float64, int64 } from '../../dtype/index.js';
import { identityOf, type Kernel, type Node, type NodeId, operandsOf, type SegmentNode } from '../../ir/index.js';
import { binary, cast, combine, literal, unary, wrap } from './ops.js';

type AnyNode = Node | SegmentNode;

/** The context in which values are emitted: the kernel, the lines so far, and the values' expressions. */
export interface Scope {
  readonly kernel: Kernel;
  readonly lines: string[];
  /** Prefix of the variables that it declares. */
  readonly prefix: string;
  /** Which nodes are used as values, and which as indices or floats. */
  readonly needs: Needs;
  readonly dtypes: DType[];
  /** Expression of each node's value, and of each int64's as a number ('' where it is `Number` of the value). */
  readonly names: string[];
  readonly numbers: string[];
}

/** By node: whether its value is used, and whether it is used as a number. */
interface Needs {
  readonly value: readonly boolean[];
  readonly number: readonly boolean[];
}

/** A scope for a list of nodes, of which the roots are used as values, and the indices as numbers. */
export function scopeOf(
  kernel: Kernel,
  nodes: readonly AnyNode[],
  roots: readonly NodeId[],
  prefix: string,
  indices: readonly NodeId[] = [],
): Scope {
  const value = nodes.map(() => false);
  const number = nodes.map(() => false);
  for (const id of roots) value[id] = true;
  for (const id of indices) number[id] = true;
  for (const node of nodes) {
    if (node.op === 'segfold') {
      const needs = scopeOf(kernel, node.body, [node.result], '').needs;
      node.body.forEach((child, k) => {
        if (child.op === 'outer') {
          value[child.node] ||= needs.value[k];
          number[child.node] ||= needs.number[k];
        }
      });
      number[node.low] = number[node.high] = true;
    } else {
      const asNumber = node.op === 'gather' || (node.op === 'cast' && node.dtype === float64);
      for (const id of operandsOf(node)) (asNumber && nodes[id].dtype === int64 ? number : value)[id] = true;
    }
  }
  return { kernel, lines: [], prefix, needs: { value, number }, dtypes: [], names: [], numbers: [] };
}

/** How a scope reaches values outside its list: an argument's position, a coordinate, the segment index. */
export interface Leaves {
  /** Position of this domain index in a loaded argument. */
  readonly position: (arg: number) => string;
  /** A coordinate or segment index, as a number. */
  readonly coordinate: (node: AnyNode) => string;
  /** A value that goes from round to round. */
  readonly carry: (carry: number) => string;
  /** A value of the enclosing loop. */
  readonly outer: (id: NodeId) => { readonly name: string; readonly number: string };
}

/** Emits one node. */
export function emitNode(scope: Scope, node: AnyNode, leaves: Leaves): void {
  const id = scope.names.length;
  scope.dtypes.push(node.dtype);
  const name = `${scope.prefix}${id}`;
  const { name: value, number } = formsOf(scope, node, name, leaves);
  const declared = value !== '' && needsName(node) && (scope.needs.value[id] || number === '');
  if (declared) scope.lines.push(`const ${name} = ${value};`);
  scope.names.push(needsName(node) ? name : value);
  const reread = number !== '' && scope.needs.number[id] && /\[/.test(number);
  if (reread) scope.lines.push(`const ${name}n = ${number};`);
  scope.numbers.push(reread ? `${name}n` : number);
}

const needsName = (node: AnyNode): boolean => node.op !== 'const' && node.op !== 'scalar' && node.op !== 'outer';

/** The expression of a node's value, and the one as a number. */
function formsOf(scope: Scope, node: AnyNode, name: string, leaves: Leaves): { name: string; number: string } {
  const long = node.dtype === int64;
  switch (node.op) {
    case 'const':
      return { name: literal(node.dtype, node.value), number: long ? literal(float64, node.value) : '' };
    case 'scalar':
      return { name: `c${node.slot}`, number: '' };
    case 'outer':
      return leaves.outer(node.node);
    case 'carry':
      return { name: leaves.carry(node.carry), number: '' };
    case 'carried':
      return { name: `${scope.names[node.a]}c${node.carry}`, number: '' };
    case 'load':
      return element(node.dtype, node.arg, leaves.position(node.arg), '');
    case 'index':
    case 'segment':
      return { name: `BigInt(${leaves.coordinate(node)})`, number: leaves.coordinate(node) };
    case 'segload':
      return checked(scope, node, [leaves.coordinate(node)], 'inside', name);
    case 'gather':
      return checked(
        scope,
        node,
        node.indices.map((i) => numberOf(scope, i)),
        'at',
        name,
      );
    case 'cast': {
      const from = scope.dtypes[node.a];
      if (node.dtype === float64 && from === int64) return { name: numberOf(scope, node.a), number: '' };
      return {
        name: cast(from, node.dtype, scope.names[node.a]),
        number: long && from.kind !== 'float' && !from.long ? scope.names[node.a] : '',
      };
    }
    default:
      return { name: valueOf(scope, node, name), number: '' };
  }
}

function valueOf(
  scope: Scope,
  node: Exclude<
    AnyNode,
    { op: 'const' | 'scalar' | 'outer' | 'load' | 'index' | 'segment' | 'segload' | 'gather' | 'cast' | 'carry' | 'carried' }
  >,
  name: string,
): string {
  const { names, dtypes } = scope;
  switch (node.op) {
    case 'segfold':
      return emitSegment(scope, node, name);
    case 'repeat':
      return emitRepeat(scope, node, name);
    case 'select':
      return `(${names[node.c]} !== 0 ? ${names[node.a]} : ${names[node.b]})`;
    case 'uniform':
      return `uniform(${names[node.a]}, ${names[node.b]})`;
    default:
      return 'b' in node
        ? binary(node.op, dtypes[node.a], names[node.a], names[node.b])
        : unary(node.op, dtypes[node.a], names[node.a]);
  }
}

/** An int64 node as a number. */
export function numberOf(scope: Scope, id: NodeId): string {
  return scope.numbers[id] !== '' ? scope.numbers[id] : `Number(${scope.names[id]})`;
}

/** The element at a position; an int64 as a number is read as two halves, and rounds as `Number` does. */
function element(dtype: DType, arg: number, position: string, guard: string): { name: string; number: string } {
  const long = dtype === int64;
  const halves = `M${arg}[2 * (${position}) + 1] * 4294967296 + (M${arg}[2 * (${position})] >>> 0)`;
  const zero = guard === '' ? '' : `${guard} ? ${dtype.long ? '0n' : '0'} : `;
  return { name: `${zero}A${arg}[${position}]`, number: long ? (guard === '' ? halves : `${guard} ? 0 : ${halves}`) : '' };
}

/** The element of a `whole` argument at computed indices, or zero and a status when they lie outside it. */
function checked(
  scope: Scope,
  node: { readonly arg: number; readonly dtype: DType },
  indices: readonly string[],
  check: string,
  name: string,
): { name: string; number: string } {
  const { arg } = node;
  const positions = indices.map((index, axis) => {
    scope.lines.push(`const ${name}_${axis} = ${check}(${index}, N${arg}_${axis});`);
    return `${name}_${axis}`;
  });
  const position = `O${arg}${positions.map((x, axis) => ` + ${x} * S${arg}_${axis}`).join('')}`;
  return element(node.dtype, arg, position, positions.map((x) => `${x} < 0`).join(' || '));
}

function emitSegment(scope: Scope, node: Extract<Node, { op: 'segfold' }>, name: string): string {
  const inner = scopeOf(scope.kernel, node.body, [node.result], `${name}_`);
  const leaves: Leaves = {
    position: (arg) => unreachable(arg as never),
    coordinate: () => `${name}k`,
    carry: (carry) => unreachable(carry as never),
    outer: (id) => ({ name: scope.names[id], number: scope.numbers[id] }),
  };
  for (const child of node.body) emitNode(inner, child, leaves);
  const start = literal(node.dtype.kind === 'float' ? float64 : node.dtype, identityOf(node.fold, node.dtype));
  scope.lines.push(
    `let ${name}f = ${start};`,
    `for (let ${name}k = ${numberOf(scope, node.low)}, ${name}h = ${numberOf(scope, node.high)}; ${name}k < ${name}h; ${name}k++) {`,
    ...inner.lines.map((line) => `  ${line}`),
    `  ${name}f = ${combine(node.fold, node.dtype, `${name}f`, inner.names[node.result])};`,
    '}',
  );
  return node.dtype.name === 'float32' ? wrap(node.dtype, `${name}f`) : `${name}f`;
}

/** Rounds as a loop over variables `…c0`, `…c1`, …, which later nodes read by their names. */
function emitRepeat(scope: Scope, node: Extract<Node, { op: 'repeat' }>, name: string): string {
  const { initial, next, body } = node;
  const inner = scopeOf(scope.kernel, body, [...next, node.goes], `${name}_`);
  const leaves: Leaves = {
    position: (arg) => unreachable(arg as never),
    coordinate: (child) => unreachable(child as never),
    carry: (carry) => `${name}c${carry}`,
    outer: (id) => ({ name: scope.names[id], number: scope.numbers[id] }),
  };
  for (const child of body) emitNode(inner, child, leaves);
  const goes = `${name}g`;
  scope.lines.push(
    `let ${[...initial.map((id, k) => `${name}c${k} = ${scope.names[id]}`), `${goes} = ${scope.names[node.enter]}`].join(', ')};`,
    `for (let ${name}r = 0; ${name}r < ${node.most} && ${goes} !== 0; ${name}r++) {`,
    ...inner.lines.map((line) => `  ${line}`),
    `  ${goes} = ${inner.names[node.goes]};`,
    ...next.map((id, k) => `  const ${name}n${k} = ${inner.names[id]};`),
    ...next.map((_, k) => `  ${name}c${k} = ${name}n${k};`),
    '}',
  );
  return `${name}c0`;
}
