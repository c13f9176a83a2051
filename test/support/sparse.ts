/** Sparse matrices as plain lists, and plain loops over them: oracles that share nothing with the library. */
import type { NDArray } from '../../lib/array/index.js';

export interface Entries {
  readonly shape: readonly [number, number];
  readonly row: number[];
  readonly col: number[];
  readonly data: number[];
}

/** Numbers in [0, 1), the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** About `perRow` entries a row at distinct places, values in [-0.5, 0.5); some rows are empty. */
export function randomMatrix(rows: number, cols: number, perRow: number, seed: number): Entries {
  const next = random(seed);
  const made: Entries = { shape: [rows, cols], row: [], col: [], data: [] };
  for (let i = 0; i < rows; i++) {
    const places = new Set(Array.from({ length: Math.floor(next() * 2 * perRow) }, () => Math.floor(next() * cols)));
    for (const j of [...places].sort((a, b) => a - b)) {
      made.row.push(i);
      made.col.push(j);
      made.data.push(next() - 0.5);
    }
  }
  return made;
}

/** Entries at `offsets` from the diagonal, where they lie inside; values in [-0.5, 0.5). */
export function banded(rows: number, cols: number, offsets: readonly number[], seed: number): Entries {
  const next = random(seed);
  const made: Entries = { shape: [rows, cols], row: [], col: [], data: [] };
  const ascending = [...offsets].sort((a, b) => a - b);
  for (let i = 0; i < rows; i++) {
    for (const offset of ascending) {
      if (i + offset < 0 || i + offset >= cols) continue;
      made.row.push(i);
      made.col.push(i + offset);
      made.data.push(next() - 0.5);
    }
  }
  return made;
}

export function randomVector(n: number, seed: number): Float64Array {
  const next = random(seed);
  return Float64Array.from({ length: n }, () => next() - 0.5);
}

/** A·x, entry by entry in order. */
export function product(a: Entries, x: Float64Array): Float64Array {
  const y = new Float64Array(a.shape[0]);
  for (let k = 0; k < a.row.length; k++) y[a.row[k]] += a.data[k] * x[a.col[k]];
  return y;
}

export function dense(a: Entries): number[][] {
  const rows = Array.from({ length: a.shape[0] }, () => new Array<number>(a.shape[1]).fill(0));
  for (let k = 0; k < a.row.length; k++) rows[a.row[k]][a.col[k]] += a.data[k];
  return rows;
}

/** Solves a dense system by elimination with row exchanges. */
export function eliminate(matrix: number[][], b: Float64Array): Float64Array {
  const n = b.length;
  const rows = matrix.map((r, i) => [...r, b[i]]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    x[k] = rows[k][n];
    for (let j = k + 1; j < n; j++) x[k] -= rows[k][j] * x[j];
    x[k] /= rows[k][k];
  }
  return x;
}

/** The 2-norm of b - A·x. */
export function residualNorm(a: Entries, x: Float64Array, b: Float64Array): number {
  const y = product(a, x);
  return Math.hypot(...b.map((v, i) => v - y[i]));
}

/** A symmetric, strictly diagonally dominant matrix: positive definite. */
export function definiteMatrix(n: number, seed: number): Entries {
  const half = dense(randomMatrix(n, n, 3, seed));
  const made: Entries = { shape: [n, n], row: [], col: [], data: [] };
  for (let i = 0; i < n; i++) {
    const row = half.map((r, j) => (j === i ? 0 : r[i] + half[i][j]));
    row[i] = 0.5 + row.reduce((sum, v) => sum + Math.abs(v), 0);
    row.forEach((v, j) => {
      if (v === 0) return;
      made.row.push(i);
      made.col.push(j);
      made.data.push(v);
    });
  }
  return made;
}

/** The 2-norm. */
export const norm = (v: Float64Array): number => Math.hypot(...v);

/** An array's elements as float64. */
export const vectorOf = async (x: NDArray): Promise<Float64Array> => Float64Array.from(await x.data(), Number);
