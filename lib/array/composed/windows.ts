/** Windows of signal processing: symmetric weights that fall towards both ends. */
import { ArgumentError, NUMBER, takes } from '../../base/index.js';
import { type DType, int64 } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { besselOf } from '../bessel-nodes.js';
import { ones } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { IndexKind } from '../index-kind.js';
import type { NDArray } from '../ndarray.js';

/** Points of a window: from 1 - n to n - 1 in steps of 2, the first scalar being 1 - n. */
function pointOf(e: KernelBuilder, first: Value, d: DType): Value {
  const at = e.index(0);
  return e.cast(e.add(first, e.add(at, at)), d);
}

/** A window by a formula of its points and a number. */
function windowKind(name: string, formula: (e: KernelBuilder, point: Value, number: Value, d: DType) => Value): IndexKind {
  return new IndexKind(
    name,
    (d) => [int64, d],
    (e, [first, number], d) => formula(e, pointOf(e, first, d), number, d),
  );
}

/** `first + second cos(2πt) + third cos(4πt)` for t from 0 to 1; the number is an angle for each point. */
function cosines(name: string, first: number, second: number, third = 0): IndexKind {
  return windowKind(name, (e, point, step, d) => {
    const angle = e.mul(point, step);
    const sum = e.sub(e.const(first, d), e.mul(e.cos(angle), e.const(second, d)));
    return third === 0 ? sum : e.add(sum, e.mul(e.cos(e.mul(angle, e.const(2, d))), e.const(third, d)));
  });
}

const kinds = {
  hanning: cosines('hanning', 0.5, -0.5),
  hamming: cosines('hamming', 0.54, -0.46),
  blackman: cosines('blackman', 0.42, -0.5, 0.08),
  bartlett: windowKind('bartlett', (e, point, last, d) => e.sub(e.const(1, d), e.abs(e.div(point, last)))),
};

const kaiserKind = new IndexKind(
  'kaiser',
  (d) => [d, d],
  (e, [half, beta], d) => {
    const off = e.div(e.sub(e.cast(e.index(0), d), half), half);
    const root = e.sqrt(e.sub(e.const(1, d), e.mul(off, off)));
    return e.div(besselOf(e, e.mul(root, beta), d), besselOf(e, beta, d));
  },
);

/** A window of that many points. Throws `ArgumentError` unless that is a whole number of at least 0. */
function pointsOf(n: number, operation: string, made: () => NDArray): NDArray {
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`${operation}: expected a number of points, got ${n}`);
  return n <= 1 ? ones(n) : made();
}

function windowOf(name: keyof typeof kinds, n: number, number: number): NDArray {
  return pointsOf(n, name, () => kinds[name].make(floatDefault(), [n], [1 - n, number]));
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
  return windowOf('hanning', n, Math.PI / (n - 1));
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
  return windowOf('hamming', n, Math.PI / (n - 1));
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
  return windowOf('blackman', n, Math.PI / (n - 1));
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
  return windowOf('bartlett', n, n - 1);
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
  return pointsOf(n, 'kaiser', () => kaiserKind.make(floatDefault(), [n], [(n - 1) / 2, beta]));
});
