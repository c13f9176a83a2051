/** How often integers occur. */

import { ArgumentError, COUNT, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { unwholeIndex } from '../../ir/index.js';
import { formatShape } from '../../shape/index.js';
import { astype } from '../assign.js';
import { sums } from '../bins.js';
import { type ArrayLike, toArray } from '../convert.js';
import { indexArray } from '../gather.js';
import { ARRAY } from '../kinds.js';
import { Lazy, type LazyArray, shown } from '../lazy/lazy-array.js';
import { Snapshot } from '../lazy/snapshot.js';
import type { NDArray } from '../ndarray.js';

import { item } from '../read.js';
import { max, min } from '../reductions.js';
import { weightsFor } from './binning.js';

/** Options of `bincount`. */
export interface BincountOptions {
  /** How much each element counts; default 1. */
  readonly weights?: ArrayLike;
  /** The length of the result, at least; default 0. */
  readonly minlength?: number;
}
const BINCOUNT_OPTIONS: OptionKinds<BincountOptions> = { weights: ARRAY, minlength: COUNT };

/**
 * How often each integer from 0 to the largest occurs, as a lazy array, since its length depends on values: it goes into further operations, and
 * `await` gives the array itself. Floats may be whole numbers; readers throw `ArgumentError` for
 * fractions and for negative ones.
 *
 * @example
 * await np.bincount([0, 1, 1, 3]).tolist();                   // [1, 2, 0, 1]
 * await np.cumsum(np.bincount([0, 1, 1, 3])).tolist();        // [1, 3, 3, 4]
 * (await np.bincount([2], { minlength: 5 })).shape;           // [5]
 */
export const bincount = takes(
  'bincount',
  ARRAY,
  options(BINCOUNT_OPTIONS),
)((x: ArrayLike, options?: BincountOptions): LazyArray => {
  const given = toArray(x, 'bincount');
  const weights = weightsFor(given, options?.weights, 'bincount');
  const isWritten = typeof x === 'object' && !('dtype' in x);
  const a = given.dtype.kind === 'float' ? indexArray(given, 'bincount') : isWritten ? astype(given, int64) : given;
  if (a.ndim !== 1) throw new ShapeError(`bincount: expected a vector, got shape ${formatShape(a.shape)}`);
  // As they are now: they are counted once the largest is known.
  const shares = weights === null ? null : Snapshot.of(astype(weights, float64, { copy: false }));
  return shown(Lazy.promised(counted(Snapshot.of(a), shares, options?.minlength ?? 0)));
});

async function counted(values: Snapshot, weights: Snapshot | null, least: number): Promise<NDArray> {
  const a = values.array;
  const [low, high] = a.size === 0 ? [0, -1] : await Promise.all([item(min(a)), item(max(a))]);
  if (Number(low) < 0) {
    const given = unwholeIndex(low as number | bigint) ?? low;
    throw new ArgumentError(`bincount: expected integers of at least 0, got ${given}`);
  }
  return sums(values.array, weights?.array ?? null, Math.max(Number(high) + 1, least));
}
