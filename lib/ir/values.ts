/** Building nodes with inferred types; `build.ts` adds loads and statements, a segfold's body adds its own leaves. */
import { invariant } from '../base/index.js';
import { bool, type DType, elementOf, float64, int64, valueOf } from '../dtype/index.js';
import type { FoldOp, KernelArg, Node, NodeId, RowRuns, SegmentNode } from './kernel.js';
import { mapOperands, operandsOf, type Rewritten } from './nodes.js';
import { type BinaryOp, binaryOperations, type Operation, type UnaryOp, unaryOperations } from './operations/index.js';

/** A node that a builder made; only of use to that builder. */
export interface Value {
  readonly id: NodeId;
  readonly dtype: DType;
}

type Leaf = Exclude<SegmentNode, { op: 'segment' | 'outer' | 'segload' | 'carry' }>;

function resultOf(op: string, rule: Operation, ...operands: Value[]): DType {
  const [{ dtype }] = operands;
  const given = operands.map((v) => v.dtype.name).join(' and ');
  invariant(
    operands.every((v) => v.dtype === dtype),
    `${op} of ${given}: operands must have one dtype; cast one`,
  );
  invariant(rule.takes.includes(dtype.kind), `${op} of ${given}: takes ${rule.takes.join(', ')} operands; cast them`);
  return rule.gives === 'bool' ? bool : dtype;
}

/** Nodes over operands of the same list. */
abstract class ValueBuilder<N extends Node | SegmentNode> {
  readonly nodes: N[] = [];
  protected readonly args: readonly KernelArg[];
  protected readonly scalarTypes: readonly DType[];

  constructor(args: readonly KernelArg[], scalars: readonly DType[]) {
    this.args = args;
    this.scalarTypes = scalars;
  }

  /** Appends a node as it is. */
  protected push(node: N | Leaf): Value {
    return { id: this.nodes.push(node as N) - 1, dtype: node.dtype };
  }

  protected argument(arg: number): KernelArg {
    const found = this.args[arg];
    invariant(found !== undefined, `argument ${arg} of ${this.args.length}`);
    return found;
  }

  const(value: number | bigint, dtype: DType): Value {
    const number = dtype.long ? BigInt(value) : valueOf(dtype, elementOf(dtype, Number(value)));
    return this.push({ op: 'const', dtype, value: number });
  }
  /** Run-time scalar number `slot`. */
  scalar(slot: number): Value {
    const dtype = this.scalarTypes[slot];
    invariant(dtype !== undefined, `scalar ${slot} of ${this.scalarTypes.length}`);
    return this.push({ op: 'scalar', dtype, slot });
  }
  unary(op: UnaryOp, a: Value): Value {
    const { computes } = a.dtype;
    if (computes !== a.dtype) return this.#rounded(this.unary(op, this.cast(a, computes)), a.dtype);
    return this.push({ op, dtype: resultOf(op, unaryOperations[op], a), a: a.id });
  }
  binary(op: BinaryOp, a: Value, b: Value): Value {
    const { computes } = a.dtype;
    if (computes !== a.dtype && a.dtype === b.dtype)
      return this.#rounded(this.binary(op, this.cast(a, computes), this.cast(b, computes)), a.dtype);
    return this.push({ op, dtype: resultOf(op, binaryOperations[op], a, b), a: a.id, b: b.id });
  }
  /** The result of arithmetic on floats that are stored alone: rounded to their dtype, unless it is a bool. */
  #rounded(value: Value, dtype: DType): Value {
    return value.dtype === bool ? value : this.cast(value, dtype);
  }
  /** `c ? a : b`. */
  select(c: Value, a: Value, b: Value): Value {
    invariant(
      c.dtype === bool && a.dtype === b.dtype,
      `select of ${c.dtype.name}, ${a.dtype.name}, ${b.dtype.name}: takes bool and two of one dtype`,
    );
    return this.push({ op: 'select', dtype: a.dtype, c: c.id, a: a.id, b: b.id });
  }
  /** The value itself when it has the dtype already. */
  cast(a: Value, dtype: DType): Value {
    return a.dtype === dtype ? a : this.push({ op: 'cast', dtype, a: a.id });
  }
  /** float64 in [0, 1): word pair `pair` of the stream with this key, both int64. */
  uniform(pair: Value, key: Value): Value {
    return this.push({ op: 'uniform', dtype: float64, a: pair.id, b: key.id });
  }
  /** Element of a `whole` argument at int64 indices, one an axis. */
  gather(arg: number, ...indices: Value[]): Value {
    return this.push({ op: 'gather', dtype: this.argument(arg).dtype, arg, indices: indices.map((i) => i.id) });
  }

  neg(a: Value): Value {
    return this.unary('neg', a);
  }
  abs(a: Value): Value {
    return this.unary('abs', a);
  }
  not(a: Value): Value {
    return this.unary('not', a);
  }
  sqrt(a: Value): Value {
    return this.unary('sqrt', a);
  }
  exp(a: Value): Value {
    return this.unary('exp', a);
  }
  log(a: Value): Value {
    return this.unary('log', a);
  }
  sin(a: Value): Value {
    return this.unary('sin', a);
  }
  cos(a: Value): Value {
    return this.unary('cos', a);
  }
  add(a: Value, b: Value): Value {
    return this.binary('add', a, b);
  }
  sub(a: Value, b: Value): Value {
    return this.binary('sub', a, b);
  }
  mul(a: Value, b: Value): Value {
    return this.binary('mul', a, b);
  }
  div(a: Value, b: Value): Value {
    return this.binary('div', a, b);
  }
  min(a: Value, b: Value): Value {
    return this.binary('min', a, b);
  }
  max(a: Value, b: Value): Value {
    return this.binary('max', a, b);
  }
  and(a: Value, b: Value): Value {
    return this.binary('and', a, b);
  }
  or(a: Value, b: Value): Value {
    return this.binary('or', a, b);
  }
  eq(a: Value, b: Value): Value {
    return this.binary('eq', a, b);
  }
  ne(a: Value, b: Value): Value {
    return this.binary('ne', a, b);
  }
  lt(a: Value, b: Value): Value {
    return this.binary('lt', a, b);
  }
  le(a: Value, b: Value): Value {
    return this.binary('le', a, b);
  }
  gt(a: Value, b: Value): Value {
    return this.binary('gt', a, b);
  }
  ge(a: Value, b: Value): Value {
    return this.binary('ge', a, b);
  }
}

/**
 * The body of a segmented fold: a builder of the values for one k.
 *
 * @example
 * // Sums of the runs of a vector that two arrays of bounds cut out.
 * const args = [input(int64, 1), input(int64, 1), whole(float64, 1), output(float64, 1)];
 * const sums = kernel(1, args, [], (b) => {
 *   const low = b.load(0);
 *   b.store(3, b.segfold('sum', low, b.load(1), (s) => s.load(2)));
 * });
 * verify(sums); // []
 */
export class SegmentBuilder extends ValueBuilder<SegmentNode> {
  /** The segment index k. */
  segment(): Value {
    return this.push({ op: 'segment', dtype: int64 });
  }
  /** A value of the enclosing loop. */
  outer(value: Value): Value {
    return this.push({ op: 'outer', dtype: value.dtype, node: value.id });
  }
  /** Element k of a 1-d `whole` argument. */
  load(arg: number): Value {
    return this.push({ op: 'segload', dtype: this.argument(arg).dtype, arg });
  }
}

/** A builder of any list of nodes: the methods that all builders have. */
export type AnyBuilder = ValueBuilder<Node | SegmentNode>;

/** The ends of a round: the values of the next one, and whether there is one. */
export interface Rounds {
  readonly next: readonly Value[];
  readonly goes: Value;
}

/**
 * The body of a repeat: a builder of the values of one round.
 *
 * @example
 * // How often a number can be halved before it is below 1, at most 60 times.
 * const halvings = elementwise(1, [float64], float64, (b, x) => {
 *   const zero = b.const(0, float64);
 *   const [, count] = b.repeat([x, zero], b.ge(x, b.const(1, float64)), 60, (r) => {
 *     const [left, times] = [r.carry(0, float64), r.carry(1, float64)];
 *     const half = r.mul(left, r.const(0.5, float64));
 *     return { next: [half, r.add(times, r.const(1, float64))], goes: r.ge(half, r.const(1, float64)) };
 *   });
 *   return count;
 * });
 * verify(halvings); // []
 */
export class RepeatBuilder extends ValueBuilder<SegmentNode> {
  /** Value number `carry` at the begin of the round. */
  carry(carry: number, dtype: DType): Value {
    return this.push({ op: 'carry', dtype, carry });
  }
  /** A value of the enclosing loop. */
  outer(value: Value): Value {
    return this.push({ op: 'outer', dtype: value.dtype, node: value.id });
  }
}

/** The nodes that these values of a body need, in order, and where each is among them. */
function neededOf(nodes: readonly SegmentNode[], values: readonly Value[]): Rewritten<SegmentNode> {
  const operands = (node: SegmentNode): NodeId[] => (node.op === 'outer' ? [] : operandsOf(node));
  const used = new Set(values.map(({ id }) => id));
  for (const id of used) for (const operand of operands(nodes[id])) used.add(operand);
  const kept = [...used].sort((a, b) => a - b);
  const ids: NodeId[] = [];
  kept.forEach((id, at) => {
    ids[id] = at;
  });
  return { nodes: kept.map((id) => mapOperands(nodes[id], (k) => ids[k])), ids };
}

/** Nodes of a loop: the common ones, coordinates, segmented folds and repeats. */
export abstract class LoopBuilder extends ValueBuilder<Node> {
  /** Coordinate along a domain axis, int64. */
  index(axis: number): Value {
    return this.push({ op: 'index', dtype: int64, axis });
  }
  /** Folds the body's result for k from `low` to `high` (int64), in order. */
  segfold(fold: FoldOp, low: Value, high: Value, body: (s: SegmentBuilder) => Value, runs?: RowRuns): Value {
    const inner = new SegmentBuilder(this.args, this.scalarTypes);
    const result = body(inner);
    return this.push({
      op: 'segfold',
      dtype: result.dtype,
      fold,
      low: low.id,
      high: high.id,
      body: inner.nodes,
      result: result.id,
      ...(runs !== undefined && { runs }),
    });
  }
  /** Rounds of the body from `initial` on, `most` at most: a first one if `enter` is true, a further one while `goes` is. The last values. */
  repeat(initial: readonly Value[], enter: Value, most: number, body: (round: RepeatBuilder) => Rounds): Value[] {
    const inner = new RepeatBuilder(this.args, this.scalarTypes);
    const { next, goes } = body(inner);
    invariant(initial.length > 0 && next.length === initial.length, `a round of ${initial.length} values gives ${next.length}`);
    const { nodes, ids } = neededOf(inner.nodes, [...next, goes]);
    const made = this.push({
      op: 'repeat',
      dtype: initial[0].dtype,
      initial: initial.map(({ id }) => id),
      enter: enter.id,
      most,
      body: nodes,
      next: next.map(({ id }) => ids[id]),
      goes: ids[goes.id],
    });
    return initial.map(({ dtype }, carry) => this.push({ op: 'carried', dtype, a: made.id, carry }));
  }
}
