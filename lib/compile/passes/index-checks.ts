/**
 * The indices of a producer that gathers itself, held against what they select from. Where only some elements of its result are asked for, an
 * index that none of them needs may be outside, too, and the unfused program tells of it: so each unit of the consumer's domain looks at its share
 * of all indices.
 *
 *     y = take(x, i)    i: (m)      z = take(y, j)    j: (k)      z[t] = x[i[j[t]]], and element t looks at ceil(m / k) elements of i
 */
import { bool, int64 } from '../../dtype/index.js';
import type { NodeId } from '../../ir/index.js';
import { BodyWriter, inSegment, type LoopWriter, type Operands, type Writer } from './evaluation.js';
import { neededBy, type Source } from './source.js';

/** Where a source is looked at. */
export interface Looked {
  /** The shape of the consumer's domain. */
  readonly over: readonly number[];
  /** By argument of the producer: the shape of what is gathered from. */
  readonly shapes: (arg: number) => readonly number[];
}

/** Elements that units look at together, at most, so that their numbers stay exact. */
const MOST_ELEMENTS = 2 ** 31;

/** Whether a source's indices can be looked at: over one axis, each computed without a gather, and by at least one unit. */
export function canCheck({ nodes }: Source, { shape }: Operands, { over }: Looked): boolean {
  const units = over.reduce((size, n) => size * n, 1);
  if (shape.length !== 1 || shape[0] === 0 || units === 0 || Math.max(units, shape[0]) > MOST_ELEMENTS) return false;
  return nodes.every(
    (node) => node.op !== 'gather' || [...neededBy(nodes, node.indices)].every((id) => nodes[id].op !== 'gather'),
  );
}

/** Writes the look at a unit's share of the indices; the number of the bool that one of them is outside. */
export function anyOutside(source: Source, operands: Operands, { over, shapes }: Looked, loop: LoopWriter): NodeId {
  const [length] = operands.shape;
  const share = Math.ceil(length / over.reduce((size, n) => size * n, 1));
  const two = (op: 'add' | 'mul' | 'min', a: NodeId, b: NodeId): NodeId => loop.put({ op, dtype: int64, a, b });
  let unit = loop.put({ op: 'index', dtype: int64, axis: 0 });
  for (let axis = 1; axis < over.length; axis++)
    unit = two('add', two('mul', unit, loop.constant(over[axis])), loop.put({ op: 'index', dtype: int64, axis }));
  const [step, end] = [loop.constant(share), loop.constant(length)];
  const low = two('min', two('mul', unit, step), end);
  const high = two('min', two('add', low, step), end);
  const body = new BodyWriter(loop);
  const result = outside(source, operands, shapes, body);
  return loop.put({ op: 'segfold', dtype: bool, fold: 'any', low, high, body: body.nodes, result });
}

/** Writes whether an index of the element that a segment is at is outside. */
function outside({ nodes }: Source, operands: Operands, shapes: Looked['shapes'], body: BodyWriter): NodeId {
  const needed = neededBy(nodes, nodes.flatMap((node) => (node.op === 'gather' ? node.indices : []))); // biome-ignore format: one line
  const at = inSegment(nodes, needed, operands, body);
  const two = (op: 'lt' | 'ge' | 'or', a: NodeId, b: NodeId): NodeId => body.put({ op, dtype: bool, a, b });
  const constant = (value: number): NodeId => body.put({ op: 'const', dtype: int64, value: BigInt(value) });
  const found = nodes.flatMap((node) => {
    if (node.op !== 'gather') return [];
    const shape = shapes(node.arg);
    return node.indices.map((id, axis) =>
      two('or', two('lt', at[id], constant(-shape[axis])), two('ge', at[id], constant(shape[axis]))),
    );
  });
  return found.reduce((any, one) => two('or', any, one));
}

/** Beyond every axis. */
const OUTSIDE = 2n ** 52n;

/** Writes the index, or one beyond every axis where `isOutside`. */
export function guarded(index: NodeId, isOutside: NodeId, writer: Writer): NodeId {
  const beyond = writer.put({ op: 'const', dtype: int64, value: OUTSIDE });
  return writer.put({ op: 'select', dtype: int64, c: isOutside, a: beyond, b: index });
}
