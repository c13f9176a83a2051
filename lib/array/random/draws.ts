/** What every source of uniform and normal numbers can draw besides: the methods that `Generator` has from its own `random`. */
import type { Shape } from '../../shape/index.js';
import type { ArrayLike } from '../convert.js';
import { type DTypeOption, shapeArgument } from '../creation.js';
import { exp } from '../exponential.js';
import type { NDArray } from '../ndarray.js';
import {
  binomialOf,
  type ChoiceOptions,
  cauchyOf,
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
import { GammaDraws, type ShapeOption } from './gamma-draws.js';

export type { ShapeOption };

/** What a draw fills: a shape (default: 0-d) and a float dtype (default float64). */
export interface DrawOptions extends DTypeOption {
  readonly shape?: number | Shape;
}

/** A place and a width of a distribution. */
export interface LocationOptions extends ShapeOption {
  /** Where its middle is; default 0. */
  readonly mean?: number;
  /** How wide it is; default 1. */
  readonly scale?: number;
}

/** A source of random numbers. */
export abstract class Draws extends GammaDraws {
  abstract override random(options?: DrawOptions): NDArray;
  abstract override normal(options?: DrawOptions & { readonly mean?: number; readonly std?: number }): NDArray;

  readonly #uniform = (shape: Shape): NDArray => this.random({ shape });

  #draw(options: ShapeOption | undefined): NDArray {
    return this.random({ shape: options?.shape });
  }

  /**
   * Normal with mean 0 and standard deviation 1.
   *
   * @example
   * rng.standardNormal([2, 3]);
   */
  standardNormal(shape?: number | Shape): NDArray {
    return this.normal({ shape });
  }

  /**
   * Numbers whose logarithm is normal, with this mean (default 0) and standard deviation (default 1).
   *
   * @example
   * rng.lognormal({ shape: 5 });
   */
  lognormal(options?: DrawOptions & { readonly mean?: number; readonly std?: number }): NDArray {
    return exp(this.normal(options));
  }

  /**
   * Laplace's distribution, of two exponential sides.
   *
   * @example
   * rng.laplace({ scale: 2, shape: 5 });
   */
  laplace(options?: LocationOptions): NDArray {
    return laplaceOf(this.#draw(options), options?.mean ?? 0, options?.scale ?? 1);
  }

  /**
   * The logistic distribution.
   *
   * @example
   * rng.logistic({ mean: 1, shape: 5 });
   */
  logistic(options?: LocationOptions): NDArray {
    return logisticOf(this.#draw(options), options?.mean ?? 0, options?.scale ?? 1);
  }

  /**
   * Gumbel's distribution of largest values; `mean` is its mode.
   *
   * @example
   * rng.gumbel({ shape: 5 });
   */
  gumbel(options?: LocationOptions): NDArray {
    return gumbelOf(this.#draw(options), options?.mean ?? 0, options?.scale ?? 1);
  }

  /**
   * Rayleigh's distribution: lengths of vectors of two normals of deviation `scale` (default 1).
   *
   * @example
   * rng.rayleigh({ scale: 3, shape: 5 });
   */
  rayleigh(options?: ShapeOption & { readonly scale?: number }): NDArray {
    return rayleighOf(this.#draw(options), options?.scale ?? 1);
  }

  /**
   * Weibull's distribution, of scale 1.
   *
   * @example
   * rng.weibull(1.5, { shape: 5 });
   */
  weibull(a: number, options?: ShapeOption): NDArray {
    return weibullOf(this.#draw(options), a);
  }

  /**
   * The Pareto distribution from 0 on (Lomax's), as NumPy's; add 1 for the classical one.
   *
   * @example
   * rng.pareto(3, { shape: 5 });
   */
  pareto(a: number, options?: ShapeOption): NDArray {
    return paretoOf(this.#draw(options), a);
  }

  /**
   * Cauchy's distribution, around 0 and of scale 1.
   *
   * @example
   * rng.standardCauchy(5);
   */
  standardCauchy(shape?: number | Shape): NDArray {
    return cauchyOf(this.random({ shape }));
  }

  /**
   * From `left` to `right`, most likely at `mode`. Throws `ArgumentError` unless they are in order.
   *
   * @example
   * rng.triangular(0, 1, 4, { shape: 5 });
   */
  triangular(left: number, mode: number, right: number, options?: ShapeOption): NDArray {
    return triangularOf(this.#draw(options), left, mode, right);
  }

  /**
   * How many trials of probability `p` it takes to succeed, as int64.
   *
   * @example
   * rng.geometric(0.25, { shape: 5 });
   */
  geometric(p: number, options?: ShapeOption): NDArray {
    return geometricOf(this.#draw(options), p);
  }

  /**
   * Poisson's distribution of counts with this mean (default 1), as int64.
   *
   * @example
   * rng.poisson({ mean: 4, shape: 5 });
   */
  poisson(options?: ShapeOption & { readonly mean?: number }): NDArray {
    return poissonOf(this.#draw(options), options?.mean ?? 1);
  }

  /**
   * How many of `n` trials of probability `p` succeed, as int64.
   *
   * @example
   * rng.binomial(10, 0.5, { shape: 5 });
   */
  binomial(n: number, p: number, options?: ShapeOption): NDArray {
    return binomialOf(this.#draw(options), n, p);
  }

  /**
   * The slices of an array along an axis (default the first) in random order, or the integers from 0 to before a number.
   *
   * @example
   * rng.permutation(5); // 0 to 4
   */
  permutation(x: number | ArrayLike, options?: { readonly axis?: number }): NDArray {
    return permuted(this.#uniform, x, options?.axis);
  }

  /**
   * Puts the slices of an array along an axis (default the first) into random order, in place.
   *
   * @example
   * rng.shuffle(np.arange(5));
   */
  shuffle(x: NDArray, options?: { readonly axis?: number }): void {
    shuffled(this.#uniform, x, options?.axis);
  }

  /**
   * Elements (slices along the first axis) chosen at random, or integers from 0 to before a number. Throws `ArgumentError` when more
   * different ones are asked for than there are.
   *
   * @example
   * rng.choice([2, 3, 5], { shape: 4 });
   */
  choice(x: number | ArrayLike, options?: ChoiceOptions): NDArray {
    return chosen(this.#uniform, x, shapeArgument(options?.shape ?? [], 'choice'), options ?? {});
  }
}
