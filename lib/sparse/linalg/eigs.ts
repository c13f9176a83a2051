/** Some eigenvalues of matrices that need not be symmetric. */
import { asarray, type Complex, complex, type NDArray } from '../../array/index.js';
import { listed, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { complexFor } from '../../dtype/index.js';
import { checkSquare } from '../coordinates.js';
import { SCALAR_VALUE, SYSTEM } from '../kinds.js';
import type { SystemMatrix } from '../solver.js';
import { isComplexType, typeOfParts } from '../values.js';
import type { EigenFinder, SomeEigenpairs } from './eigen.js';
import type { Value } from './projected.js';
import { checkFloats, SOME, type SomeOptions, someEigenvalues, VECTORS, type VectorsOption } from './some.js';
import { GENERALIZED, type GeneralizedOptions, transformed } from './spectral.js';

type Which = 'LM' | 'SM' | 'LR' | 'SR' | 'LI' | 'SI';

/** Options of `eigs`. */
export interface EigsOptions extends SomeOptions, GeneralizedOptions, VectorsOption {
  /**
   * `LM`, `SM`: the largest and the smallest magnitude; `LR`, `SR`: the largest and the smallest real part; `LI`, `SI`: imaginary part, of which
   * for a real matrix the magnitude counts; default `LM`. With `sigma` that of 1 / (λ - sigma), so that `LM` is the nearest to sigma.
   */
  readonly which?: Which;
  /** Look near this value, by factors of A - sigma M; complex as `{ re, im }`. */
  readonly sigma?: number | Complex;
}
const EIGS_OPTIONS: OptionKinds<EigsOptions> = {
  ...SOME,
  ...GENERALIZED,
  ...VECTORS,
  which: oneOf('LM', 'SM', 'LR', 'SR', 'LI', 'SI'),
  sigma: SCALAR_VALUE,
};

const SIZE: Readonly<Record<'M' | 'R' | 'I', (value: Value) => number>> = {
  M: ({ re, im }) => Math.hypot(re, im),
  R: ({ re }) => re,
  I: ({ im }) => im,
};

/** The wanted ones first; of a pair of conjugates the one above the axis. */
function orderOf(which: Which, isReal: boolean): (values: readonly Value[]) => readonly number[] {
  const [direction, part] = which as unknown as ['L' | 'S', 'M' | 'R' | 'I'];
  const sign = direction === 'L' ? -1 : 1;
  return (values) => {
    const sizes = values.map((value) => sign * (isReal && part === 'I' ? Math.abs(value.im) : SIZE[part](value)));
    const isSame = (a: number, b: number): boolean => isReal && Math.abs(sizes[a] - sizes[b]) <= 1e-12 * Math.abs(sizes[a]);
    return values
      .map((_, i) => i)
      .sort((a, b) => (isSame(a, b) ? 0 : sizes[a] - sizes[b]) || values[b].im - values[a].im || a - b);
  };
}

/**
 * Some eigenvalues of a square matrix or operator, the wanted ones first, and their eigenvectors, of length 1, as complex arrays: by Krylov and
 * Schur's method (Stewart 2001). Only products with the matrix are needed, or with `sigma` its factors. Of a real matrix's last pair of conjugates one
 * may be left out, as in SciPy. Rejects with `ConvergenceError` where `maxiter` restarts are too few, `ShapeError`, `DTypeError`, `ArgumentError`.
 *
 * @example
 * const A = sparse.csrArray([[0, 2, 0, 0], [-2, 0, 0, 0], [0, 0, 1, 5], [0, 0, 0, -1]]);
 * const { eigenvalues, eigenvectors } = await sparse.linalg.eigs(A, { k: 2 });
 * await np.allclose(np.imag(eigenvalues), [2, -2]).item(); // true
 * await np.allclose(A.matmul(eigenvectors), eigenvectors.multiply(eigenvalues)).item(); // true
 */
export const eigs = takes(
  'eigs',
  SYSTEM,
  options(EIGS_OPTIONS),
)(async (A: SystemMatrix, given: EigsOptions = {}): Promise<NDArray | SomeEigenpairs> => {
  const { which = 'LM', returnEigenvectors = true } = given;
  checkFloats('eigs', A);
  const size = checkSquare('eigs', A);
  const { back, dtype, apply, onHost } = await transformed('eigs', A, given);
  const order = orderOf(which, !isComplexType(dtype));
  const found = await someEigenvalues({ name: 'eigs', size, dtype, apply, onHost, metric: null, hermitian: false, order }, given);
  const values = found.values.map(back);
  const result = complexFor(typeOfParts(dtype));
  const eigenvalues = complex(asarray(values.map(({ re }) => re)), asarray(values.map(({ im }) => im))).astype(result);
  if (!returnEigenvectors) return eigenvalues;
  return listed('eigs', { eigenvalues, eigenvectors: found.vectors.T.astype(result) });
}) as EigenFinder<EigsOptions>;
