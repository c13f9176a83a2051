/** Draws from sources of uniform and normal numbers by way of gamma's distribution, and in several dimensions. */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { add, divide, maximum, multiply, sqrt } from '../arithmetic.js';
import { type ArrayLike, toArray } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { exp } from '../exponential.js';
import { eigh } from '../linalg/spectra.js';
import { expandDims, matrixTranspose, squeeze } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import {
  gathered,
  type Parameter,
  type ScaleOptions,
  type ShapeOption,
  type Size,
  settled,
  shapeIn,
  sharedShape,
} from './arguments.js';
import { betaOf, checkPositive, dirichletOf, logGamma, type Source } from './gamma.js';
import { multinomialOf } from './multinomial.js';
import { type NumberList, numbersIn } from './number-list.js';
import { checkWidth } from './parameters.js';

/** A source of random numbers, in part: see `Draws`. */
export abstract class GammaDraws {
  abstract random(options?: ShapeOption): NDArray;
  abstract normal(options?: ShapeOption): NDArray;

  readonly #source: Source = {
    uniform: (shape) => this.random({ shape }),
    normal: (shape) => this.normal({ shape }),
  };

  #logGamma(a: number, size: Size | ShapeOption | undefined, operation: string): NDArray {
    checkPositive(
      a,
      operation === 'chisquare' || operation === 'standardT' ? 'number of degrees of freedom' : 'shape',
      operation,
    );
    return logGamma(this.#source, operation === 'gamma' ? a : a / 2, shapeArgument(shapeIn(size) ?? [], operation));
  }

  /**
   * The gamma distribution of a shape `a` and a scale (default 1). Throws `ArgumentError` unless `a` is positive.
   *
   * @example
   * rng.gamma(2, { scale: 3, shape: 5 });
   */
  gamma(a: number, scale?: Parameter | ScaleOptions, size?: Size | ScaleOptions): NDArray {
    const options = gathered<ScaleOptions>('gamma', ['scale', 'shape'], scale, size);
    const width = settled(options.scale ?? 1, 'gamma');
    const asked = sharedShape(options, 'gamma', width);
    checkWidth(width, 'scale', 'gamma');
    return multiply(exp(this.#logGamma(a, asked, 'gamma')), width);
  }

  /**
   * Sums of `df` squares of normal numbers. Throws `ArgumentError` unless `df` is positive.
   *
   * @example
   * rng.chisquare(3, { shape: 5 });
   */
  chisquare(df: number, size?: Size | ShapeOption): NDArray {
    return multiply(exp(this.#logGamma(df, size, 'chisquare')), 2);
  }

  /**
   * Student's distribution of `df` degrees of freedom. Throws `ArgumentError` unless `df` is positive.
   *
   * @example
   * rng.standardT(10, { shape: 5 });
   */
  standardT(df: number, size?: Size | ShapeOption): NDArray {
    const squares = exp(this.#logGamma(df, size, 'standardT'));
    return divide(this.normal({ shape: squares.shape }), sqrt(multiply(squares, 2 / df)));
  }

  /**
   * The beta distribution over (0, 1). Throws `ArgumentError` unless `a` and `b` are positive.
   *
   * @example
   * rng.beta(2, 5, { shape: 5 });
   */
  beta(a: number, b: number, size?: Size | ShapeOption): NDArray {
    for (const value of [a, b]) checkPositive(value, 'shape', 'beta');
    return betaOf(this.#source, a, b, shapeArgument(shapeIn(size) ?? [], 'beta'));
  }

  /**
   * Shares of a whole, along a last axis: each adds up to 1. Throws `ArgumentError` unless all of `alpha` are positive.
   *
   * @example
   * rng.dirichlet([1, 2, 3], { shape: 5 }).shape; // [5, 3]
   */
  dirichlet(alpha: NumberList, size?: Size | ShapeOption): NDArray {
    const shapes = numbersIn(alpha, 'dirichlet');
    if (shapes.length === 0) throw new ArgumentError('dirichlet: expected at least one shape');
    for (const a of shapes) checkPositive(a, 'shape', 'dirichlet');
    return dirichletOf(this.#source, shapes, shapeArgument(shapeIn(size) ?? [], 'dirichlet'));
  }

  /**
   * How often each outcome occurs in `n` trials, as int64 along a last axis, by the outcomes' probabilities: the last is 1 less the sum of
   * the ones before it. Throws `ArgumentError` unless they are probabilities, and for more than 2^32 trials in all.
   *
   * @example
   * rng.multinomial(10, [0.2, 0.3, 0.5], { shape: 5 }).shape; // [5, 3]
   */
  multinomial(n: number, probabilities: NumberList, size?: Size | ShapeOption): NDArray {
    const shares = numbersIn(probabilities, 'multinomial');
    const shape = shapeArgument(shapeIn(size) ?? [], 'multinomial');
    return multinomialOf((drawn) => this.random({ shape: drawn }), n, shares, shape);
  }

  /**
   * Normal vectors, along a last axis, with this mean and covariance matrix, which is symmetric and not negative: eigenvalues below 0 count
   * as 0. Throws `ShapeError` when they do not fit.
   *
   * @example
   * rng.multivariateNormal([0, 1], [[2, 1], [1, 2]], { shape: 5 }).shape; // [5, 2]
   */
  multivariateNormal(mean: ArrayLike, covariance: ArrayLike, size?: Size | ShapeOption): NDArray {
    const [middle, spread] = [toArray(mean, 'multivariateNormal'), toArray(covariance, 'multivariateNormal')];
    const n = middle.size;
    if (middle.ndim !== 1 || spread.ndim !== 2 || spread.shape[0] !== n || spread.shape[1] !== n) {
      throw new ShapeError(
        `multivariateNormal: expected a vector and a matrix for it, got shapes ${formatShape(middle.shape)} and ${formatShape(spread.shape)}`,
      );
    }
    const { eigenvalues, eigenvectors } = eigh(spread);
    const factor = multiply(eigenvectors, sqrt(maximum(eigenvalues, 0)));
    const shape = shapeArgument(shapeIn(size) ?? [], 'multivariateNormal');
    const rows = expandDims(this.normal({ shape: [...shape, n] }), { axis: -2 });
    return add(squeeze(matmul(rows, matrixTranspose(factor)), { axis: -2 }), middle);
  }
}
