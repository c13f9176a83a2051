/** Draws that every source of uniform and normal numbers can make: the methods that `Generator` has from its own `random`. */
import type { Shape } from '../../shape/index.js';
import type { ArrayLike } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { exp } from '../exponential.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import {
  type DrawOptions,
  either,
  gathered,
  type LocationOptions,
  locationOf,
  type MeanOptions,
  type NormalOptions,
  type Parameter,
  type ScaleOptions,
  type Settled,
  type ShapeOption,
  type Size,
  settled,
  shapeIn,
  sharedShape,
} from './arguments.js';
import {
  binomialOf,
  type ChoiceArguments,
  cauchyOf,
  choiceOptions,
  chosen,
  geometricOf,
  gumbelOf,
  laplaceOf,
  logisticOf,
  paretoOf,
  permuted,
  poissonOf,
  rayleighOf,
  shuffled,
  triangularOf,
  weibullOf,
} from './distributions.js';
import type { FillArguments } from './fill-options.js';
import { GammaDraws } from './gamma-draws.js';
import { checkWidth } from './parameters.js';

export type { DrawOptions, LocationOptions, NormalOptions, ShapeOption, Size };

/** A source of random numbers. */
export abstract class Draws extends GammaDraws {
  abstract override random(...given: FillArguments): NDArray;
  abstract standardNormal(...given: FillArguments): NDArray;
  abstract override normal(
    mean?: Parameter | NormalOptions,
    std?: Parameter | NormalOptions,
    size?: Size | NormalOptions,
  ): NDArray;

  readonly #uniform = (shape: Shape): NDArray => this.random({ shape });

  #draw(size: Size | ShapeOption | undefined): NDArray {
    return this.random({ shape: shapeIn(size) });
  }

  /**
   * Numbers with a normal logarithm, of this mean (default 0) and standard deviation (default 1).
   *
   * @example
   * rng.lognormal({ shape: 5 });
   */
  lognormal(mean?: Parameter | NormalOptions, std?: Parameter | NormalOptions, size?: Size | NormalOptions): NDArray {
    return exp(this.normal(mean, std, size));
  }

  #located(
    operation: string,
    of: (u: NDArray, mean: Settled, scale: Settled) => NDArray,
    given: readonly (Parameter | Size | LocationOptions | undefined)[],
  ): NDArray {
    const { mean, scale, shape } = locationOf(operation, ...given);
    const asked = sharedShape({ shape }, operation, mean, scale);
    checkWidth(scale, 'scale', operation);
    return of(this.#draw(asked), mean, scale);
  }

  /**
   * Laplace's distribution, of two exponential sides.
   *
   * @example
   * rng.laplace({ scale: 2, shape: 5 });
   */
  laplace(mean?: Parameter | LocationOptions, scale?: Parameter | LocationOptions, size?: Size | LocationOptions): NDArray {
    return this.#located('laplace', laplaceOf, [mean, scale, size]);
  }

  /**
   * The logistic distribution.
   *
   * @example
   * rng.logistic({ mean: 1, shape: 5 });
   */
  logistic(mean?: Parameter | LocationOptions, scale?: Parameter | LocationOptions, size?: Size | LocationOptions): NDArray {
    return this.#located('logistic', logisticOf, [mean, scale, size]);
  }

  /**
   * Gumbel's distribution of largest values; `mean` is its mode.
   *
   * @example
   * rng.gumbel({ shape: 5 });
   */
  gumbel(mean?: Parameter | LocationOptions, scale?: Parameter | LocationOptions, size?: Size | LocationOptions): NDArray {
    return this.#located('gumbel', gumbelOf, [mean, scale, size]);
  }

  /**
   * Rayleigh's distribution: lengths of vectors of two normals of deviation `scale` (default 1).
   *
   * @example
   * rng.rayleigh({ scale: 3, shape: 5 });
   */
  rayleigh(scale?: Parameter | ScaleOptions, size?: Size | ScaleOptions): NDArray {
    const options = gathered<ScaleOptions>('rayleigh', ['scale', 'shape'], scale, size);
    const width = settled(options.scale ?? 1, 'rayleigh');
    const asked = sharedShape(options, 'rayleigh', width);
    checkWidth(width, 'scale', 'rayleigh');
    return rayleighOf(this.#draw(asked), width);
  }

  /**
   * Weibull's distribution, of scale 1.
   *
   * @example
   * rng.weibull(1.5, { shape: 5 });
   */
  weibull(a: number, size?: Size | ShapeOption): NDArray {
    return weibullOf(() => this.#draw(size), a);
  }

  /**
   * The Pareto distribution from 0 on (Lomax's), as NumPy's; add 1 for the classical one.
   *
   * @example
   * rng.pareto(3, { shape: 5 });
   */
  pareto(a: number, size?: Size | ShapeOption): NDArray {
    return paretoOf(() => this.#draw(size), a);
  }

  /**
   * Cauchy's distribution, around 0 and of scale 1.
   *
   * @example
   * rng.standardCauchy(5);
   */
  standardCauchy(size?: Size | ShapeOption): NDArray {
    return cauchyOf(this.#draw(size));
  }

  /**
   * From `left` to `right`, most likely at `mode`. Throws `ArgumentError` unless they are in order.
   *
   * @example
   * rng.triangular(0, 1, 4, { shape: 5 });
   */
  triangular(left: number, mode: number, right: number, size?: Size | ShapeOption): NDArray {
    return triangularOf(() => this.#draw(size), left, mode, right);
  }

  /**
   * How many trials of probability `p` it takes to succeed, as int64.
   *
   * @example
   * rng.geometric(0.25, { shape: 5 });
   */
  geometric(p: number, size?: Size | ShapeOption): NDArray {
    return geometricOf(() => this.#draw(size), p);
  }

  /**
   * Poisson's distribution of counts with this mean (default 1), as int64.
   *
   * @example
   * rng.poisson({ mean: 4, shape: 5 });
   */
  poisson(mean?: number | MeanOptions, size?: Size | MeanOptions): NDArray {
    const options = gathered<MeanOptions>('poisson', ['mean', 'shape'], mean, size);
    return poissonOf(() => this.#draw(options), either('mean', options.mean, 'lam', options.lam) ?? 1);
  }

  /**
   * How many of `n` trials of probability `p` succeed, as int64.
   *
   * @example
   * rng.binomial(10, 0.5, { shape: 5 });
   */
  binomial(n: number, p: number, size?: Size | ShapeOption): NDArray {
    return binomialOf(() => this.#draw(size), n, p);
  }

  /**
   * The slices of an array along an axis (default the first) in random order, or the integers from 0 to before a number.
   *
   * @example
   * rng.permutation(5); // 0 to 4
   */
  permutation(x: number | ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray {
    const options = byName('permutation', how, 'axis');
    return permuted(this.#uniform, x, options?.axis);
  }

  /**
   * Puts the slices of an array along an axis (default the first) into random order, in place.
   *
   * @example
   * rng.shuffle(np.arange(5));
   */
  shuffle(x: NDArray, how?: Positional<{ readonly axis?: number }, 'axis'>): void {
    const options = byName('shuffle', how, 'axis');
    shuffled(this.#uniform, x, options?.axis);
  }

  /**
   * Elements (slices along an axis, default the first) chosen at random, or integers from 0 to before a number. Throws `ArgumentError` when more
   * different ones are asked for than there are.
   *
   * @example
   * rng.choice([2, 3, 5], { shape: 4 });
   */
  choice(x: number | ArrayLike, ...how: ChoiceArguments): NDArray {
    const options = choiceOptions(how);
    return chosen(this.#uniform, x, shapeArgument(shapeIn(options) ?? [], 'choice'), options);
  }
}
