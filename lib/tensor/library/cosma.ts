/**
 * COSMA's scheduler (Kwasniewski et al., "Red-Blue Pebbling Revisited", 2019) for m × k by k × n matrices: the grid on which processors receive
 * least, and the number of sequential steps in which parts of B and C fit beside a part of A in a processor's memory.
 */
import {
  givenOptions,
  INTEGER,
  instanceOf,
  type Kind,
  type OptionKinds,
  recordOf,
  ScheduleError,
  takes,
} from '../../base/index.js';
import { factorizations } from '../machine/factorizations.js';
import { Grid } from '../machine/grid.js';

/** A grid and a number of steps; made by `cosmaPlan`. */
export interface CosmaPlan {
  readonly grid: Grid;
  /** Parts of the sum at each processor, one after the other. */
  readonly steps: number;
}

export const PLAN: Kind<CosmaPlan> = recordOf<CosmaPlan>('a plan of cosmaPlan()', {
  grid: instanceOf('a Grid', Grid),
  steps: INTEGER,
});

/** The sizes of a product, and of a machine. */
export interface CosmaOptions {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly processors: number;
  /** Elements that the memory of a processor holds. */
  readonly memory: number;
}

const OPTIONS: OptionKinds<CosmaOptions> = { m: INTEGER, n: INTEGER, k: INTEGER, processors: INTEGER, memory: INTEGER };

/**
 * The grid with the least elements used by a processor (of its parts of A, B and C), all processors busy, and the least number of steps in which
 * these fit its memory. Throws `ScheduleError` where a part of A and one column and one row of B and C do not fit.
 *
 * @example
 * cosmaPlan({ m: 100, n: 100, k: 100, processors: 8, memory: 20000 }).grid.dims;   // [2, 2, 2]
 */
export const cosmaPlan = takes(
  'cosmaPlan',
  givenOptions(OPTIONS),
)(({ m, n, k, processors, memory }: CosmaOptions): CosmaPlan => {
  if (![m, n, k, processors].every((size) => size >= 1))
    throw new ScheduleError(
      `cosmaPlan: expected sizes and processors from 1 on, got m ${m}, n ${n}, k ${k}, processors ${processors}`,
    );
  let best: { readonly dims: readonly number[]; readonly used: number } | null = null;
  for (const dims of factorizations(processors, 3)) {
    const [rows, columns, depth] = [Math.ceil(m / dims[0]), Math.ceil(n / dims[1]), Math.ceil(k / dims[2])];
    const used = rows * depth + depth * columns + rows * columns;
    const fits = rows * columns + rows + columns <= memory;
    if (fits && (best === null || used < best.used)) best = { dims, used };
  }
  if (best === null) {
    throw new ScheduleError(
      `cosmaPlan: no grid of ${processors} processors has parts of a ${m} by ${n} result that fit ${memory} elements; use more processors`,
    );
  }
  const [rows, columns, depth] = [m, n, k].map((size, d) => Math.ceil(size / (best?.dims[d] ?? 1)));
  const at = Math.floor((memory - rows * columns) / (rows + columns));
  return { grid: new Grid(...best.dims), steps: Math.ceil(depth / Math.max(1, Math.min(depth, at))) };
});
