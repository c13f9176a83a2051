/**
 * The order in which folds combine values: one fixed tree, the same in every tier (C, block, JavaScript), so that results
 * have the same bits however a domain was tiled (lib/DESIGN.md, "Fusion never changes a bit").
 *
 * **A run** is at most `BLOCK` values in a row. `LANES` accumulators start from the identity; lane l takes values
 * l, l + 8, l + 16, … in order; then the lanes combine as a balanced tree:
 *
 *     lane   0   4   2   6   1   5   3   7
 *            └─+─┘   └─+─┘   └─+─┘   └─+─┘        ((0+4)+(2+6)) + ((1+5)+(3+7))
 *              └───+───┘       └───+───┘          left operands are on the left: each step is combine(left, right)
 *                  └───────+───────┘
 *
 * An accumulator takes a value as combine(accumulator, value), in that order. Lanes that got no value take part as identities.
 *
 * | statement | in a unit                                                        | in `finish`                                     |
 * | --------- | ---------------------------------------------------------------- | ----------------------------------------------- |
 * | fold      | the unit's values, in row-major order, are one run: one partial  | partials are cut into runs of BLOCK; their results again, until one is left; no unit: the identity |
 * | foldInner | each row is cut into runs of BLOCK; results combine left to right, starting from the first run's; no element: the identity | nothing |
 * | foldOuter | one partial row: starts from identities, takes the unit's rows in order | starts from identities, takes the units' partial rows in order |
 * | scatter   | one partial row, of as many as there are bins: starts from identities, takes the unit's values in order, each into its bin | as foldOuter |
 * | argFold   | each row in index order: the first extreme wins, and a NaN is an extreme | nothing                                   |
 * | segfold   | starts from the identity, takes k = low, low + 1, … in order     | nothing                                         |
 *
 * **Accumulators** (and so partials, stored densely in this type): float64 for sums and products of float32, rounded once
 * when the result is written; the value's own dtype otherwise, integers wrapping. A fold's value has its argument's dtype.
 *
 * **Combining**: sum `a + b`, prod `a * b`, any `a | b`, all `a & b`; min is `a < b || a != a ? a : b` and max
 * `a > b || a != a ? a : b`, which propagate NaN. The bits of a NaN (sign, payload) are not promised.
 */

import { invariant } from '../base/index.js';
import { type DType, float64 } from '../dtype/index.js';
import type { FoldOp, Kernel, Statement } from './kernel.js';
import { leavesPartials, type Units } from './layout.js';
import type { BinaryOp } from './operations/index.js';

/** Accumulators of a run. */
export const LANES = 8;

/** How lanes combine, step by step: `lane[left] = combine(lane[left], lane[right])`; the result is lane 0. */
export const LANE_TREE: readonly (readonly [left: number, right: number])[] = [
  [0, 4],
  [2, 6],
  [1, 5],
  [3, 7],
  [0, 2],
  [1, 3],
  [0, 1],
];

/** The operator that combines two values of a fold. */
export const COMBINE = { sum: 'add', prod: 'mul', min: 'min', max: 'max', any: 'or', all: 'and' } as const satisfies Record<
  FoldOp,
  BinaryOp
>;

/** The type that a fold accumulates in, and that its partials have. */
export function accumulatorOf(op: FoldOp, value: DType): DType {
  return (op === 'sum' || op === 'prod') && value.kind === 'float' ? float64 : value;
}

/** The identity of a fold, as a value of type `dtype` (a bigint for int64 and uint64). */
export function identityOf(op: FoldOp, dtype: DType): number | bigint {
  if (op === 'min') return dtype.highest;
  if (op === 'max') return dtype.lowest;
  const value = op === 'prod' || op === 'all' ? 1 : 0;
  return dtype.long ? BigInt(value) : value;
}

/**
 * Bytes of a statement's partial results: one accumulator a unit for a fold, a row of them for a foldOuter, and for a scatter one
 * for each element of its argument, which has the shape `shape`.
 */
export function partialBytes(kernel: Kernel, statement: Statement, units: Units, shape: readonly number[]): number {
  invariant(leavesPartials(statement), `${statement.kind} has no partials`);
  const width = statement.kind === 'fold' ? 1 : statement.kind === 'foldOuter' ? units.inner : shape[0];
  return units.count * width * accumulatorOf(statement.op, kernel.args[statement.arg].dtype).size;
}
