/**
 * The order in which a kernel's domain is walked, where a program says it (Halide's and TACO's loop transformations): loops over parts of axes,
 * the outermost first. It changes no bit: terms of a fold come in the order of their axes, and in the tree of `folds.ts`. Tiers
 * that have no such loops walk the domain as ever.
 *
 *     domain (i, l, k), rows i and l          0 by 4, 1 by 8, 2, 0 by 1, 1 by 1 in vectors
 *     for i in steps of 4, for l in steps of 8, for k, for i in its 4, for l in its 8: sums of 4 by 8 rows at a time
 */
import type { Kernel, NestLoop } from './kernel.js';

/** Sums that are kept while the loops over their terms run, at most. */
export const MOST_SUMS = 4096;

/** The number of the first loop over terms of a fold; the number of loops where there is none. */
export function firstFolded(nest: readonly NestLoop[], rows: number): number {
  const found = nest.findIndex(({ axis }) => axis >= rows);
  return found < 0 ? nest.length : found;
}

/** The rows of a domain that are walked: all axes, where nothing is folded. */
export function rowsWalked({ rank, rowRank, loops }: Kernel): number {
  return loops[0]?.statements[0]?.kind === 'foldInner' ? rowRank : rank;
}

/** Row axes with loops inside of the first folded one, and how many elements of each they go over: a sum is kept for each. */
export function sumsOf(nest: readonly NestLoop[], rows: number): ReadonlyMap<number, number> {
  const first = firstFolded(nest, rows);
  const found = new Map<number, number>();
  for (const { axis } of nest.slice(first)) {
    const outside = nest.slice(0, first).findLast((loop) => loop.axis === axis);
    if (axis < rows) found.set(axis, outside?.step ?? Number.POSITIVE_INFINITY);
  }
  return found;
}

/** The fault of a nest; null for none. */
export function nestProblem(kernel: Kernel): string | null {
  const { nest, rank, loops } = kernel;
  if (nest === undefined) return null;
  const [{ statements }, ...more] = loops;
  const [statement] = statements;
  if (more.length > 0 || statements.length !== 1 || (statement.kind !== 'store' && statement.kind !== 'foldInner'))
    return 'a nest is around one store or inner fold';
  const rows = rowsWalked(kernel);
  const strange = nest.find(({ axis, step, unroll }) => axis < 0 || axis >= rank || step < 1 || unroll < 1);
  if (strange !== undefined) return `a loop over axis ${strange.axis} of ${rank} by ${strange.step}, unrolled ${strange.unroll}`;
  for (let axis = 0; axis < rank; axis++) {
    const steps = nest.filter((loop) => loop.axis === axis).map(({ step }) => step);
    if (steps.at(-1) !== 1) return `the innermost loop over axis ${axis} has steps of ${steps.at(-1) ?? 'nothing'}`;
    if (steps.some((step, n) => n > 0 && step > steps[n - 1])) return `loops over axis ${axis} have steps of ${steps.join(', ')}`;
  }
  const folded = nest.filter(({ axis }) => axis >= rows);
  if (folded.some(({ axis }, n) => n > 0 && axis < folded[n - 1].axis)) return 'terms are not in the order of their axes';
  if (nest.some(({ vector }, n) => vector && n < nest.length - 1)) return 'a loop of vectors is not the innermost';
  const sums = [...sumsOf(nest, rows).values()].reduce((a, b) => a * b, 1);
  return folded.length > 0 && sums > MOST_SUMS ? `${sums} sums at a time` : null;
}
