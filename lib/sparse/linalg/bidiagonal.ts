/** Golub and Kahan's bidiagonalization (1965) of a matrix, on which methods of least squares are built, and the interface of these. */
import { type NDArray, real, vdot } from '../../array/index.js';
import { isComplex } from '../values.js';
import { dot } from '../vectors.js';

/** Norms as a method updates them: of the residual, of the gradient, and the square of A's so far. */
export interface Norms {
  residual: number;
  gradient: number;
  norm: number;
}

/** A method's process. */
export interface Process {
  readonly x: NDArray;
  readonly norms: Readonly<Norms>;
  /** An estimate of the condition of A. */
  readonly condition: number;
  begin(): Promise<void>;
  step(): Promise<void>;
}

/** Golub and Kahan's bidiagonalization. */
export class Bidiagonalization {
  readonly #along: (v: NDArray) => NDArray;
  readonly #back: (u: NDArray) => NDArray;
  u: NDArray;
  v: NDArray;
  alpha = 0;
  beta = 0;

  constructor(along: (v: NDArray) => NDArray, back: (u: NDArray) => NDArray, rest: NDArray) {
    [this.#along, this.#back, this.u, this.v] = [along, back, rest, rest];
  }

  async begin(): Promise<void> {
    await this.#normalizeU(this.u);
    await this.#normalizeV(this.#back(this.u));
  }

  async step(): Promise<void> {
    await this.#normalizeU(this.#along(this.v).subtract(this.u.multiply(this.alpha)));
    await this.#normalizeV(this.#back(this.u).subtract(this.v.multiply(this.beta)));
  }

  async #normalizeU(u: NDArray): Promise<void> {
    this.beta = await lengthOf(u);
    this.u = u.multiply(this.beta > 0 ? 1 / this.beta : 0);
  }

  async #normalizeV(v: NDArray): Promise<void> {
    this.alpha = await lengthOf(v);
    this.v = v.multiply(this.alpha > 0 ? 1 / this.alpha : 0);
  }
}

/** The 2-norm of a vector. */
export async function lengthOf(v: NDArray): Promise<number> {
  return Math.sqrt(Number(await (isComplex(v) ? real(vdot(v, v)) : dot(v, v)).item()));
}
