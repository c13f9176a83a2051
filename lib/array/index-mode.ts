/** Treatment of indices outside an axis: an error, the count begins anew at the other end, or the nearest element. */
import { type Kind, oneOf } from '../base/index.js';
import { int64 } from '../dtype/index.js';
import { abs, maximum, minimum, remainder } from './arithmetic.js';
import { astype } from './assign.js';
import { less } from './comparison.js';
import type { NDArray } from './ndarray.js';
import { where } from './select.js';

export type IndexMode = 'raise' | 'wrap' | 'clip';
export const INDEX_MODE: Kind<IndexMode> = oneOf('raise', 'wrap', 'clip');
/** The option of functions that take indices. */
export interface IndexModeOption {
  /**
   * Of indices outside the axis: readers throw `IndexError` ('raise', the default), the count begins anew at the other end ('wrap'), or the nearest
   * end is taken ('clip', for which negative indices are outside).
   */
  readonly mode?: IndexMode;
}

/** Whole numbers from here on are not told apart as floats; beyond are the indices that fractions become. */
const LARGEST = 2n ** 53n;

/**
 * Indices within an axis of `size` elements, or as they are where those outside are errors. `ofFloats`: they were floats, of which the ones that
 * are no whole numbers (`ir/unwhole.ts`), or too large for one, stay outside, so that readers throw.
 */
export function inMode(at: NDArray, size: number, mode: IndexMode | undefined, ofFloats = false): NDArray {
  if (mode === undefined || mode === 'raise' || size === 0) return at;
  const wide = astype(at, int64, { copy: false });
  const found = mode === 'wrap' ? remainder(wide, BigInt(size)) : maximum(minimum(wide, BigInt(size - 1)), 0n);
  return ofFloats ? where(less(abs(wide), LARGEST), found, wide) : found;
}
