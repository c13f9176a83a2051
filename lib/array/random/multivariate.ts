/** Normal vectors with a covariance matrix, as NumPy makes them: rows of normal numbers times a factor of the matrix. */
import { ShapeError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { formatShape, type Shape } from '../../shape/index.js';
import { abs, add, multiply, sqrt } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { cholesky } from '../linalg/solve.js';
import { eigh, svd } from '../linalg/spectra.js';
import { matrixTranspose } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { isOptions, type ShapeOption, type Size, shapeIn } from './arguments.js';

/** Options of draws of normal vectors. */
export interface FactoredOptions extends ShapeOption {
  /** How the covariance matrix is factored; default 'svd', as in NumPy. */
  readonly method?: 'svd' | 'eigh' | 'cholesky';
}

function factorOf(covariance: NDArray, method: NonNullable<FactoredOptions['method']>): NDArray {
  if (method === 'cholesky') return cholesky(covariance);
  if (method === 'svd') {
    const { u, s } = svd(covariance);
    return multiply(u, sqrt(s));
  }
  const { eigenvalues, eigenvectors } = eigh(covariance);
  return multiply(eigenvectors, sqrt(abs(eigenvalues)));
}

/** Normal vectors along a last axis. `normals`: as many numbers. Throws `ShapeError` where mean and covariance do not fit. */
export function multivariateOf(
  normals: (shape: Shape) => NDArray,
  mean: ArrayLike,
  covariance: ArrayLike,
  size: Size | FactoredOptions | undefined,
): NDArray {
  const [middle, spread] = [toArray(mean, 'multivariateNormal'), toArray(covariance, 'multivariateNormal')];
  const n = middle.size;
  if (middle.ndim !== 1 || spread.ndim !== 2 || spread.shape[0] !== n || spread.shape[1] !== n) {
    throw new ShapeError(
      `multivariateNormal: expected a vector and a matrix for it, got shapes ${formatShape(middle.shape)} and ${formatShape(spread.shape)}`,
    );
  }
  const shape = [...shapeArgument(shapeIn(size) ?? [], 'multivariateNormal'), n];
  const factor = factorOf(astype(spread, float64, { copy: false }), (isOptions(size) ? size.method : undefined) ?? 'svd');
  const rows = reshape(normals(shape), [-1, n]);
  return reshape(add(matmul(rows, matrixTranspose(factor)), middle), shape);
}
