/** Emits a loop's nodes: one `const` a node; constants, scalars and uniform values are used by name. */
import { unreachable } from '../../base/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { identityOf, type Kernel, type Node, type SegmentNode } from '../../ir/index.js';
import { binary, cast, combine, literal, unary, wrap } from './ops.js';

/** What the emission of values knows: the kernel, and where text goes. */
export interface Scope {
  readonly kernel: Kernel;
  readonly lines: string[];
  /** Prefix of the variables that it declares. */
  readonly prefix: string;
  /** Dtype and expression of each node so far. */
  readonly dtypes: DType[];
  readonly names: string[];
}

/** Emits one node, given how this scope reaches operands that are not operators. */
export function emitNode(scope: Scope, node: Node | SegmentNode, leaf: (node: Node | SegmentNode) => string): void {
  const { names, dtypes } = scope;
  const id = names.length;
  dtypes.push(node.dtype);
  if (node.op === 'const') names.push(literal(node.dtype, node.value));
  else if (node.op === 'scalar') names.push(`c${node.slot}`);
  else if (node.op === 'outer') names.push(leaf(node));
  else {
    const name = `${scope.prefix}${id}`;
    const expression = expressionOf(scope, node, name, leaf);
    scope.lines.push(`const ${name} = ${expression};`);
    names.push(name);
  }
}

function expressionOf(scope: Scope, node: Exclude<Node | SegmentNode, { op: 'const' | 'scalar' | 'outer' }>, name: string, leaf: (node: Node | SegmentNode) => string): string {
  const { names, dtypes } = scope;
  switch (node.op) {
    case 'load': case 'index': case 'segment': return leaf(node);
    case 'segload': return emitElement(scope, node.arg, [leaf(node)], name);
    case 'gather': return emitElement(scope, node.arg, node.indices.map((i) => `Number(${names[i]})`), name);
    case 'segfold': return emitSegment(scope, node, name);
    case 'select': return `(${names[node.c]} !== 0 ? ${names[node.a]} : ${names[node.b]})`;
    case 'cast': return cast(dtypes[node.a], node.dtype, names[node.a]);
    case 'uniform': return `uniform(${names[node.a]}, ${names[node.b]})`;
    default:
      return 'b' in node ? binary(node.op, dtypes[node.a], names[node.a], names[node.b]) : unary(node.op, dtypes[node.a], names[node.a]);
  }
}

/** The element of a `whole` argument at computed indices, or zero and a status when they lie outside it. */
function emitElement(scope: Scope, arg: number, indices: readonly string[], name: string): string {
  const positions = indices.map((index, axis) => {
    scope.lines.push(`const ${name}_${axis} = at(${index}, N${arg}_${axis});`);
    return `${name}_${axis}`;
  });
  const offset = positions.map((position, axis) => ` + ${position} * S${arg}_${axis}`).join('');
  const zero = literal(scope.kernel.args[arg].dtype, 0);
  const element = `A${arg}[O${arg}${offset}]`;
  return positions.length === 0 ? element : `${positions.map((x) => `${x} < 0`).join(' || ')} ? ${zero} : ${element}`;
}

function emitSegment(scope: Scope, node: Extract<Node, { op: 'segfold' }>, name: string): string {
  const lines: string[] = [];
  const inner: Scope = { kernel: scope.kernel, lines, prefix: `${name}_`, dtypes: [], names: [] };
  for (const child of node.body) emitNode(inner, child, (n) => segmentLeaf(scope, n, name));
  const start = literalOf(node);
  scope.lines.push(
    `let ${name}f = ${start};`,
    `for (let ${name}k = Number(${scope.names[node.low]}), ${name}h = Number(${scope.names[node.high]}); ${name}k < ${name}h; ${name}k++) {`,
    ...lines.map((line) => `  ${line}`),
    `  ${name}f = ${combine(node.fold, node.dtype, `${name}f`, inner.names[node.result])};`,
    '}',
  );
  const rounded = node.dtype.name === 'float32' ? wrap(node.dtype, `${name}f`) : `${name}f`;
  return rounded;
}

function literalOf(node: Extract<Node, { op: 'segfold' }>): string {
  return literal(node.dtype.kind === 'float' ? float64 : node.dtype, identityOf(node.fold, node.dtype));
}

function segmentLeaf(scope: Scope, node: Node | SegmentNode, name: string): string {
  if (node.op === 'outer') return scope.names[node.node];
  if (node.op === 'segment') return `BigInt(${name}k)`;
  if (node.op === 'segload') return `${name}k`;
  return unreachable(node as never);
}
