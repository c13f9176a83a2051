/**
 * Some eigenvalues of an operator by Krylov and Schur's method (Stewart 2001): Arnoldi's process with thick restarts, which for a self-adjoint
 * operator is Lanczos's (Wu and Simon 2000). Where the basis is full, the process goes on from the invariant subspace of the best Ritz values.
 *
 *     A Vᵀ = Vᵀ H + beta v eᵀ        V: the basis by rows; H: the projected operator; v: the vector behind the basis
 *
 * A basis that spans an invariant space, which the lengths say afterwards, goes on with a vector of random numbers, so that eigenvalues are found as
 * often as they occur.
 */
import type { NDArray } from '../../array/index.js';
import { ArgumentError, ConvergenceError } from '../../base/index.js';
import { float32 } from '../../dtype/index.js';
import { inDType, isComplexType, typeOfParts } from '../values.js';
import { ArrayBasis, type Basis, type BasisOf, vectorOf } from './basis.js';
import { HostBasis, type HostProduct, isSmall } from './host-basis.js';
import { type Block, blockOf, columnsOf, type Projected, projectedGeneral, projectedHermitian, type Value } from './projected.js';

export interface Problem extends BasisOf {
  readonly name: string;
  /** The operator's product on the host, for real float64 vectors and no metric; null where there is none. */
  readonly onHost: (() => HostProduct) | null;
  /** Whether the operator is self-adjoint in that inner product. */
  readonly hermitian: boolean;
  /** How many are wanted: fewer than the basis has vectors. */
  readonly count: number;
  /** The places of eigenvalues, the wanted ones first. */
  readonly order: (values: readonly Value[]) => readonly number[];
  readonly tol: number;
  readonly maxiter: number;
  readonly start: NDArray | null;
}

export interface Ritz {
  readonly values: readonly Value[];
  /** Rows are vectors of length 1; complex unless the operator is real and self-adjoint. */
  readonly vectors: NDArray;
}

/** The size below which a vector is nothing but rounding, and the share of an eigenvalue that counts as such. */
const EPSILON = { float64: 2 ** -52, float32: 2 ** -23 };

/** Restarts for which values are as good as products are before they are taken: meanwhile a second copy of one of them comes up from rounding. */
const PATIENCE = 8;

/** Numbers in [-0.5, 0.5), the same in every run. */
export function* scattered(): Generator<number, never> {
  let state = 12345;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32 - 0.5;
  }
}

export class KrylovSchur {
  readonly #problem: Problem;
  readonly #isComplex: boolean;
  readonly #epsilon: number;
  readonly #numbers = scattered();
  readonly #basis: Basis;
  /** The operator in the basis. */
  #projected: Block;
  /** How many vectors of the basis are known to the projected operator. */
  #known = 0;
  /** The length of the part that the last vector leads to beyond the basis. */
  #beyond = 0;
  #largest = 0;

  constructor(problem: Problem) {
    const { basis, dtype } = problem;
    this.#problem = problem;
    this.#isComplex = isComplexType(dtype);
    this.#epsilon = typeOfParts(dtype) === float32 ? EPSILON.float32 : EPSILON.float64;
    const { onHost } = problem;
    this.#basis = onHost !== null && isSmall(problem) ? new HostBasis(problem, onHost()) : new ArrayBasis(problem);
    this.#projected = blockOf(basis, basis, this.#isComplex);
  }

  /** Throws `ConvergenceError` where the eigenvalues are not found within `maxiter` restarts, `ArgumentError` for values that are not finite. */
  async run(): Promise<Ritz> {
    const { start, count, basis, maxiter, name, dtype, order } = this.#problem;
    this.#basis.put(0, start === null ? this.#random() : inDType(start, dtype));
    let [found, settled] = [0, 0];
    for (let restart = 0; restart <= maxiter; restart++) {
      while (this.#known < basis) await this.#fill();
      const small = await this.#small();
      const ordered = order(small.values);
      const wanted = ordered.slice(0, count);
      found = wanted.filter((i) => this.#isFound(small, i)).length;
      if (found === count) settled++;
      const isSure = found === count && (settled > PATIENCE || wanted.every((i) => this.#isFound(small, i, true)));
      if (isSure)
        return { values: wanted.map((i) => small.values[i]), vectors: this.#basis.combined(columnsOf(small.vectors, wanted)) };
      this.#restart(small, this.#kept(ordered, small));
    }
    throw new ConvergenceError(
      `${name}: ${found} of ${count} eigenvalues converged within ${maxiter} restarts of a basis of ${basis} vectors; raise maxiter or ncv, or look near a value with sigma`,
    );
  }

  #small(): Projected | Promise<Projected> {
    const { hermitian, name } = this.#problem;
    if (!hermitian) return projectedGeneral(this.#projected, name);
    return projectedHermitian(this.#projected);
  }

  /** Whether a residual is small enough; `strictly`: for the value's own size, where products are not as exact. */
  #isFound({ values, vectors }: Projected, i: number, strictly = false): boolean {
    const { basis } = this.#problem;
    const tol = Math.max(this.#problem.tol, this.#epsilon);
    const { re, im } = values[i];
    const size = Math.max(Math.hypot(re, im), this.#epsilon ** (2 / 3));
    const last = (basis - 1) * basis + i;
    // Products have errors of the largest eigenvalue's rounding: a smaller residual is by chance.
    const least = strictly ? 0 : this.#largest * this.#epsilon;
    return this.#beyond * Math.hypot(vectors.re[last], vectors.im?.[last] ?? 0) <= Math.max(tol * size, least);
  }

  /** The Ritz values to go on from: some more than are wanted, and of a real operator pairs of conjugate ones. */
  #kept(ordered: readonly number[], { partners }: Projected): readonly number[] {
    const { count, basis } = this.#problem;
    const most = Math.min(basis - 1, count + Math.floor((basis - count) / 2));
    if (partners === null) return ordered.slice(0, most);
    const kept = new Set<number>();
    for (const i of ordered) {
      const more = [i, partners[i]].filter((k, at) => !kept.has(k) && (at === 0 || k !== i));
      if (kept.size + more.length >= basis) break;
      for (const k of more) kept.add(k);
      if (kept.size >= most) break;
    }
    return [...kept];
  }

  #random(): NDArray {
    const { size, dtype } = this.#problem;
    const part = (): Float64Array => Float64Array.from({ length: size }, () => this.#numbers.next().value);
    return vectorOf(this.#isComplex ? [part(), part()] : [part()], dtype);
  }

  /** Applies the operator to vector after vector until the basis is full, or spans an invariant space. */
  async #fill(): Promise<void> {
    const { basis, size } = this.#problem;
    const from = this.#known;
    const { parts, squares } = await this.#basis.fill(from);
    let at = 0;
    for (let j = from; j < basis; at += j + 1, j++) {
      this.#beyond = Math.sqrt(squares[j - from]);
      this.#learn(j, parts, at);
      this.#known = j + 1;
      if (this.#beyond > this.#largest * this.#epsilon * Math.sqrt(size)) continue;
      this.#beyond = 0;
      if (j + 1 >= size) return;
      this.#basis.put(j + 1, this.#random());
      return;
    }
  }

  /** Takes a column of the projected operator in: parts of a vector along the basis and, in the next row, the length that is left. */
  #learn(j: number, parts: ArrayLike<number>, from: number): void {
    const { basis, hermitian, name } = this.#problem;
    const { re, im } = this.#projected;
    let square = this.#beyond ** 2;
    for (let i = 0; i <= j; i++) {
      const [to, across] = [i * basis + j, j * basis + i];
      re[to] = parts[im === null ? from + i : 2 * (from + i)];
      if (im !== null) im[to] = parts[2 * (from + i) + 1];
      square += re[to] ** 2 + (im?.[to] ?? 0) ** 2;
      if (!hermitian) continue;
      re[across] = re[to];
      if (im !== null) im[across] = i === j ? (im[to] = 0) : -im[to];
    }
    if (!Number.isFinite(square)) throw new ArgumentError(`${name}: the operator gives values that are not finite`);
    this.#largest = Math.max(this.#largest, Math.sqrt(square));
    if (!hermitian && j + 1 < basis) re[(j + 1) * basis + j] = this.#beyond;
  }

  /** Goes on from the invariant subspace of some Ritz values and the vector behind the basis. */
  #restart(small: Projected, kept: readonly number[]): void {
    const { basis } = this.#problem;
    const { w, h } = small.restart(kept);
    const count = kept.length;
    this.#basis.restart(w);
    this.#projected = blockOf(basis, basis, this.#isComplex);
    const to = this.#projected;
    for (const [part, of, last] of [
      [to.re, h.re, w.re],
      [to.im, h.im, w.im],
    ] as const) {
      if (part === null || of === null || last === null) continue;
      for (let i = 0; i < count; i++) part.set(of.subarray(i * count, (i + 1) * count), i * basis);
      // The last row of the process's equation, beta eᵀ W, joins the kept vectors to the one behind them.
      for (let k = 0; k < count; k++) part[count * basis + k] = this.#beyond * last[(basis - 1) * count + k];
    }
    this.#known = count;
  }
}
