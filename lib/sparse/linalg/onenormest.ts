/**
 * Estimates of 1-norms (Higham and Tisseur 2000, algorithm 2.4): by products of an operator and of its conjugate transpose with a few columns, of
 * which the largest sum of a product's elements is a lower bound. Columns are on the host between products.
 */
import { asarray, complex, type NDArray } from '../../array/index.js';
import { type ByPlace, COUNT, FLAG, listed, type OptionKinds, options, takes } from '../../base/index.js';
import { adjointProduct } from '../adjoint.js';
import { checkSquare } from '../coordinates.js';
import { POSITIVE_COUNT, SYSTEM } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { inDType, isComplexType } from '../values.js';
import { scattered } from './krylov-schur.js';
import { type Block, blockOf, fill } from './projected.js';
import { checkFloats } from './some.js';

export interface OneNormOptions {
  /** Columns at a time: with more the estimate is better and takes longer; default 2. */
  readonly t?: number;
  /** Most iterations; default 5. */
  readonly itmax?: number;
  /** Whether to give the vector v for which the norm of A v is the estimate times that of v; default false. */
  readonly computeV?: boolean;
  /** Whether to give w = A v; default false. */
  readonly computeW?: boolean;
}
const ONE_NORM: OptionKinds<OneNormOptions> = { t: POSITIVE_COUNT, itmax: COUNT, computeV: FLAG, computeW: FLAG };

/** An estimate, and the vectors that options ask for. */
export interface OneNorm extends ByPlace<number | NDArray> {
  readonly est: number;
  readonly v?: NDArray;
  readonly w?: NDArray;
}

/** The estimate alone, or with vectors. */
export interface OneNormFinder {
  (A: SystemMatrix, options: OneNormOptions & ({ readonly computeV: true } | { readonly computeW: true })): Promise<OneNorm>;
  (A: SystemMatrix, options?: OneNormOptions): Promise<number>;
}

/** A column: parts of its elements. */
type Column = Pick<Block, 're' | 'im'>;

function arrayOf({ re, im }: Column): NDArray {
  return im === null ? asarray(re) : complex(asarray(re), asarray(im));
}

const sizeAt = ({ re, im }: Column, i: number): number => (im === null ? Math.abs(re[i]) : Math.hypot(re[i], im[i]));

function lengthOf(y: Column): number {
  let sum = 0;
  for (let i = 0; i < y.re.length; i++) sum += sizeAt(y, i);
  return sum;
}

/** Each element over its size; 1 for 0. */
function signsOf(y: Column): Column {
  const part = (of: Float64Array, zero: number): Float64Array => {
    const signs = new Float64Array(of.length);
    for (let i = 0; i < signs.length; i++) {
      const size = sizeAt(y, i);
      signs[i] = size === 0 ? zero : of[i] / size;
    }
    return signs;
  };
  return { re: part(y.re, 1), im: y.im === null ? null : part(y.im, 0) };
}

/** Whether columns of signs are parallel. */
function isParallel(a: Column, b: Column): boolean {
  if (a.im !== null || b.im !== null) return false;
  let inner = 0;
  for (let i = 0; i < a.re.length; i++) inner += a.re[i] * b.re[i];
  return Math.abs(inner) === a.re.length;
}

/** The places of the greatest numbers, so many of them, the greatest first; of equal ones the first. */
function greatest(h: Float64Array, count: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < h.length; i++) {
    if (found.length === count && !(h[i] > h[found[count - 1]])) continue;
    let at = found.length;
    while (at > 0 && h[found[at - 1]] < h[i]) at--;
    found.splice(at, 0, i);
    if (found.length > count) found.pop();
  }
  return found;
}

class Estimate {
  readonly #size: number;
  readonly #isComplex: boolean;
  readonly #along: (X: readonly Column[]) => Promise<Column[]>;
  readonly #back: (X: readonly Column[]) => Promise<Column[]>;
  readonly #count: number;
  readonly #numbers = scattered();
  /** The unit vectors that were tried. */
  readonly #tried = new Set<number>();
  est = 0;
  /** The element of the unit vector that gave the estimate; -1 for the first columns. */
  best = -1;
  first: Column | null = null;
  w: Column | null = null;

  constructor(A: SystemMatrix, count: number) {
    const own = snapshotOf(A);
    const adjoint = adjointProduct('onenormest', own);
    this.#size = A.shape[0];
    this.#isComplex = isComplexType(A.dtype);
    this.#count = Math.min(count, this.#size);
    const each = (of: (v: NDArray) => NDArray) => (X: readonly Column[]) =>
      Promise.all(
        X.map(async (x) => {
          const y = blockOf(this.#size, 1, this.#isComplex);
          fill(y, (await inDType(of(inDType(arrayOf(x), A.dtype)), A.dtype).data()) as Float64Array);
          return y;
        }),
      );
    this.#along = each((v) => own.matmul(v));
    this.#back = each(adjoint);
  }

  async run(itmax: number): Promise<void> {
    let X = this.#begin();
    let units: number[] | null = null;
    let before: Column[] = [];
    for (let k = 1; ; k++) {
      const Y = await this.#along(X);
      const sums = Y.map(lengthOf);
      const at = sums.indexOf(Math.max(...sums));
      const last = this.est;
      if (sums[at] > last || k === 1) {
        this.est = sums[at];
        this.w = Y[at];
        if (units === null) this.first = X[at];
        else this.best = units[at];
      }
      if (!(sums[at] > last) || k > itmax || this.#count === this.#size) return;
      const S = this.#distinct(Y.map(signsOf), before);
      if (S === null) return;
      before = S;
      const Z = await this.#back(S);
      units = this.#next(Z, k);
      if (units === null) return;
      X = units.map((unit) => this.#unit(unit));
    }
  }

  #column(of: (i: number) => number): Column {
    const re = new Float64Array(this.#size);
    for (let i = 0; i < re.length; i++) re[i] = of(i);
    return { re, im: this.#isComplex ? new Float64Array(this.#size) : null };
  }

  #unit(at: number): Column {
    return this.#column((i) => (i === at ? 1 : 0));
  }

  #signs(): Column {
    return this.#column(() => (this.#numbers.next().value < 0 ? -1 : 1));
  }

  /** Columns of length 1: of equal elements, and of random signs; all unit vectors where these are as many. */
  #begin(): Column[] {
    const columns = Array.from({ length: this.#count }, (_, j) => (j === 0 ? this.#column(() => 1) : this.#signs()));
    if (this.#count === this.#size) return columns.map((_, j) => this.#unit(j));
    return columns.map(({ re, im }) => ({ re: re.map((x) => x / this.#size), im }));
  }

  /** With random signs for columns that are parallel to further ones; null where all were there before. */
  #distinct(S: Column[], before: readonly Column[]): Column[] | null {
    if (S.every((s) => before.some((b) => isParallel(s, b)))) return null;
    const made: Column[] = [];
    for (let s of S) {
      for (let tries = 0; tries < 8 && [...before, ...made].some((b) => isParallel(s, b)); tries++) s = this.#signs();
      made.push(s);
    }
    return made;
  }

  /** Unit vectors to go on with: where the gradient is largest, and that were not tried; null for none that promises more. */
  #next(Z: readonly Column[], k: number): number[] | null {
    const h = new Float64Array(this.#size);
    for (const z of Z) for (let i = 0; i < h.length; i++) h[i] = Math.max(h[i], sizeAt(z, i));
    const order = greatest(h, this.#count + this.#tried.size);
    if (k > 1 && this.best >= 0 && h[order[0]] === h[this.best]) return null;
    if (order.slice(0, this.#count).every((i) => this.#tried.has(i))) return null;
    const units = order.filter((i) => !this.#tried.has(i)).slice(0, this.#count);
    for (const unit of units) this.#tried.add(unit);
    return units;
  }

  get v(): Column {
    if (this.best >= 0) return this.#unit(this.best);
    return this.first ?? this.#unit(0);
  }
}

/**
 * A lower bound of the 1-norm of a square matrix or operator with `rmatvec`, mostly the norm itself, without its elements; exact where `t` is the number of
 * columns. Rejects with `ShapeError`, `DTypeError`.
 *
 * @example
 * const A = sparse.csrArray([[1, 0, 0], [5, 8, 2], [0, -1, 0]]);
 * await sparse.linalg.onenormest(A); // 9
 */
export const onenormest = takes(
  'onenormest',
  SYSTEM,
  options(ONE_NORM),
)(
  async (
    A: SystemMatrix,
    { t = 2, itmax = 5, computeV = false, computeW = false }: OneNormOptions = {},
  ): Promise<number | OneNorm> => {
    checkFloats('onenormest', A);
    const size = checkSquare('onenormest', A);
    const estimate = new Estimate(A, t);
    if (size > 0) await estimate.run(itmax);
    if (!computeV && !computeW) return estimate.est;
    const vector = (of: Column): NDArray => inDType(arrayOf(of), A.dtype);
    const v = computeV ? { v: vector(estimate.v) } : {};
    const w = computeW && estimate.w !== null ? { w: vector(estimate.w) } : {};
    return listed('onenormest', { est: estimate.est, ...v, ...w }) as unknown as OneNorm;
  },
) as OneNormFinder;
