/** Windows of signal processing: symmetric weights that fall towards both ends. */
import { ArgumentError, NUMBER, takes } from '../../base/index.js';
import { abs, add, divide, multiply, sqrt, square, subtract } from '../arithmetic.js';
import { ones } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { cos } from '../trigonometry.js';
import { i0 } from './bessel.js';

/** `first + second cos(2πt) + third cos(4πt)` for t from 0 to 1. */
function cosines(n: number, operation: string, first: number, second: number, third = 0): NDArray {
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`${operation}: expected a number of points, got ${n}`);
  if (n <= 1) return ones(n);
  const angle = multiply(arange(1 - n, n, 2), Math.PI / (n - 1));
  const sum = subtract(first, multiply(cos(angle), second));
  return third === 0 ? sum : add(sum, multiply(cos(multiply(angle, 2)), third));
}

/**
 * Hann's window, a raised cosine.
 *
 * @example
 * await np.hanning(3).round({ decimals: 9 }).tolist(); // [0, 1, 0]
 */
export const hanning = takes(
  'hanning',
  NUMBER,
)((n: number): NDArray => {
  return cosines(n, 'hanning', 0.5, -0.5);
});

/**
 * Hamming's window.
 *
 * @example
 * await np.hamming(3).round({ decimals: 9 }).tolist(); // [0.08, 1, 0.08]
 */
export const hamming = takes(
  'hamming',
  NUMBER,
)((n: number): NDArray => {
  return cosines(n, 'hamming', 0.54, -0.46);
});

/**
 * Blackman's window.
 *
 * @example
 * await np.blackman(3).round({ decimals: 9 }).abs().tolist(); // [0, 1, 0]
 */
export const blackman = takes(
  'blackman',
  NUMBER,
)((n: number): NDArray => {
  return cosines(n, 'blackman', 0.42, -0.5, 0.08);
});

/**
 * Bartlett's window, a triangle.
 *
 * @example
 * await np.bartlett(5).tolist(); // [0, 0.5, 1, 0.5, 0]
 */
export const bartlett = takes(
  'bartlett',
  NUMBER,
)((n: number): NDArray => {
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`bartlett: expected a number of points, got ${n}`);
  return n <= 1 ? ones(n) : subtract(1, abs(divide(arange(1 - n, n, 2), n - 1)));
});

/**
 * Kaiser's window, narrower at its ends for a greater `beta`.
 *
 * @example
 * await np.kaiser(3, 2).round({ decimals: 6 }).tolist(); // [0.438676, 1, 0.438676]
 */
export const kaiser = takes(
  'kaiser',
  NUMBER,
  NUMBER,
)((n: number, beta: number): NDArray => {
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`kaiser: expected a number of points, got ${n}`);
  if (n <= 1) return ones(n);
  const half = (n - 1) / 2;
  const off = divide(subtract(arange(n), half), half);
  return divide(i0(multiply(sqrt(subtract(1, square(off))), beta)), i0(beta));
});
