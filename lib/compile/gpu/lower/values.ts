/**
 * A loop's nodes for one element of the domain, as values with names. int64 that fits in a word is held in one (`ranges.ts`), float64 as its
 * bits or as a pair of float32 (`doubles.ts`).
 */
import { invariant } from '../../../base/index.js';
import { type DType, float64 } from '../../../dtype/index.js';
import { isBinary, isUnary, type Node, type NodeId, operandsOf, type SegmentNode, STATUS } from '../../../ir/index.js';
import type { Type } from '../language/program.js';
import { elementOf } from './address.js';
import { doublesOperator } from './doubles.js';
import { castText, operatorText } from './operators.js';
import { P, type ProgramText } from './text.js';
import { converted, literal, loaded, typeOf } from './types.js';

type AnyNode = Node | SegmentNode;

/** A node's value. */
export interface Value {
  readonly text: string;
  readonly type: Type;
  readonly dtype: DType;
}

/** What nodes of one list are computed with. */
export interface Scope {
  readonly text: ProgramText;
  readonly nodes: readonly AnyNode[];
  /** By node: whether an int64 is held in a word. */
  readonly narrow: readonly boolean[];
  readonly values: Value[];
  /** Names of values in the other form of float64, by node and form. */
  readonly forms: Map<string, string>;
  /** Coordinates of the element, by axis. */
  readonly point: readonly string[];
  /** Values that earlier loops stored, by argument. */
  readonly stored: ReadonlyMap<number, Value>;
  /** Emits a segmented fold; gives its result. */
  readonly segfold: (scope: Scope, node: Extract<Node, { op: 'segfold' }>) => string;
  /** Emits a repeat; gives the names of its last values. */
  readonly repeat: (scope: Scope, node: Extract<Node, { op: 'repeat' }>) => readonly string[];
  /** By repeat: the names of its last values. */
  readonly rounds: Map<NodeId, readonly string[]>;
  /** In the body of a repeat: the names of the values that go from round to round. */
  readonly carries?: readonly string[];
  /** In a body: the enclosing loop's values. */
  readonly outer?: readonly Value[];
  /** In the body of a segmented fold: the segment index. */
  readonly segment?: string;
}

/** A value in the type that its dtype has, an int64 in two words. */
export function wideText({ text, type, dtype }: Value): string {
  return converted(type, typeOf(dtype), text);
}

/** Computes a node. */
export function emitNode(scope: Scope, id: NodeId): void {
  const node = scope.nodes[id];
  const { dtype } = node;
  const type = scope.narrow[id] ? 'i32' : dtype === float64 ? formOf(scope, node) : typeOf(dtype);
  const found = valueOf(scope, node, id, type);
  const text = scope.text.let(found);
  scope.values.push({ text, type, dtype });
}

/** How a node of float64 is held. */
function formOf({ values, stored }: Scope, node: AnyNode): Type {
  const typeAt = (id: NodeId): Type => values[id].type;
  if (node.op === 'load') return stored.get(node.arg)?.type ?? 'f64';
  if (node.op === 'select') return typeAt(node.a) === 'pair' && typeAt(node.b) === 'pair' ? 'pair' : 'f64';
  if (!isUnary(node.op) && !isBinary(node.op)) return 'f64';
  return doublesOperator(node.op, operandsOf(node).map(typeAt)).gives;
}

/** A value of float64 in this form. */
function inForm(scope: Scope, id: NodeId, form: Type): string {
  const { text, type } = scope.values[id];
  const node = scope.nodes[id];
  if (type === form) return text;
  if (node.op === 'const') return literal(form, node.value);
  const key = `${id} ${form}`;
  const known = scope.forms.get(key) ?? scope.text.let(converted(type, form, text));
  scope.forms.set(key, known);
  return known;
}

function valueOf(scope: Scope, node: AnyNode, id: NodeId, type: Type): string {
  const { text } = scope;
  switch (node.op) {
    case 'const':
      return literal(type, node.value);
    case 'scalar':
      return scalar(text, node.dtype, node.slot);
    case 'load':
      return load(scope, node.arg, node.dtype, type);
    case 'index':
      return `signed(${scope.point[node.axis]})`;
    case 'segment':
      return scope.segment ?? '';
    case 'outer': {
      const value = scope.outer?.[node.node];
      invariant(value !== undefined, 'a value of the enclosing loop');
      return converted(value.type, type, value.text);
    }
    case 'gather':
      return element(
        scope,
        node.arg,
        node.dtype,
        node.indices.map((i) => scope.values[i]),
        true,
      );
    case 'segload':
      return element(scope, node.arg, node.dtype, [{ text: scope.segment ?? '', type: 'i32', dtype: node.dtype }], false);
    case 'segfold':
      return scope.segfold(scope, node);
    case 'repeat':
      scope.rounds.set(id, scope.repeat(scope, node));
      return scope.rounds.get(id)?.[0] ?? '';
    case 'carried':
      return scope.rounds.get(node.a)?.[node.carry] ?? '';
    case 'carry':
      return scope.carries?.[node.carry] ?? '';
    default:
      return computed(scope, node, id, type);
  }
}

/** Operators: of int64, in a word where the result and all operands are held in one. */
function computed(scope: Scope, node: AnyNode, id: NodeId, type: Type): string {
  const operands = operandsOf(node).map((operand) => scope.values[operand]);
  if (node.op === 'cast') {
    const [from] = operands;
    if (scope.narrow[id]) return converted(from.type, 'i32', from.text);
    if (from.dtype === float64) return castText(float64, 'f64', node.dtype, inForm(scope, node.a, 'f64'));
    return castText(from.dtype, from.type, node.dtype, from.text);
  }
  if (node.op === 'select') {
    const [c, a, b] = operands;
    return `(${c.text} != 0u ? ${converted(a.type, type, a.text)} : ${converted(b.type, type, b.text)})`;
  }
  if (node.op === 'uniform') return `uniform_f64(${operands.map(wideText).join(', ')})`;
  invariant(isUnary(node.op) || isBinary(node.op), `no device program for ${node.op}`);
  if (operands[0].dtype === float64) {
    const { takes, write } = doublesOperator(
      node.op,
      operands.map((value) => value.type),
    );
    const [a, b = ''] = operandsOf(node).map((operand) => inForm(scope, operand, takes));
    return write(a, b);
  }
  const small = operands.every((value) => value.type === 'i32') && (!node.dtype.long || type === 'i32');
  const [a, b] = operands.map((value) => (small ? value.text : wideText(value)));
  const found = operatorText(node.op, operands[0].dtype, small ? 'i32' : typeOf(operands[0].dtype), a, b);
  return node.dtype.long ? converted(small ? 'i32' : typeOf(node.dtype), type, found) : found;
}

function scalar(text: ProgramText, dtype: DType, slot: number): string {
  const word = text.parameters.scalars[slot];
  const type = typeOf(dtype);
  if (dtype.size === 8) return `as_${type}(pair(${P(word)}, ${P(word + 1)}))`;
  return type === 'f32' ? `float(${P(word)})` : type === 'i32' ? `signed(${P(word)})` : P(word);
}

function load(scope: Scope, arg: number, dtype: DType, type: Type): string {
  const known = scope.stored.get(arg);
  if (known !== undefined) return converted(known.type, type, known.text);
  return loaded(arg, dtype, elementOf(scope.text, arg, scope.point));
}

/** Whether an index lies within `size`, counting negative ones from the end, and the index as a word. */
export function checked(
  text: ProgramText,
  { text: index, type }: Value,
  size: string,
  wraps: boolean,
): { ok: string; at: string } {
  const long = type === 'i64';
  const zero = literal(type, 0);
  const end = long ? `to_i64(${size})` : `signed(${size})`;
  const k = wraps ? text.let(`${index} < ${zero} ? ${index} + ${end} : ${index}`, 'k') : index;
  return { ok: text.let(`${k} >= ${zero} && ${k} < ${end}`, 'ok'), at: text.let(`to_u32(${k})`, 'k') };
}

/** The element of a `whole` argument at computed indices: 0 and a status where they lie outside it. */
function element(scope: Scope, arg: number, dtype: DType, indices: readonly Value[], wraps: boolean): string {
  const { text } = scope;
  const { base, sizes, strides } = text.parameters.args[arg];
  const found = indices.map((index, axis) => checked(text, index, P(sizes + axis), wraps));
  const ok = text.let(found.map((f) => f.ok).join(' && ') || 'true', 'ok');
  text.block(`if (!${ok})`, () => text.add(`fail(${STATUS.INDEX});`));
  const at = text.let(
    `${ok} ? ${P(base)}${found.map((f, axis) => ` + ${f.at} * ${P(strides + axis)}`).join('')} : ${P(base)}`,
    'a',
  );
  const type = typeOf(dtype);
  return `(${ok} ? ${loaded(arg, dtype, at)} : ${literal(type, 0)})`;
}
