/** Matrices that programs and tests start from: finite-difference Laplacians, and the transfers between their grids. */
import { ArgumentError, NUMBER, takes } from '../base/index.js';
import { type CsrArray, fromCompressed } from './csr.js';

/**
 * The 1-d Poisson matrix of `n` points with zero boundaries: 2 on the diagonal, -1 beside it.
 *
 * @example
 * await sparse.poisson1d(3).toDense().tolist(); // [[2, -1, 0], [-1, 2, -1], [0, -1, 2]]
 */
export const poisson1d = takes(
  'poisson1d',
  NUMBER,
)((n: number): CsrArray => {
  checkCount(n, 'poisson1d', 100_000_000);
  return stencilMatrix(n, 1, 2);
});

/**
 * The 2-d Poisson matrix of an n by n grid with zero boundaries, of (n², n²): 4 on the diagonal, -1 for each neighbour.
 *
 * @example
 * const A = sparse.poisson2d(10);
 * A.shape; // [100, 100]
 * await A.diagonal().slice(0).item(); // 4
 */
export const poisson2d = takes(
  'poisson2d',
  NUMBER,
)((n: number): CsrArray => {
  checkCount(n, 'poisson2d', 20_000);
  return stencilMatrix(n, n, 4);
});

/** A `width` by `height` grid, row-major, with `centre` on the diagonal and -1 for neighbours. */
function stencilMatrix(width: number, height: number, centre: number): CsrArray {
  const size = width * height;
  const ptr = new Int32Array(size + 1);
  const col = new Int32Array((height > 1 ? 5 : 3) * size);
  const value = new Float64Array(col.length);
  let k = 0;
  const put = (j: number, v: number): void => {
    col[k] = j;
    value[k++] = v;
  };
  for (let i = 0; i < size; i++) {
    const x = i % width;
    if (i >= width) put(i - width, -1);
    if (x > 0) put(i - 1, -1);
    put(i, centre);
    if (x < width - 1) put(i + 1, -1);
    if (i < size - width) put(i + width, -1);
    ptr[i + 1] = k;
  }
  return fromCompressed({ shape: [size, size], ptr, col: col.slice(0, k), value: value.slice(0, k) });
}

/**
 * Injection from a grid of n by n points (n odd) to every second one: ((n-1)/2)² rows with a single 1.
 *
 * @example
 * sparse.injection2d(5).shape; // [4, 25]
 * await sparse.injection2d(3).matmul(np.arange(9)).tolist(); // [4]
 */
export const injection2d = takes(
  'injection2d',
  NUMBER,
)((n: number): CsrArray => {
  const m = coarse(n, 'injection2d');
  const size = m * m;
  const ptr = Int32Array.from({ length: size + 1 }, (_, i) => i);
  const col = Int32Array.from({ length: size }, (_, i) => (2 * Math.floor(i / m) + 1) * n + 2 * (i % m) + 1);
  return fromCompressed({ shape: [size, n * n], ptr, col, value: new Float64Array(size).fill(1) });
});

/**
 * Bilinear interpolation to a grid of n by n points (n odd) from every second one, zero outside.
 *
 * @example
 * await sparse.interpolation2d(3).toDense().reshape([3, 3]).tolist(); // [[0.25, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 0.25]]
 */
export const interpolation2d = takes(
  'interpolation2d',
  NUMBER,
)((n: number): CsrArray => {
  const m = coarse(n, 'interpolation2d');
  const ptr = new Int32Array(n * n + 1);
  const col: number[] = [];
  const value: number[] = [];
  for (let i = 0; i < n * n; i++) {
    for (const y of parents(Math.floor(i / n), m)) {
      for (const x of parents(i % n, m)) {
        col.push(y.at * m + x.at);
        value.push(y.weight * x.weight);
      }
    }
    ptr[i + 1] = col.length;
  }
  return fromCompressed({ shape: [n * n, m * m], ptr, col: Int32Array.from(col), value: Float64Array.from(value) });
});

/** The coarse points that a fine coordinate lies at or between. */
function parents(x: number, m: number): { at: number; weight: number }[] {
  if (x % 2 === 1) return [{ at: (x - 1) / 2, weight: 1 }];
  const beside = [x / 2 - 1, x / 2].filter((at) => at >= 0 && at < m);
  return beside.map((at) => ({ at, weight: 0.5 }));
}

function coarse(n: number, operation: string): number {
  checkCount(n, operation, 20_000);
  if (n < 3 || n % 2 === 0) throw new ArgumentError(`${operation}: expected an odd number of points of at least 3, got ${n}`);
  return (n - 1) / 2;
}

function checkCount(n: number, operation: string, most: number): void {
  if (!Number.isInteger(n) || n < 1 || n > most) {
    throw new ArgumentError(`${operation}: expected a number of points from 1 to ${most}, got ${n}`);
  }
}
