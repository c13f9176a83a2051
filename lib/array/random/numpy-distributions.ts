/** The distributions of NumPy's `Generator` beside the common ones with `RandomState` (`numpy-draws.ts`). */
import { ArgumentError, zeroed } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sizeOf } from '../../shape/index.js';
import { assign } from '../assign.js';
import type { DTypeLike } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { exp } from '../exponential.js';
import { adopt, type NDArray } from '../ndarray.js';
import {
  gathered,
  type LocationOptions,
  locationOf,
  type NormalOptions,
  type Parameter,
  type ScaleOptions,
  type ShapeOption,
  type Size,
  shapeIn,
} from './arguments.js';
import { exponentialOf } from './distributions.js';
import { type ExponentialOptions, type FillArguments, fillOf } from './fill-options.js';
import { checkPositive } from './gamma.js';
import { type NumberList, numbersIn } from './number-list.js';
import {
  cauchyNext,
  chisquareNext,
  dirichletInto,
  fisherNext,
  gumbelNext,
  laplaceNext,
  logisticNext,
  noncentralChisquareNext,
  noncentralFisherNext,
  paretoNext,
  powerNext,
  rayleighNext,
  studentNext,
  triangularNext,
  vonmisesNext,
  waldNext,
  weibullNext,
} from './numpy-continuous.js';
import { geometricNext, logseriesNext, type Next, negativeBinomialNext, zipfNext } from './numpy-counts.js';
import { NumpyDraws } from './numpy-draws.js';
import { checkWidth } from './parameters.js';

function checkNoncentral(operation: string, nonc: number, ...freedoms: readonly number[]): void {
  for (const df of freedoms) checkPositive(df, 'number of degrees of freedom', operation);
  if (!(nonc >= 0 && nonc < Number.POSITIVE_INFINITY))
    throw new ArgumentError(`${operation}: expected a finite noncentrality of at least 0, got ${nonc}`);
}

type Located = Parameter | LocationOptions;

/** A source of the numbers of NumPy's `Generator`. */
export abstract class NumpyDistributions extends NumpyDraws {
  /** Exponential with mean 1. */
  standardExponential(
    size?: Size | ExponentialOptions,
    dtype?: DTypeLike | ExponentialOptions,
    method?: 'zig' | 'inv' | ExponentialOptions,
    out?: NDArray | null | ExponentialOptions,
  ): NDArray {
    const places = [size, dtype, method, out] as never[];
    const options = gathered<ExponentialOptions>('standardExponential', ['shape', 'dtype', 'method', 'out'], ...places);
    if (options.method !== 'inv') return this.#ziggurat(options);
    const fill = fillOf('standardExponential', options);
    const drawn = exponentialOf(this.random({ shape: fill.shape, dtype: fill.dtype }));
    return fill.out === undefined ? drawn : assign(fill.out, drawn);
  }

  #ziggurat(options: ExponentialOptions): NDArray {
    return this.fill([options], 'standardExponential', this.sources.exponential, this.native.exponential);
  }

  /** The gamma distribution of a shape and scale 1. Throws `ArgumentError` unless the shape is positive. */
  standardGamma(a: Parameter, ...given: FillArguments): NDArray {
    const { shape, dtype, out } = fillOf('standardGamma', ...given);
    const drawn = this.gamma(a, { shape, dtype });
    return out === undefined ? drawn : assign(out, drawn);
  }

  /** Numbers with a normal logarithm, of this mean (default 0) and standard deviation (default 1). */
  lognormal(mean?: Parameter | NormalOptions, std?: Parameter | NormalOptions, size?: Size | NormalOptions): NDArray {
    return exp(this.normal(mean, std, size));
  }

  #located(
    operation: string,
    next: (mean: number, scale: number) => Next,
    given: readonly (Located | Size | undefined)[],
  ): NDArray {
    const { mean, scale, shape } = locationOf(operation, ...given);
    return this.drawn(operation, shape, [mean, scale], (middle, width) => {
      checkWidth(width, 'scale', operation);
      return next(middle, width);
    });
  }

  /** Laplace's distribution, of two exponential sides. */
  laplace(mean?: Located, scale?: Located, size?: Size | LocationOptions): NDArray {
    return this.#located('laplace', laplaceNext, [mean, scale, size]);
  }

  /** The logistic distribution. */
  logistic(mean?: Located, scale?: Located, size?: Size | LocationOptions): NDArray {
    return this.#located('logistic', logisticNext, [mean, scale, size]);
  }

  /** Gumbel's distribution of largest values; `mean` is its mode. */
  gumbel(mean?: Located, scale?: Located, size?: Size | LocationOptions): NDArray {
    return this.#located('gumbel', gumbelNext, [mean, scale, size]);
  }

  /** Rayleigh's distribution: lengths of vectors of two normals of deviation `scale` (default 1). */
  rayleigh(scale?: Parameter | ScaleOptions, size?: Size | ScaleOptions): NDArray {
    const options = gathered<ScaleOptions>('rayleigh', ['scale', 'shape'], scale, size);
    return this.drawn('rayleigh', options, [options.scale ?? 1], (width) => {
      checkWidth(width, 'scale', 'rayleigh');
      return rayleighNext(width);
    });
  }

  /** A distribution of one positive parameter. */
  #shaped(
    operation: string,
    name: string,
    next: (value: number) => Next,
    parameter: Parameter,
    size?: Size | ShapeOption,
  ): NDArray {
    return this.drawn(operation, size, [parameter], (value) => {
      checkPositive(value, name, operation);
      return next(value);
    });
  }

  /** Weibull's distribution, of scale 1. Throws `ArgumentError` unless its shape is positive. */
  weibull(a: Parameter, size?: Size | ShapeOption): NDArray {
    return this.#shaped('weibull', 'shape', weibullNext, a, size);
  }

  /** The Pareto distribution from 0 on (Lomax's). Throws `ArgumentError` unless its shape is positive. */
  pareto(a: Parameter, size?: Size | ShapeOption): NDArray {
    return this.#shaped('pareto', 'shape', paretoNext, a, size);
  }

  /** Numbers in [0, 1] with a density that grows as x^(a - 1). Throws `ArgumentError` unless `a` is positive. */
  power(a: Parameter, size?: Size | ShapeOption): NDArray {
    return this.#shaped('power', 'shape', powerNext, a, size);
  }

  /** Sums of `df` squares of normal numbers. Throws `ArgumentError` unless `df` is positive. */
  chisquare(df: Parameter, size?: Size | ShapeOption): NDArray {
    return this.#shaped('chisquare', 'number of degrees of freedom', chisquareNext, df, size);
  }

  /** Student's distribution of `df` degrees of freedom. Throws `ArgumentError` unless `df` is positive. */
  standardT(df: Parameter, size?: Size | ShapeOption): NDArray {
    return this.#shaped('standardT', 'number of degrees of freedom', studentNext, df, size);
  }

  /** Fisher's distribution of two numbers of degrees of freedom. Throws `ArgumentError` unless both are positive. */
  f(numerator: Parameter, denominator: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('f', size, [numerator, denominator], (above, below) => {
      for (const df of [above, below]) checkPositive(df, 'number of degrees of freedom', 'f');
      return fisherNext(above, below);
    });
  }

  /** Wald's distribution, the inverse Gaussian one. Throws `ArgumentError` unless mean and scale are positive. */
  wald(mean: Parameter, scale: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('wald', size, [mean, scale], (middle, width) => {
      checkPositive(middle, 'mean', 'wald');
      checkPositive(width, 'scale', 'wald');
      return waldNext(middle, width);
    });
  }

  /** Cauchy's distribution, around 0 and of scale 1. */
  standardCauchy(size?: Size | ShapeOption): NDArray {
    return this.drawn('standardCauchy', size, [], () => cauchyNext);
  }

  /** From `left` to `right`, most likely at `mode`. Throws `ArgumentError` unless they are in order. */
  triangular(left: Parameter, mode: Parameter, right: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('triangular', size, [left, mode, right], (low, top, high) => {
      if (!(low <= top && top <= high && low < high))
        throw new ArgumentError(`triangular: expected left <= mode <= right, got ${low}, ${top} and ${high}`);
      return triangularNext(low, top, high);
    });
  }

  /** How many trials of probability `p` it takes to succeed, as int64. Throws `ArgumentError` unless p is a probability above 0. */
  geometric(p: Parameter, size?: Size | ShapeOption): NDArray {
    return this.counted('geometric', size, [p], (share) => {
      if (!(share > 0 && share <= 1)) throw new ArgumentError(`geometric: expected a probability above 0, got ${share}`);
      return geometricNext(share);
    });
  }

  /** How many trials of probability `p` fail before `n` succeed, as int64. Throws `ArgumentError` unless n is positive and p a probability above 0. */
  negativeBinomial(n: Parameter, p: Parameter, size?: Size | ShapeOption): NDArray {
    return this.counted('negativeBinomial', size, [n, p], (successes, share) => {
      checkPositive(successes, 'number of successes', 'negativeBinomial');
      if (!(share > 0 && share <= 1)) throw new ArgumentError(`negativeBinomial: expected a probability above 0, got ${share}`);
      return negativeBinomialNext(successes, share);
    });
  }

  /** The logarithmic series from 1 on, as int64. Throws `ArgumentError` unless p is a probability below 1. */
  logseries(p: Parameter, size?: Size | ShapeOption): NDArray {
    return this.counted('logseries', size, [p], (share) => {
      if (!(share >= 0 && share < 1)) throw new ArgumentError(`logseries: expected a probability below 1, got ${share}`);
      return logseriesNext(share);
    });
  }

  /** Zipf's distribution from 1 on, as int64. Throws `ArgumentError` unless `a` is greater than 1. */
  zipf(a: Parameter, size?: Size | ShapeOption): NDArray {
    return this.counted('zipf', size, [a], (exponent) => {
      if (!(exponent > 1)) throw new ArgumentError(`zipf: expected an exponent above 1, got ${exponent}`);
      return zipfNext(exponent);
    });
  }

  /** Angles around `mu`, within [-π, π]; the closer, the greater `kappa` is. Throws `ArgumentError` unless kappa is at least 0. */
  vonmises(mu: Parameter, kappa: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('vonmises', size, [mu, kappa], (middle, concentration) => {
      if (!(concentration >= 0) || !Number.isFinite(middle))
        throw new ArgumentError(
          `vonmises: expected a finite angle and a concentration of at least 0, got ${middle} and ${concentration}`,
        );
      return vonmisesNext(middle, concentration);
    });
  }

  /** Sums of `df` squares of normal numbers, one of them away from 0. Throws `ArgumentError` unless df is positive and nonc at least 0. */
  noncentralChisquare(df: Parameter, nonc: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('noncentralChisquare', size, [df, nonc], (freedom, moved) => {
      checkNoncentral('noncentralChisquare', moved, freedom);
      return noncentralChisquareNext(freedom, moved);
    });
  }

  /** Fisher's distribution whose numerator is not central. Throws `ArgumentError` unless both df are positive and nonc at least 0. */
  noncentralF(numerator: Parameter, denominator: Parameter, nonc: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('noncentralF', size, [numerator, denominator, nonc], (above, below, moved) => {
      checkNoncentral('noncentralF', moved, above, below);
      return noncentralFisherNext(above, below, moved);
    });
  }

  /** Shares of a whole, along a last axis: each adds up to 1. Throws `ArgumentError` unless all of `alpha` are positive. */
  dirichlet(alpha: NumberList, size?: Size | ShapeOption): NDArray {
    const shapes = numbersIn(alpha, 'dirichlet');
    if (shapes.length === 0) throw new ArgumentError('dirichlet: expected at least one shape');
    for (const a of shapes) checkPositive(a, 'shape', 'dirichlet');
    const shape = [...shapeArgument(shapeIn(size) ?? [], 'dirichlet'), shapes.length];
    const shares = zeroed(Float64Array, sizeOf(shape), 'dirichlet');
    for (let at = 0; at < shares.length; at += shapes.length) dirichletInto(this.sources, shapes, shares, at);
    return adopt(runtime().upload(shares, float64, shape));
  }
}
