/** How often each of several outcomes occurs in a number of trials. */
import { ArgumentError } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';
import { astype } from '../assign.js';
import { less } from '../comparison.js';
import { toArray } from '../convert.js';
import { full, zeros } from '../creation.js';
import { diff } from '../differences.js';
import { concat } from '../join.js';
import type { NDArray } from '../ndarray.js';
import { describe } from '../operand.js';
import { sum } from '../reductions.js';

/** The error that sums of shares may have. */
const ROUNDING = 1e-12;

/** The sums of all shares but the last, one after the other. Throws `ArgumentError` unless shares are probabilities of outcomes. */
export function checkShares(shares: readonly number[]): number[] {
  if (shares.length === 0 || !shares.every((p) => p >= 0 && p <= 1))
    throw new ArgumentError('multinomial: expected probabilities between 0 and 1, at least one');
  const bounds: number[] = [];
  for (const p of shares.slice(0, -1)) bounds.push((bounds.at(-1) ?? 0) + p);
  if ((bounds.at(-1) ?? 0) > 1 + ROUNDING)
    throw new ArgumentError(`multinomial: all probabilities but the last add up to ${bounds.at(-1)}, expected at most 1`);
  return bounds;
}

/** Uniform numbers that are drawn for a call, in a few seconds. */
const MOST_DRAWS = 2 ** 32;

/** Counts of each outcome along a last axis, of `trials` uniform numbers each. Throws `ArgumentError`. */
export function multinomialOf(
  uniform: (shape: Shape) => NDArray,
  trials: number,
  shares: readonly number[],
  shape: Shape,
): NDArray {
  if (!Number.isSafeInteger(trials) || trials < 0)
    throw new ArgumentError(`multinomial: expected a number of trials of at least 0, got ${describe(trials)}`);
  const bounds = checkShares(shares);
  const counted = astype(full([...shape, 1], trials), int64);
  if (bounds.length === 0) return counted;
  const draws = trials * sizeOf(shape);
  if (draws > MOST_DRAWS)
    throw new ArgumentError(
      `multinomial: ${trials} trials are a number each, at most 2^32 in a call; np.random.pcg64(seed) draws counts at once`,
    );
  const below = less(uniform([...shape, trials, 1]), toArray(bounds, 'multinomial'));
  const upTo = sum(below, { axis: -2, dtype: int64 });
  return diff(concat([zeros([...shape, 1], int64), upTo, counted], { axis: -1 }), { axis: -1 });
}
