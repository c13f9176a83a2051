/**
 * Some eigenvalues of a symmetric operator, by Lanczos's process with thick restarts (Wu and Simon 2000): the basis is kept in the rows of one
 * array and made orthogonal twice against all of it; where it is full, the process goes on from its best Ritz vectors. A basis that spans
 * an invariant space goes on with a vector of random numbers, so that eigenvalues are found as often as they occur.
 */
import { asarray, linalg, type NDArray, zeros } from '../../array/index.js';
import { ConvergenceError } from '../../base/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { dot } from '../vectors.js';

interface Problem {
  readonly name: string;
  readonly size: number;
  readonly dtype: DType;
  readonly apply: (v: NDArray) => NDArray;
  /** How many are wanted, and vectors of the basis: more than that. */
  readonly count: number;
  readonly basis: number;
  /** The best first: whether eigenvalue a is wanted rather than b. */
  readonly better: (a: number, b: number) => number;
  readonly tol: number;
  readonly maxiter: number;
  readonly start: NDArray | null;
}

export interface Ritz {
  readonly values: Float64Array;
  /** Rows are vectors. */
  readonly vectors: NDArray;
}

/** The size below which a vector is nothing but rounding, and the share of an eigenvalue that counts as such. */
const EPSILON = { float64: 2 ** -52, float32: 2 ** -23 };

/** Numbers in [-0.5, 0.5), the same in every run. */
function* scattered(): Generator<number, never> {
  let state = 12345;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32 - 0.5;
  }
}

export class Lanczos {
  readonly #problem: Problem;
  readonly #epsilon: number;
  readonly #numbers = scattered();
  #basis: NDArray;
  /** The operator in the basis, by rows. */
  #projected: Float64Array;
  /** How many vectors of the basis are known to the projected operator. */
  #known = 0;
  /** The length of the part that the last vector leads to beyond the basis. */
  #beyond = 0;
  #largest = 0;

  constructor(problem: Problem) {
    const { basis, size, dtype } = problem;
    this.#problem = problem;
    this.#epsilon = dtype === float64 ? EPSILON.float64 : EPSILON.float32;
    this.#basis = zeros([basis + 1, size], { dtype });
    this.#projected = new Float64Array(basis * basis);
  }

  /** Throws `ConvergenceError` where the eigenvalues are not found within `maxiter` restarts. */
  async run(): Promise<Ritz> {
    const { start, count, basis, maxiter, name, dtype } = this.#problem;
    await this.#put(0, start === null ? this.#random() : start.astype(dtype));
    let found = 0;
    for (let restart = 0; restart <= maxiter; restart++) {
      while (this.#known < basis) await this.#extend();
      const { values, vectors, order } = await this.#ritz();
      const kept = order.slice(0, count);
      found = kept.filter((i) => this.#isFound(values[i], vectors[i][basis - 1])).length;
      if (found === count) return { values: Float64Array.from(kept, (i) => values[i]), vectors: this.#combined(kept, vectors) };
      const more = Math.min(basis - 1, count + Math.floor((basis - count) / 2));
      this.#restart(order.slice(0, more), values, vectors);
    }
    throw new ConvergenceError(
      `${name}: ${found} of ${count} eigenvalues converged within ${maxiter} restarts of a basis of ${basis} vectors; raise maxiter or ncv, or look near a value with sigma`,
    );
  }

  #isFound(value: number, last: number): boolean {
    const tol = Math.max(this.#problem.tol, this.#epsilon);
    const size = Math.max(Math.abs(value), this.#epsilon ** (2 / 3), this.#largest * this.#epsilon);
    return Math.abs(this.#beyond * last) <= tol * size;
  }

  #random(): NDArray {
    const { size, dtype } = this.#problem;
    return asarray(Float64Array.from({ length: size }, () => this.#numbers.next().value)).astype(dtype);
  }

  /** Puts a vector of length 1 into the basis. */
  async #put(row: number, v: NDArray): Promise<void> {
    const length = Math.sqrt(Number(await dot(v, v).item()));
    this.#basis.slice(row).assign(v.multiply(length > 0 ? 1 / length : 0));
  }

  /** A vector without its part in the first rows of the basis, and that part. */
  #beside(v: NDArray, rows: number): { rest: NDArray; part: NDArray } {
    const basis = this.#basis.slice(`0:${rows}`);
    const once = basis.matmul(v);
    const near = v.subtract(once.matmul(basis));
    const twice = basis.matmul(near);
    return { rest: near.subtract(twice.matmul(basis)), part: once.add(twice) };
  }

  /** Applies the operator to the newest vector, which gives a column of the projected one and the vector behind it. */
  async #extend(): Promise<void> {
    const { apply, basis, size } = this.#problem;
    const j = this.#known;
    const { rest, part } = this.#beside(apply(this.#basis.slice(j)), j + 1);
    const [column, square] = await Promise.all([part.data(), dot(rest, rest).item()]);
    for (let i = 0; i <= j; i++) this.#projected[i * basis + j] = this.#projected[j * basis + i] = Number(column[i]);
    this.#beyond = Math.sqrt(Number(square));
    this.#largest = Math.max(this.#largest, Math.hypot(...Array.from(column, Number)));
    this.#known++;
    const isNothing = this.#beyond <= this.#largest * this.#epsilon * Math.sqrt(size);
    if (!isNothing) this.#basis.slice(j + 1).assign(rest.multiply(1 / this.#beyond));
    else {
      this.#beyond = 0;
      if (j + 1 < size) await this.#put(j + 1, this.#beside(this.#random(), j + 1).rest);
    }
  }

  /** Eigenvalues and eigenvectors of the projected operator, and their order, the wanted ones first. */
  async #ritz(): Promise<{ values: number[]; vectors: number[][]; order: number[] }> {
    const { basis, better } = this.#problem;
    const { eigenvalues, eigenvectors } = linalg.eigh(asarray(this.#projected).reshape([basis, basis]));
    const values = Array.from(await eigenvalues.data(), Number);
    const vectors = (await eigenvectors.T.tolist()) as number[][];
    const order = values.map((_, i) => i).sort((a, b) => better(values[a], values[b]));
    return { values, vectors, order };
  }

  #combined(kept: readonly number[], vectors: readonly (readonly number[])[]): NDArray {
    const { basis, dtype } = this.#problem;
    const rows = asarray(kept.map((i) => vectors[i])).astype(dtype);
    return rows.matmul(this.#basis.slice(`0:${basis}`));
  }

  /** Goes on from some Ritz vectors and the vector behind the basis. */
  #restart(kept: readonly number[], values: readonly number[], vectors: readonly (readonly number[])[]): void {
    const { basis, size, dtype } = this.#problem;
    const next = zeros([basis + 1, size], { dtype });
    next.slice(`0:${kept.length}`).assign(this.#combined(kept, vectors));
    next.slice(kept.length).assign(this.#basis.slice(basis));
    this.#basis = next;
    this.#projected = new Float64Array(basis * basis);
    kept.forEach((i, row) => {
      this.#projected[row * basis + row] = values[i];
    });
    this.#known = kept.length;
  }
}
