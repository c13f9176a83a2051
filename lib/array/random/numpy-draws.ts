/** Draws that NumPy's `Generator` and its older `RandomState` have in common; they differ in how normal, exponential and bounded numbers are made. */
import { ArgumentError, zeroed } from '../../base/index.js';
import { float32, float64, int64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sizeOf } from '../../shape/index.js';
import { add, multiply, subtract } from '../arithmetic.js';
import { assign, astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { take } from '../gather.js';
import { adopt, type NDArray } from '../ndarray.js';
import { describe } from '../operand.js';
import { byName, type Positional } from '../positional.js';
import { reshape } from '../reshape.js';
import {
  either,
  floatDType,
  gathered,
  type NormalOptions,
  type Parameter,
  type ShapeOption,
  type Size,
  type StreamMeanOptions,
  type StreamScaleOptions,
  settled,
  shapeIn,
  sharedShape,
  type UniformOptions,
} from './arguments.js';
import type { Bits } from './bits.js';
import { type ChoiceArguments, choiceOptions, choicesOf } from './distributions.js';
import { type FillArguments, fillOf } from './fill-options.js';
import { type DrawName, filled } from './fills.js';
import { checkPositive } from './gamma.js';
import { checkShares } from './multinomial.js';
import { type FactoredOptions, multivariateOf } from './multivariate.js';
import { type NumberList, numbersIn } from './number-list.js';
import { chosenPlaces, type PlaceDraws } from './numpy-choice.js';
import { betaNext } from './numpy-continuous.js';
import { binomialNext, poissonNext } from './numpy-counts.js';
import { checkWidth, type Make, type Planned, planned } from './parameters.js';
import { longs, masked } from './whole-numbers.js';
import { type GammaSources, nextGamma } from './ziggurat.js';

/** The addon's draws of a stream of normal and exponential numbers; null where it has none. */
export interface NativeDraws {
  readonly normal: DrawName | null;
  readonly exponential: DrawName | null;
}

/** A source of NumPy's numbers. */
export abstract class NumpyDraws {
  protected readonly bits: Bits;
  /** Uniform, normal and exponential numbers of the stream. */
  protected readonly sources: GammaSources = {
    uniform: () => this.bits.nextDouble(),
    normal: () => this.nextNormal(),
    exponential: () => this.nextExponential(),
  };

  constructor(bits: Bits) {
    this.bits = bits;
  }

  /** Draws of the addon that are this stream's. */
  protected abstract readonly native: NativeDraws;
  /** Whether binomial and beta numbers are `RandomState`'s. */
  protected abstract readonly isLegacy: boolean;
  protected abstract nextNormal(): number;
  protected abstract nextExponential(): number;
  /** How `choice` draws places. */
  protected abstract readonly places: PlaceDraws;

  /** `name`: of the draw, where the addon has it. */
  protected fill(given: FillArguments, operation: string, next: () => number, name: DrawName | null): NDArray {
    // Before the stream moves on: a refused call leaves it as it was.
    const { shape = [], dtype, out } = fillOf(operation, ...given);
    const numbers = zeroed(Float64Array, sizeOf(shape), operation);
    if (name === null || !filled(this.bits, name, numbers)) for (let i = 0; i < numbers.length; i++) numbers[i] = next();
    const drawn = adopt(runtime().upload(numbers, float64, shape));
    return out === undefined ? astype(drawn, dtype, { copy: false }) : assign(out, drawn);
  }

  #numbers(operation: string, { shape, at }: Planned): Float64Array {
    const numbers = zeroed(Float64Array, sizeOf(shape), operation);
    for (let i = 0; i < numbers.length; i++) numbers[i] = at(i)(this.sources);
    return numbers;
  }

  /** Float64 numbers of a distribution. */
  protected drawn(
    operation: string,
    size: Size | ShapeOption | undefined,
    parameters: readonly Parameter[],
    make: Make,
  ): NDArray {
    const plan = planned(operation, size, parameters, make);
    return adopt(runtime().upload(this.#numbers(operation, plan), float64, plan.shape));
  }

  /** Int64 counts of a distribution. */
  protected counted(
    operation: string,
    size: Size | ShapeOption | undefined,
    parameters: readonly Parameter[],
    make: Make,
  ): NDArray {
    const plan = planned(operation, size, parameters, make);
    return longs(this.#numbers(operation, plan), plan.shape);
  }

  /** Uniform in [0, 1). Float32 numbers have 24 bits each, as NumPy's; normal and exponential ones are float64's, rounded. */
  random(...given: FillArguments): NDArray {
    const isShort = fillOf('random', ...given).dtype === float32;
    if (isShort) return this.fill(given, 'random', () => (this.bits.next32() >>> 8) / SHORT_FLOATS, null);
    return this.fill(given, 'random', this.sources.uniform, 'double');
  }

  /** Uniform in [low, high); default [0, 1). */
  uniform(lowest?: Parameter | UniformOptions, highest?: Parameter | UniformOptions, size?: Size | UniformOptions): NDArray {
    const options = gathered<UniformOptions>('uniform', ['low', 'high', 'shape'], lowest, highest, size);
    const [low, high] = [settled(options.low ?? 0, 'uniform'), settled(options.high ?? 1, 'uniform')];
    if (typeof low === 'number' && typeof high === 'number' && !Number.isFinite(high - low))
      throw new ArgumentError(`uniform: expected finite bounds, got ${low} and ${high}`);
    const dtype = floatDType(options, 'uniform');
    const drawn = this.random({ shape: sharedShape(options, 'uniform', low, high), dtype: float64 });
    const width = typeof low === 'number' && typeof high === 'number' ? high - low : subtract(high, low);
    return astype(add(low, multiply(width, drawn)), dtype, { copy: false });
  }

  /** Normal with mean 0 and standard deviation 1. */
  standardNormal(...given: FillArguments): NDArray {
    return this.fill(given, 'standardNormal', this.sources.normal, this.native.normal);
  }

  /** Normal with this mean (default 0) and standard deviation (default 1). */
  normal(center?: Parameter | NormalOptions, deviation?: Parameter | NormalOptions, size?: Size | NormalOptions): NDArray {
    const options = gathered<NormalOptions>('normal', ['mean', 'std', 'shape'], center, deviation, size);
    const mean = settled(either('mean', options.mean, 'loc', options.loc) ?? 0, 'normal');
    const std = settled(either('std', options.std, 'scale', options.scale) ?? 1, 'normal');
    const shape = sharedShape(options, 'normal', mean, std);
    checkWidth(std, 'standard deviation', 'normal');
    const drawn = this.standardNormal({ dtype: options.dtype, shape });
    return astype(add(mean, multiply(std, drawn)), drawn.dtype, { copy: false });
  }

  /** Exponential with this mean (default 1). */
  exponential(width?: Parameter | StreamScaleOptions, size?: Size | StreamScaleOptions): NDArray {
    const options = gathered<StreamScaleOptions>('exponential', ['scale', 'shape'], width, size);
    const scale = settled(options.scale ?? 1, 'exponential');
    const given = { dtype: options.dtype, shape: sharedShape(options, 'exponential', scale) };
    checkWidth(scale, 'scale', 'exponential');
    return multiply(scale, this.fill([given], 'exponential', this.sources.exponential, this.native.exponential));
  }

  /** The gamma distribution of a shape `a` and a scale (default 1). Throws `ArgumentError` unless `a` is positive. */
  gamma(a: Parameter, scale?: Parameter | StreamScaleOptions, size?: Size | StreamScaleOptions): NDArray {
    const options = gathered<StreamScaleOptions>('gamma', ['scale', 'shape'], scale, size);
    const width = settled(options.scale ?? 1, 'gamma');
    const dtype = floatDType(options, 'gamma');
    const asked = sharedShape(options, 'gamma', settled(a, 'gamma'), width);
    checkWidth(width, 'scale', 'gamma');
    const drawn = this.drawn('gamma', asked, [a], (shape) => {
      checkPositive(shape, 'shape', 'gamma');
      return (from) => nextGamma(from, shape);
    });
    return astype(multiply(width, drawn), dtype, { copy: false });
  }

  /** Poisson's distribution of counts with this mean (default 1), as int64. Throws `ArgumentError` for means that NumPy refuses. */
  poisson(mean?: Parameter | StreamMeanOptions, size?: Size | StreamMeanOptions): NDArray {
    const options = gathered<StreamMeanOptions>('poisson', ['mean', 'shape'], mean, size);
    const rate = either('mean', options.mean, 'lam', options.lam) ?? 1;
    return this.counted('poisson', options, [rate], (value) => {
      if (!(value >= 0 && value <= MOST_MEAN)) throw new ArgumentError(`poisson: expected a mean from 0 to 2^53, got ${value}`);
      return poissonNext(value);
    });
  }

  /** How many of `n` trials of probability `p` succeed, as int64. Throws `ArgumentError` unless n is a count and p a probability. */
  binomial(n: Parameter, p: Parameter, size?: Size | ShapeOption): NDArray {
    return this.counted('binomial', size, [n, p], (trials, share) => {
      checkTrials(trials, 'binomial');
      if (!(share >= 0 && share <= 1)) throw new ArgumentError(`binomial: expected a probability, got ${share}`);
      return binomialNext(trials, share, this.isLegacy);
    });
  }

  /**
   * How often each outcome occurs in `n` trials, as int64 along a last axis, by the outcomes' probabilities: the last is 1 less the sum of
   * the ones before it. Throws `ArgumentError` unless they are probabilities.
   */
  multinomial(n: number, probabilities: NumberList, size?: Size | ShapeOption): NDArray {
    const shares = numbersIn(probabilities, 'multinomial');
    const shape = shapeArgument(shapeIn(size) ?? [], 'multinomial');
    checkTrials(n, 'multinomial');
    checkShares(shares);
    const outcomes = shares.length;
    const counts = zeroed(Float64Array, sizeOf(shape) * outcomes, 'multinomial');
    for (let at = 0; at < counts.length; at += outcomes) {
      let [trials, left] = [n, 1];
      for (let j = 0; j < outcomes - 1 && trials > 0; j++) {
        counts[at + j] = binomialNext(trials, Math.min(shares[j] / left, 1), this.isLegacy)(this.sources);
        trials -= counts[at + j];
        left -= shares[j];
      }
      counts[at + outcomes - 1] = trials;
    }
    return longs(counts, [...shape, outcomes]);
  }

  /** The beta distribution over (0, 1). Throws `ArgumentError` unless `a` and `b` are positive. */
  beta(a: Parameter, b: Parameter, size?: Size | ShapeOption): NDArray {
    return this.drawn('beta', size, [a, b], (first, second) => {
      for (const value of [first, second]) checkPositive(value, 'shape', 'beta');
      return betaNext(first, second, this.isLegacy);
    });
  }

  /**
   * Normal vectors, along a last axis, with this mean and covariance matrix. They are NumPy's for `method: 'cholesky'`; the vectors of the
   * other two factors have signs that belong to the LAPACK that computed them. Throws `ShapeError` when mean and covariance do not fit.
   */
  multivariateNormal(mean: ArrayLike, covariance: ArrayLike, size?: Size | FactoredOptions, more?: FactoredOptions): NDArray {
    const options = gathered<FactoredOptions>('multivariateNormal', ['shape'], ...([size, more] as never[]));
    return multivariateOf((shape) => this.standardNormal(shape), mean, covariance, options);
  }

  /** The integers below a number, or the slices of an array along an axis (default 0), in random order. */
  permutation(x: number | ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray {
    const axis = byName('permutation', how, 'axis')?.axis ?? 0;
    const a = typeof x === 'number' ? null : toArray(x, 'permutation');
    const at = a === null ? 0 : axisArgument(axis, a.ndim, 'permutation');
    const count = a === null ? shapeArgument(x as number, 'permutation')[0] : a.shape[at];
    const places = reshape(this.orders(1, count), [count]);
    return a === null ? places : take(a, places, { axis: at });
  }

  /** The integers below `count` in random order, so many times. */
  protected orders(lines: number, count: number): NDArray {
    const words = zeroed(BigInt64Array, lines * count, 'permutation');
    for (let at = 0; at < words.length; at += count) this.#orderInto(words.subarray(at, at + count));
    return adopt(runtime().upload(words, int64, [lines, count]));
  }

  #orderInto(words: BigInt64Array): void {
    const halves = new Uint32Array(words.buffer, words.byteOffset, 2 * words.length);
    for (let i = 0; i < words.length; i++) halves[2 * i] = i;
    if (filled(this.bits, 'shuffle', words)) return;
    for (let i = words.length - 1; i > 0; i--) {
      const j = masked(this.bits, i);
      const last = halves[2 * i];
      halves[2 * i] = halves[2 * j];
      halves[2 * j] = last;
    }
  }

  /** Brings the slices of an array along an axis (default 0) into random order, in place. */
  shuffle(x: NDArray, how?: Positional<{ readonly axis?: number }, 'axis'>): void {
    assign(x, this.permutation(x, how));
  }

  /** Slices of `x` along an axis, default the first (or integers below `x`), drawn with or without putting them back. */
  choice(x: number | ArrayLike, ...how: ChoiceArguments): NDArray {
    const options = choiceOptions(how);
    const [a, axis] = choicesOf(x, options);
    const shape = shapeArgument(shapeIn(options) ?? [], 'choice');
    const found = longs(chosenPlaces(this.places, a === null ? (x as number) : a.shape[axis], sizeOf(shape), options), shape);
    return a === null ? found : take(a, found, { axis });
  }
}

/** How many floats of 24 bits there are below 1. */
const SHORT_FLOATS = 2 ** 24;

/** The largest mean of counts that doubles hold exactly. */
const MOST_MEAN = 2 ** 53;

function checkTrials(n: number, operation: string): void {
  if (!Number.isSafeInteger(n) || n < 0)
    throw new ArgumentError(`${operation}: expected a number of trials of at least 0, got ${describe(n)}`);
}
