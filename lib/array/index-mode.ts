/** Treatment of indices outside an axis: an error, the count begins anew at the other end, or the nearest element. */
import { type Kind, oneOf } from '../base/index.js';
import { int64 } from '../dtype/index.js';
import { maximum, minimum, remainder } from './arithmetic.js';
import { astype } from './assign.js';
import type { NDArray } from './ndarray.js';

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

/** Indices within an axis of `size` elements, or as they are where those outside are errors. */
export function inMode(at: NDArray, size: number, mode: IndexMode | undefined): NDArray {
  if (mode === undefined || mode === 'raise' || size === 0) return at;
  const wide = astype(at, int64, { copy: false });
  return mode === 'wrap' ? remainder(wide, BigInt(size)) : maximum(minimum(wide, BigInt(size - 1)), 0n);
}
