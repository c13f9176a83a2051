/** Some eigenvalues of symmetric and Hermitian matrices, sparse ones and operators. */
import { asarray, type NDArray } from '../../array/index.js';
import { type ByPlace, listed, NUMBER, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { checkSquare } from '../coordinates.js';
import { SYSTEM } from '../kinds.js';
import type { SystemMatrix } from '../solver.js';
import { typeOfParts } from '../values.js';
import type { Value } from './projected.js';
import { checkFloats, SOME, type SomeOptions, someEigenvalues, VECTORS, type VectorsOption } from './some.js';
import { GENERALIZED, type GeneralizedOptions, transformed } from './spectral.js';

/** Options of `eigsh`. */
export interface EigshOptions extends SomeOptions, GeneralizedOptions, VectorsOption {
  /**
   * `LM`, `SM`: the largest and the smallest magnitude; `LA`, `SA`: the largest and the smallest, signs included; `BE`: half of them from each end,
   * one more from the high end for an odd `k`; default `LM`. With `sigma` that of 1 / (λ - sigma), so that `LM` is the nearest to sigma.
   */
  readonly which?: 'LM' | 'SM' | 'LA' | 'SA' | 'BE';
  /** Look near this value, by factors of A - sigma M. `sigma: 0` finds the smallest magnitudes fast. */
  readonly sigma?: number;
  /**
   * With `sigma`, the values that `which` orders: `normal`: 1 / (λ - sigma); `buckling`: λ / (λ - sigma), for a positive definite A and any M; `cayley`:
   * (λ + sigma) / (λ - sigma). Default `normal`.
   */
  readonly mode?: 'normal' | 'buckling' | 'cayley';
}
const EIGSH_OPTIONS: OptionKinds<EigshOptions> = {
  ...SOME,
  ...GENERALIZED,
  ...VECTORS,
  which: oneOf('LM', 'SM', 'LA', 'SA', 'BE'),
  sigma: NUMBER,
  mode: oneOf('normal', 'buckling', 'cayley'),
};

const BETTER: Readonly<Record<'LM' | 'SM' | 'LA' | 'SA', (a: number, b: number) => number>> = {
  LM: (a, b) => Math.abs(b) - Math.abs(a),
  SM: (a, b) => Math.abs(a) - Math.abs(b),
  LA: (a, b) => b - a,
  SA: (a, b) => a - b,
};

/** The places of real eigenvalues, the wanted ones first. */
export function orderOf(which: 'LM' | 'SM' | 'LA' | 'SA' | 'BE'): (values: readonly Value[]) => readonly number[] {
  return (values) => {
    const sorted = values.map((_, i) => i);
    const compare = BETTER[which === 'BE' ? 'LA' : which];
    sorted.sort((a, b) => compare(values[a].re, values[b].re));
    if (which !== 'BE') return sorted;
    const last = sorted.length - 1;
    return sorted.map((_, i) => sorted[i % 2 === 0 ? i / 2 : last - (i - 1) / 2]);
  };
}

/** Eigenvalues, and eigenvectors as columns. */
export interface SomeEigenpairs extends ByPlace<NDArray> {
  readonly eigenvalues: NDArray;
  readonly eigenvectors: NDArray;
}

/** Eigenvalues alone, or with eigenvectors. */
export interface EigenFinder<Options> {
  (A: SystemMatrix, options: Options & { readonly returnEigenvectors: false }): Promise<NDArray>;
  (A: SystemMatrix, options?: Options & { readonly returnEigenvectors?: true }): Promise<SomeEigenpairs>;
}

/**
 * Some eigenvalues of a symmetric or Hermitian matrix or operator, ascending, and their eigenvectors, of length 1 (with `M`: in its inner
 * product), by Lanczos's process with thick restarts (Wu and Simon 2000). Only products with the matrix are needed, or with `sigma` its factors;
 * that it is symmetric is not looked at. Rejects with `ConvergenceError` where `maxiter` restarts are too few, `ShapeError`, `DTypeError`,
 * `ArgumentError`.
 *
 * @example
 * const A = sparse.poisson1d(50);
 * const { eigenvalues, eigenvectors } = await sparse.linalg.eigsh(A, { k: 2, sigma: 0 });
 * const known = [1, 2].map((j) => 2 - 2 * Math.cos((j * Math.PI) / 51));
 * await np.allclose(eigenvalues, known, { rtol: 1e-10 }).item(); // true
 * eigenvectors.shape; // [50, 2]
 */
export const eigsh = takes(
  'eigsh',
  SYSTEM,
  options(EIGSH_OPTIONS),
)(async (A: SystemMatrix, given: EigshOptions = {}): Promise<NDArray | SomeEigenpairs> => {
  const { which = 'LM', returnEigenvectors = true } = given;
  checkFloats('eigsh', A);
  const size = checkSquare('eigsh', A);
  const { back, ...operator } = await transformed('eigsh', A, given);
  const { values, vectors } = await someEigenvalues(
    { ...operator, name: 'eigsh', size, hermitian: true, order: orderOf(which) },
    given,
  );
  const found = values.map((value) => back(value).re);
  const order = found.map((_, i) => i).sort((a, b) => found[a] - found[b]);
  const eigenvalues = asarray(order.map((i) => found[i])).astype(typeOfParts(operator.dtype));
  if (!returnEigenvectors) return eigenvalues;
  return listed('eigsh', { eigenvalues, eigenvectors: vectors.take(asarray(Int32Array.from(order)), 0).T });
}) as EigenFinder<EigshOptions>;
