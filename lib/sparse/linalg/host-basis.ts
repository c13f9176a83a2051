/**
 * A small basis of real vectors in a typed array: loops over some hundred numbers take less time than tasks take to be issued. Every sum is taken in
 * one order, so that results have the same bits on every device. What is small depends on sizes alone.
 */
import { asarray, complex, type NDArray } from '../../array/index.js';
import { nextTurn } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import type { CompressedRows } from '../coordinates.js';
import { CsrArray, hostParts } from '../csr.js';
import { issparse } from '../formats.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { hostStructure } from '../structure.js';
import type { Basis, BasisOf, Filled } from './basis.js';
import type { Block } from './projected.js';
import type { SparseLU } from './sparse-lu.js';

/** Writes the operator's product with a vector; neither is kept. */
export type HostProduct = (v: Float64Array, out: Float64Array) => void;

/** The most numbers of a basis on the host: a step is at most four multiplications and additions for each. */
const MOST = 2 ** 15;

export function isSmall({ size, basis }: Pick<BasisOf, 'size' | 'basis'>): boolean {
  return size * basis <= MOST;
}

/** Fills between turns of the event loop. */
const TURN = 16;

export class HostBasis implements Basis {
  readonly #size: number;
  readonly #basis: number;
  readonly #apply: HostProduct;
  #rows: Float64Array;
  #next: Float64Array;
  readonly #once: Float64Array;
  #fills = 0;

  constructor({ size, basis }: Pick<BasisOf, 'size' | 'basis'>, apply: HostProduct) {
    [this.#size, this.#basis, this.#apply] = [size, basis, apply];
    this.#rows = new Float64Array((basis + 1) * size);
    this.#next = new Float64Array((basis + 1) * size);
    this.#once = new Float64Array(basis + 1);
  }

  #row(i: number): Float64Array {
    return this.#rows.subarray(i * this.#size, (i + 1) * this.#size);
  }

  put(row: number, v: NDArray): void {
    const to = this.#row(row);
    to.set(v.dataSync() as Float64Array);
    this.#normalize(to, this.#takeOut(to, row, new Float64Array(row)));
  }

  async fill(from: number): Promise<Filled> {
    // A long solve lets other work of the program in.
    if (++this.#fills % TURN === 0) await nextTurn();
    const count = this.#basis - from;
    const parts = new Float64Array((count * (from + 1 + this.#basis)) / 2);
    const squares = new Float64Array(count);
    for (let j = from, at = 0; j < this.#basis; at += ++j) {
      const to = this.#row(j + 1);
      this.#apply(this.#row(j), to);
      squares[j - from] = this.#takeOut(to, j + 1, parts.subarray(at, at + j + 1));
      this.#normalize(to, squares[j - from]);
    }
    return { parts, squares };
  }

  combined(by: Block): NDArray {
    const shape = [by.columns, this.#size];
    const of = (part: Float64Array): NDArray => asarray(this.#turned({ ...by, re: part }, new Float64Array(shape[0] * shape[1])));
    const re = of(by.re).reshape(shape);
    return by.im === null ? re : complex(re, of(by.im).reshape(shape));
  }

  restart(by: Block): void {
    const next = this.#turned(by, this.#next);
    next.set(this.#row(this.#basis), by.columns * this.#size);
    [this.#rows, this.#next] = [next, this.#rows];
  }

  /** Rows that are the basis's combined by the real parts of columns. */
  #turned({ columns, re }: Block, out: Float64Array): Float64Array {
    const size = this.#size;
    const by = new Float64Array(this.#basis);
    for (let k = 0; k < columns; k++) {
      for (let i = 0; i < this.#basis; i++) by[i] = re[i * columns + k];
      combine(this.#rows, this.#basis, by, out.subarray(k * size, (k + 1) * size).fill(0));
    }
    return out;
  }

  /**
   * Takes a vector's part along the first rows out and adds it to `part`; a second time where the first has taken most of the vector, since what is left
   * is then rounding to a good part (Daniel, Gragg, Kaufman and Stewart 1976). Gives the square of the length that is left.
   */
  #takeOut(v: Float64Array, rows: number, part: Float64Array): number {
    let left = squareOf(v);
    for (let pass = 0; pass < 2; pass++) {
      const before = left;
      const once = this.#once;
      project(this.#rows, rows, v, once);
      for (let i = 0; i < rows; i++) {
        part[i] += once[i];
        once[i] = -once[i];
      }
      combine(this.#rows, rows, once, v);
      left = squareOf(v);
      if (left > before / 2) break;
    }
    return left;
  }

  /** Gives a vector of a length, of which the square is given, length 1, where it is not 0. */
  #normalize(v: Float64Array, square: number): void {
    const inverse = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let i = 0; i < v.length; i++) v[i] *= inverse;
  }
}

/** The sum of squares. */
function squareOf(v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += v[i] * v[i];
  return sum;
}

/** Writes the inner products of the first rows with a vector, of four rows at a time. */
function project(rows: Float64Array, count: number, v: Float64Array, out: Float64Array): void {
  const size = v.length;
  let r = 0;
  for (; r + 4 <= count; r += 4) {
    let [w, x, y, z] = [0, 0, 0, 0];
    for (let i = 0, at = r * size; i < size; i++, at++) {
      const own = v[i];
      w += rows[at] * own;
      x += rows[at + size] * own;
      y += rows[at + 2 * size] * own;
      z += rows[at + 3 * size] * own;
    }
    [out[r], out[r + 1], out[r + 2], out[r + 3]] = [w, x, y, z];
  }
  for (; r < count; r++) {
    let sum = 0;
    for (let i = 0, at = r * size; i < size; i++, at++) sum += rows[at] * v[i];
    out[r] = sum;
  }
}

/** Adds the first rows, times a factor each, to a vector, four at a time. */
function combine(rows: Float64Array, count: number, by: Float64Array, to: Float64Array): void {
  const size = to.length;
  let r = 0;
  for (; r + 4 <= count; r += 4) {
    const [w, x, y, z] = [by[r], by[r + 1], by[r + 2], by[r + 3]];
    for (let i = 0, at = r * size; i < size; i++, at++)
      to[i] += w * rows[at] + x * rows[at + size] + (y * rows[at + 2 * size] + z * rows[at + 3 * size]);
  }
  for (; r < count; r++) for (let i = 0, at = r * size; i < size; i++, at++) to[i] += by[r] * rows[at];
}

/** The most entries of a matrix that multiplies on the host. */
const MOST_ENTRIES = 2 ** 16;

const onHost = (A: CsrArray): CompressedRows => ({
  ...hostStructure(CsrArray.structureOf(A)),
  value: hostParts(A)[0] as Float64Array,
});

/** A matrix's entries on the host; null for an operator, for other dtypes than float64, and for a matrix that is not small. */
function entriesOf(A: SystemMatrix): (() => CompressedRows) | null {
  if (!issparse(A as never) || A.dtype !== float64) return null;
  const own = snapshotOf((A as unknown as { tocsr(): CsrArray }).tocsr());
  if (own.nnz > MOST_ENTRIES) return null;
  return () => onHost(own);
}

/** Writes A v. */
function multiply({ ptr, col, value }: CompressedRows, v: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = ptr[i]; k < ptr[i + 1]; k++) sum += value[k] * v[col[k]];
    out[i] = sum;
  }
}

/** Writes Aᵀ v. */
function multiplyTransposed({ ptr, col, value }: CompressedRows, v: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < v.length; i++) for (let k = ptr[i]; k < ptr[i + 1]; k++) out[col[k]] += value[k] * v[i];
}

/** The product with a matrix, where it is found on the host. */
export function hostProduct(A: SystemMatrix): (() => HostProduct) | null {
  const entries = entriesOf(A);
  if (entries === null) return null;
  return () => {
    const own = entries();
    return (v, out) => multiply(own, v, out);
  };
}

/** The product with AᵀA, or where `tall` is false with AAᵀ. */
export function hostGram(A: SystemMatrix, tall: boolean): (() => HostProduct) | null {
  const entries = entriesOf(A);
  if (entries === null) return null;
  return () => {
    const own = entries();
    const between = new Float64Array(own.shape[tall ? 0 : 1]);
    const [first, second] = tall ? [multiply, multiplyTransposed] : [multiplyTransposed, multiply];
    return (v, out) => {
      first(own, v, between);
      second(own, between, out);
    };
  };
}

/** Solves L y = y for rows with ones as last entries. */
function solveLower({ ptr, col, value }: CompressedRows, y: Float64Array): void {
  for (let i = 0; i < y.length; i++) {
    let sum = y[i];
    for (let k = ptr[i]; k < ptr[i + 1] - 1; k++) sum -= value[k] * y[col[k]];
    y[i] = sum;
  }
}

/** Solves U y = y for rows with the diagonal first. */
function solveUpper({ ptr, col, value }: CompressedRows, y: Float64Array): void {
  for (let i = y.length - 1; i >= 0; i--) {
    let sum = y[i];
    for (let k = ptr[i] + 1; k < ptr[i + 1]; k++) sum -= value[k] * y[col[k]];
    y[i] = sum / value[ptr[i]];
  }
}

/** The product with a matrix's inverse by its factors, where it is found on the host. */
export function hostInverse(lu: SparseLU): (() => HostProduct) | null {
  if (lu.dtype !== float64 || lu.nnz > MOST_ENTRIES) return null;
  return () => {
    const [L, U] = [onHost(lu.L), onHost(lu.U)];
    const [row, column] = [lu.permR, lu.permC].map((places) => places.dataSync() as Int32Array);
    const y = new Float64Array(row.length);
    return (v, out) => {
      for (let i = 0; i < v.length; i++) y[row[i]] = v[i];
      solveLower(L, y);
      solveUpper(U, y);
      for (let j = 0; j < out.length; j++) out[j] = y[column[j]];
    };
  };
}
