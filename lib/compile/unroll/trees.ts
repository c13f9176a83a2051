/** The folds of `ir/folds.ts` over values that are nodes: the same trees, without combinations with an identity. */
import { invariant } from '../../base/index.js';
import { bool, type DType, int64 } from '../../dtype/index.js';
import { accumulatorOf, COMBINE, type FoldOp, identityOf, LANE_TREE, LANES, type Node, type NodeId } from '../../ir/index.js';

/** Appends a node. */
type Push = (node: Node) => NodeId;

/** The fold of a row's values, one run of at most `BLOCK`. */
export function foldTree(push: Push, op: FoldOp, row: readonly NodeId[], dtype: DType): NodeId {
  const acc = accumulatorOf(op, dtype);
  const values = acc === dtype ? row : row.map((a) => push({ op: 'cast', dtype: acc, a }));
  const lanes: (NodeId | null)[] = new Array(LANES).fill(null);
  const meet = (a: NodeId | null, b: NodeId | null): NodeId | null =>
    a === null || b === null ? (a ?? b) : push({ op: COMBINE[op], dtype: acc, a, b });
  values.forEach((value, k) => {
    lanes[k % LANES] = meet(lanes[k % LANES], value);
  });
  for (const [left, right] of LANE_TREE) lanes[left] = meet(lanes[left], lanes[right]);
  const [folded] = lanes;
  invariant(folded !== null, 'a row has elements');
  // A sum of negative zeros alone is told from that of the tree, which starts from zeros.
  const result = op === 'sum' && acc.kind === 'float' ? zeroPlus(push, folded, acc) : folded;
  return acc === dtype ? result : push({ op: 'cast', dtype, a: result });
}

function zeroPlus(push: Push, b: NodeId, dtype: DType): NodeId {
  const a = push({ op: 'const', dtype, value: Number(identityOf('sum', dtype)) });
  return push({ op: 'add', dtype, a, b });
}

/**
 * Where a row's first extreme is, as int64; the first that is not a number is one. Whether there was one is kept apart: compilers
 * have no vector form for a comparison of values that were selected, where it becomes a selection of comparisons.
 */
export function firstExtreme(push: Push, op: 'argmin' | 'argmax', row: readonly NodeId[], dtype: DType): NodeId {
  const binary = (name: 'lt' | 'gt' | 'ne' | 'and' | 'or', a: NodeId, b: NodeId): NodeId => push({ op: name, dtype: bool, a, b });
  const floats = dtype.kind === 'float';
  let [extreme] = row;
  let odd = floats ? binary('ne', extreme, extreme) : -1;
  let at = push({ op: 'const', dtype: int64, value: 0n });
  row.slice(1).forEach((value, i) => {
    let better = binary(op === 'argmin' ? 'lt' : 'gt', value, extreme);
    if (floats) {
      const own = binary('ne', value, value);
      better = binary('or', better, binary('and', own, push({ op: 'not', dtype: bool, a: odd })));
      odd = binary('or', odd, own);
    }
    extreme = push({ op: 'select', dtype, c: better, a: value, b: extreme });
    at = push({ op: 'select', dtype: int64, c: better, a: push({ op: 'const', dtype: int64, value: BigInt(i + 1) }), b: at });
  });
  return at;
}
