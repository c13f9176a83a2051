/**
 * Which int64 values fit in 32 bits, whatever the data: indices are int64 in the kernel language, and a device without int64 computes with
 * pairs of words else. A value has an interval by its operands' intervals; where nothing is known it is all of int64.
 */
import { type DType, int64, isInteger } from '../../../dtype/index.js';
import type { Node, NodeId, SegmentNode } from '../../../ir/index.js';

/** The least and the greatest value. */
type Interval = readonly [bigint, bigint];

const all: Interval = [-(2n ** 63n), 2n ** 63n - 1n];
const word: Interval = [-(2n ** 31n), 2n ** 31n - 1n];

const hull = (...values: bigint[]): Interval => [
  values.reduce((a, b) => (a < b ? a : b)),
  values.reduce((a, b) => (a > b ? a : b)),
];

const isPositive = ([low, high]: Interval): boolean => low > 0n && low === high;

/** By operation of two operands. */
const rules: Readonly<Record<string, (a: Interval, b: Interval) => Interval>> = {
  add: (a, b) => [a[0] + b[0], a[1] + b[1]],
  sub: (a, b) => [a[0] - b[1], a[1] - b[0]],
  mul: (a, b) => hull(a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]),
  min: (a, b) => [hull(a[0], b[0])[0], hull(a[1], b[1])[0]],
  max: (a, b) => [hull(a[0], b[0])[1], hull(a[1], b[1])[1]],
  mod: (_, b) => (isPositive(b) ? [0n, b[0] - 1n] : all),
  floordiv: (a, b) => (isPositive(b) ? hull(a[0], a[1], 0n) : all),
  and: (a, b) => (b[0] >= 0n ? [0n, b[1]] : a[0] >= 0n ? [0n, a[1]] : all),
};

const ofOne: Readonly<Record<string, (a: Interval) => Interval>> = {
  neg: (a) => [-a[1], -a[0]],
  abs: (a) => hull(0n, a[1], -a[0]),
  sign: () => [-1n, 1n],
};

const within = (a: Interval, b: Interval): boolean => a[0] >= b[0] && a[1] <= b[1];

function fromDType(dtype: DType): Interval {
  return (isInteger(dtype) || dtype.kind === 'bool') && dtype.size < 8 ? [BigInt(dtype.lowest), BigInt(dtype.highest)] : all;
}

/** Whether an int64 value of each node fits in 32 bits; `outer` says so of the enclosing loop's nodes. */
export function narrowNodes(nodes: readonly (Node | SegmentNode)[], outer: (id: NodeId) => boolean = () => false): boolean[] {
  const intervals: Interval[] = [];
  const of = (id: NodeId): Interval => intervals[id];
  for (const node of nodes) {
    const found = intervalOf(node, of, (id) => nodes[id].dtype, outer);
    intervals.push(within(found, all) ? found : all);
  }
  return nodes.map((node, id) => node.dtype === int64 && within(intervals[id], word));
}

function intervalOf(
  node: Node | SegmentNode,
  of: (id: NodeId) => Interval,
  dtypeOf: (id: NodeId) => DType,
  outer: (id: NodeId) => boolean,
): Interval {
  if (node.dtype !== int64) return all;
  switch (node.op) {
    case 'const':
      return [BigInt(node.value), BigInt(node.value)];
    case 'index':
      return [0n, word[1]];
    case 'segment':
      return word;
    case 'outer':
      return outer(node.node) ? word : all;
    case 'cast':
      return fromDType(dtypeOf(node.a));
    case 'select':
      return hull(...of(node.a), ...of(node.b));
    default:
      if ('b' in node) return rules[node.op]?.(of(node.a), of(node.b)) ?? all;
      return 'a' in node ? (ofOne[node.op]?.(of(node.a)) ?? all) : all;
  }
}
