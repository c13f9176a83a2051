/**
 * A producer's result at one element, written into the kernel that uses it: the nodes of its source (`source.ts`), whose loads are gathers at the
 * element's indices. A fold over rows is a segmented fold for each of the eight lanes in which such folds add up (`ir/folds.ts`), so that the
 * bits are the same:
 *
 *     s = sum(x, 1); s[i]     lane l = segfold sum for k from 0 to (d - l + 7) / 8 of x[i, 8 k + l]     s[i] = the lanes, as a balanced tree
 */
import { bool, type DType, int64 } from '../../dtype/index.js';
import {
  accumulatorOf,
  BLOCK,
  COMBINE,
  type FoldOp,
  LANE_TREE,
  LANES,
  mapOperands,
  mapSlots,
  type Node,
  type NodeId,
  type SegmentNode,
} from '../../ir/index.js';
import type { Source } from './source.js';

/** Nodes that loops and bodies have. */
type Shared = Exclude<Node, { op: 'load' | 'index' | 'segfold' | 'repeat' | 'carried' }>;
type Load = Extract<Node, { op: 'load' }>;

/** A list of nodes that grows; values that all elements share are loaded in the loop. */
export interface Writer {
  put(node: Shared): NodeId;
  uniform(load: Load): NodeId;
}

export class LoopWriter implements Writer {
  readonly nodes: Node[] = [];

  put(node: Node): NodeId {
    return this.nodes.push(node) - 1;
  }

  uniform(load: Load): NodeId {
    return this.put(load);
  }

  constant(value: number, dtype: DType = int64): NodeId {
    return this.put({ op: 'const', dtype, value: dtype.long ? BigInt(value) : value });
  }
}

/** The body of a segmented fold. */
export class BodyWriter implements Writer {
  readonly nodes: SegmentNode[] = [];
  readonly #loop: LoopWriter;

  constructor(loop: LoopWriter) {
    this.#loop = loop;
  }

  put(node: SegmentNode): NodeId {
    return this.nodes.push(node) - 1;
  }

  uniform(load: Load): NodeId {
    return this.outer(this.#loop.put(load));
  }

  /** A value of the loop. */
  outer(node: NodeId): NodeId {
    return this.put({ op: 'outer', dtype: this.#loop.nodes[node].dtype, node });
  }
}

/** The producer's part in the new kernel. */
export interface Operands {
  /** The shape of the producer's domain. */
  readonly shape: readonly number[];
  /** By argument of the producer: its number in the new kernel, and whether it is the same for all elements. */
  readonly args: readonly number[];
  readonly isUniform: (arg: number) => boolean;
  /** The number of its first scalar. */
  readonly firstScalar: number;
}

/** Writes a source at these indices; the number of its value. `guard` takes the first index of each gather of the source. */
export function evaluate(
  { nodes, value }: Source,
  indices: readonly NodeId[],
  { shape, args, isUniform, firstScalar }: Operands,
  writer: Writer,
  guard: (index: NodeId) => NodeId = (index) => index,
): NodeId {
  const at: NodeId[] = [];
  const moved = <N extends Node>(node: N): N => mapSlots(mapOperands(node, (id) => at[id]), (k) => args[k], (k) => firstScalar + k); // biome-ignore format: one line
  for (const node of nodes) {
    if (node.op === 'index') at.push(fromStart(indices[node.axis], shape[node.axis], writer));
    else if (node.op === 'load' && isUniform(node.arg)) at.push(writer.uniform(moved(node)));
    else if (node.op === 'load') at.push(writer.put({ op: 'gather', dtype: node.dtype, arg: args[node.arg], indices }));
    else if (node.op === 'gather') {
      const { indices: own, ...rest } = moved(node);
      at.push(writer.put({ ...rest, indices: own.map((index, axis) => (axis === 0 ? guard(index) : index)) }));
    } else at.push(writer.put(moved(node) as Shared));
  }
  return at[value];
}

/** Writes the `needed` nodes of a source over one axis, none of which gathers, at the element that a segment is at; their numbers. */
export function inSegment(
  nodes: readonly Node[],
  needed: ReadonlySet<NodeId>,
  { args, isUniform, firstScalar }: Operands,
  body: BodyWriter,
): NodeId[] {
  const at: NodeId[] = [];
  nodes.forEach((node, id) => {
    if (!needed.has(id)) return;
    const moved = mapSlots(mapOperands(node, (k) => at[k]), (k) => args[k], (k) => firstScalar + k); // biome-ignore format: one line
    if (node.op === 'index') at[id] = body.put({ op: 'segment', dtype: int64 });
    else if (moved.op !== 'load') at[id] = body.put(moved as Shared);
    else if (node.op === 'load' && isUniform(node.arg)) at[id] = body.uniform(moved);
    else at[id] = body.put({ op: 'segload', dtype: moved.dtype, arg: moved.arg });
  });
  return at;
}

/** Writes nodes for an index that counts from the start of an axis of `n` elements; the number of its value. */
function fromStart(index: NodeId, n: number, writer: Writer): NodeId {
  const constant = (value: number): NodeId => writer.put({ op: 'const', dtype: int64, value: BigInt(value) });
  const isNegative = writer.put({ op: 'lt', dtype: bool, a: index, b: constant(0) });
  const above = writer.put({ op: 'add', dtype: int64, a: index, b: constant(n) });
  return writer.put({ op: 'select', dtype: int64, c: isNegative, a: above, b: index });
}

/** Whether a fold over rows of `length` elements can be written: rows of several runs are folded run by run. */
export function canFold({ length, dtype }: { readonly length: number; readonly dtype: DType }): boolean {
  return length > 0 && (dtype.kind !== 'float' || length <= BLOCK);
}

/** Writes the fold over the row at these indices; the number of its value, which has this dtype. */
export function evaluateFold(
  source: Source & { readonly fold: FoldOp },
  dtype: DType,
  indices: readonly NodeId[],
  operands: Operands,
  loop: LoopWriter,
): NodeId {
  const { fold } = source;
  const accumulator = accumulatorOf(fold, dtype);
  const length = operands.shape[operands.shape.length - 1];
  // Values whose order is of no account are one segment.
  const lanes = dtype.kind === 'float' ? LANES : 1;
  const found = Array.from({ length: lanes }, (_, lane): NodeId => {
    const body = new BodyWriter(loop);
    const row = indices.map((index) => body.outer(index));
    const value = evaluate(source, [...row, inLane(lane, lanes, body)], operands, body);
    const result = dtype === accumulator ? value : body.put({ op: 'cast', dtype: accumulator, a: value });
    const [low, high] = [loop.constant(0), loop.constant(Math.max(0, Math.ceil((length - lane) / lanes)))];
    return loop.put({ op: 'segfold', dtype: accumulator, fold, low, high, body: body.nodes, result });
  });
  if (lanes > 1)
    for (const [left, right] of LANE_TREE)
      found[left] = loop.put({ op: COMBINE[fold], dtype: accumulator, a: found[left], b: found[right] });
  return dtype === accumulator ? found[0] : loop.put({ op: 'cast', dtype, a: found[0] });
}

/** The index of element k of a lane in its row. */
function inLane(lane: number, lanes: number, body: BodyWriter): NodeId {
  const constant = (value: number): NodeId => body.put({ op: 'const', dtype: int64, value: BigInt(value) });
  const k = body.put({ op: 'segment', dtype: int64 });
  if (lanes === 1) return k;
  const first = body.put({ op: 'mul', dtype: int64, a: k, b: constant(lanes) });
  return lane === 0 ? first : body.put({ op: 'add', dtype: int64, a: first, b: constant(lane) });
}
