/**
 * Distributions that are formulas of uniform draws, or tables of them, and choices among given elements: `Generator` computes them from its
 * uniform numbers. Integers are found in a table of cumulated probabilities, which is exact to 2^-53.
 */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { add, divide, multiply, negative, pow, sqrt, subtract } from '../arithmetic.js';
import { assign, astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { greaterEqual, less } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray } from '../creation.js';
import { exp, log, log1p } from '../exponential.js';
import { take } from '../gather.js';
import { logicalAnd } from '../logic.js';
import { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { countNonzero, min, sum } from '../reductions.js';
import { reshape } from '../reshape.js';
import { ceil } from '../rounding.js';
import { cumulativeSum } from '../scan.js';
import { searchsorted } from '../search.js';
import { where } from '../select.js';
import { argsort } from '../sorting.js';
import { tan } from '../trigonometry.js';
import { gathered, type Settled, type ShapeOption, type Size } from './arguments.js';

/** `-log(1 - u)`: exponential, for u in [0, 1). */
export function exponentialOf(u: NDArray): NDArray {
  return negative(log1p(negative(u)));
}

function positive(value: number, name: string, operation: string): void {
  if (!(value > 0) || !Number.isFinite(value)) throw new ArgumentError(`${operation}: expected a positive ${name}, got ${value}`);
}

/** Laplace's distribution, of u in [0, 1). */
export function laplaceOf(u: NDArray, mean: Settled, scale: Settled): NDArray {
  const low = log(multiply(add(u, 2 ** -54), 2));
  return add(mean, multiply(where(less(u, 0.5), low, negative(log(multiply(subtract(1, u), 2)))), scale));
}

/** The logistic distribution. */
export function logisticOf(u: NDArray, mean: Settled, scale: Settled): NDArray {
  const inside = add(multiply(u, 1 - 2 ** -53), 2 ** -54);
  return add(mean, multiply(log(divide(inside, subtract(1, inside))), scale));
}

/** Gumbel's distribution. */
export function gumbelOf(u: NDArray, mean: Settled, scale: Settled): NDArray {
  return subtract(mean, multiply(log(add(exponentialOf(u), 2 ** -54)), scale));
}

/** Rayleigh's distribution. */
export function rayleighOf(u: NDArray, scale: Settled): NDArray {
  return multiply(sqrt(multiply(exponentialOf(u), 2)), scale);
}

/** Uniform numbers, which are drawn once the parameters are known to be right: a draw that is refused leaves the generator as it was. */
type Draw = () => NDArray;

/** Weibull's distribution. Throws `ArgumentError` unless its shape is positive. */
export function weibullOf(draw: Draw, shape: number): NDArray {
  positive(shape, 'shape', 'weibull');
  return pow(exponentialOf(draw()), 1 / shape);
}

/** Lomax's distribution. Throws `ArgumentError` unless its shape is positive. */
export function paretoOf(draw: Draw, shape: number): NDArray {
  positive(shape, 'shape', 'pareto');
  return subtract(exp(divide(exponentialOf(draw()), shape)), 1);
}

/** Cauchy's distribution. */
export function cauchyOf(u: NDArray): NDArray {
  return tan(multiply(subtract(u, 0.5), Math.PI));
}

/** A triangle over [left, right]. Throws `ArgumentError` unless its corners are in order. */
export function triangularOf(draw: Draw, left: number, mode: number, right: number): NDArray {
  if (!(left <= mode && mode <= right && left < right))
    throw new ArgumentError(`triangular: expected left <= mode <= right, got ${left}, ${mode} and ${right}`);
  const u = draw();
  const width = right - left;
  const rising = add(left, sqrt(multiply(u, width * (mode - left))));
  const falling = subtract(right, sqrt(multiply(subtract(1, u), width * (right - mode))));
  return where(less(u, (mode - left) / width), rising, falling);
}

/** Trials until the first success. Throws `ArgumentError` unless p is a probability above 0. */
export function geometricOf(draw: Draw, p: number): NDArray {
  if (!(p > 0 && p <= 1)) throw new ArgumentError(`geometric: expected a probability above 0, got ${p}`);
  const u = draw();
  if (p === 1) return astype(add(multiply(u, 0), 1), int64);
  const throws = ceil(divide(exponentialOf(u), -Math.log1p(-p)));
  return astype(where(less(throws, 1), 1, throws), int64);
}

/** The first count with a cumulated probability above u. `logs[k]` is the logarithm of the probability of `first + k`. */
function counted(u: NDArray, first: number, logs: readonly number[]): NDArray {
  let total = 0;
  const table = Float64Array.from(logs, (log) => (total += Math.exp(log)));
  const places = searchsorted(asarray(table.subarray(0, -1)), multiply(u, total), { side: 'right' });
  return add(places, BigInt(first));
}

/** How far from its mean a count is looked for, in standard deviations: beyond it is less than 2^-53. */
const FAR = 9;
const MOST_COUNTS = 1e7;

function boundsOf(mean: number, deviation: number, most: number): [number, number] {
  const reach = FAR * deviation + 40;
  return [Math.max(0, Math.floor(mean - reach)), Math.min(most, Math.ceil(mean + reach))];
}

/** Logarithms of probabilities, up to a common factor, from the ratios of neighbours. */
function logarithms(first: number, last: number, ratio: (k: number) => number, mode: number): number[] {
  const logs = new Array<number>(last - first + 1).fill(0);
  const middle = Math.min(last, Math.max(first, mode));
  for (let k = middle + 1; k <= last; k++) logs[k - first] = logs[k - 1 - first] + Math.log(ratio(k));
  for (let k = middle; k > first; k--) logs[k - 1 - first] = logs[k - first] - Math.log(ratio(k));
  return logs;
}

/** Poisson's distribution. Throws `ArgumentError` for a mean that is negative or too large for a table. */
export function poissonOf(draw: Draw, mean: number): NDArray {
  if (!(mean >= 0 && mean <= MOST_COUNTS)) throw new ArgumentError(`poisson: expected a mean from 0 to 10^7, got ${mean}`);
  const [first, last] = boundsOf(mean, Math.sqrt(mean), Number.POSITIVE_INFINITY);
  return counted(draw(), first, mean === 0 ? [0] : logarithms(first, last, (k) => mean / k, Math.floor(mean)));
}

/** Successes among n trials. Throws `ArgumentError` unless n is a count and p a probability. */
export function binomialOf(draw: Draw, n: number, p: number): NDArray {
  if (!(Number.isInteger(n) && n >= 0 && n <= 1e12 && p >= 0 && p <= 1))
    throw new ArgumentError(`binomial: expected a count of at most 10^12 and a probability, got ${n} and ${p}`);
  if (p === 0 || p === 1 || n === 0) return counted(draw(), p === 1 ? n : 0, [0]);
  const [first, last] = boundsOf(n * p, Math.sqrt(n * p * (1 - p)), n);
  const ratio = (k: number): number => (((n - k + 1) / k) * p) / (1 - p);
  return counted(draw(), first, logarithms(first, last, ratio, Math.floor((n + 1) * p)));
}

/** Slices of `x` along an axis (or 0 … x - 1) in the order of as many draws. */
export function permuted(draw: (shape: Shape) => NDArray, x: ArrayLike, axis: number | undefined): NDArray {
  if (typeof x === 'number' && !Number.isInteger(x))
    throw new ArgumentError(`permutation: expected an array, or an integer that says how many, got ${x}`);
  const a = typeof x === 'number' ? arange(x, { dtype: int64 }) : toArray(x, 'permutation');
  if (a.ndim === 0) throw new ShapeError('permutation: expected an array, or how many integers');
  const at = axisArgument(axis ?? 0, a.ndim, 'permutation');
  return take(a, argsort(draw([a.shape[at]])), { axis: at });
}

/** Permutes `x` in place. */
export function shuffled(draw: (shape: Shape) => NDArray, x: NDArray, axis: number | undefined): void {
  assign(x, permuted(draw, x, axis));
}

/** Options of `Generator.choice`. */
export interface ChoiceOptions extends ShapeOption {
  /** Whether an element may be chosen more than once; default true. */
  readonly replace?: boolean;
  /**
   * Probabilities of the elements, which are taken relative to their sum; default: all the same. Ones that are negative, not finite, or 0 for
   * too many elements are refused: with `ArgumentError`, or, of an array, with the `IndexError` that readers of the result throw.
   */
  readonly p?: ArrayLike | null;
  /** Along which axis slices are chosen; default 0. */
  readonly axis?: number;
  /** Whether different elements are in random order, too; false takes fewer draws. Default true. */
  readonly shuffle?: boolean;
}

/** The array that is chosen from, and the axis along which; of a number that says how many integers, null. Throws `ShapeError`, `IndexError`. */
export function choicesOf(x: number | ArrayLike, options: ChoiceOptions): readonly [a: NDArray | null, axis: number] {
  if (typeof x === 'number') return [null, axisArgument(options.axis ?? 0, 1, 'choice')];
  const a = toArray(x, 'choice');
  if (a.ndim === 0) throw new ShapeError('choice: expected an array, or how many integers, got a 0-d array');
  return [a, axisArgument(options.axis ?? 0, a.ndim, 'choice')];
}

/** Slices of `x` along an axis (or of 0 … x - 1) in the shape; see `Generator.choice`. */
export function chosen(draw: (shape: Shape) => NDArray, x: ArrayLike, shape: Shape, options: ChoiceOptions): NDArray {
  const [given, axis] = choicesOf(x, options);
  const a = given ?? arange(x as number, { dtype: int64 });
  const count = sizeOf(shape);
  const of = a.shape[axis];
  if (of === 0 && count > 0) throw new ShapeError(`choice: expected elements to choose from, got shape ${formatShape(a.shape)}`);
  const different = options.replace === false;
  const p = options.p === undefined || options.p === null ? null : astype(toArray(options.p, 'choice'), float64);
  if (p !== null && (p.ndim !== 1 || p.size !== of))
    throw new ShapeError(`choice: expected a probability for each of ${of} elements, got shape ${formatShape(p.shape)}`);
  const least = count === 0 ? 0 : different ? count : 1;
  if (!(options.p instanceof NDArray) && p !== null) checkWeights(Array.from(options.p as Iterable<number>, Number), least);
  /** Places, outside for weights in an array that are unfit. */
  const fit = (places: NDArray): NDArray =>
    options.p instanceof NDArray && p !== null && count > 0 ? where(areFit(p, least), places, of) : places;
  if (different) {
    if (count > of) throw new ArgumentError(`choice: ${count} different ones cannot be chosen from ${of} elements`);
    // The least of exponential waits, each as fast as its element is likely (Efraimidis and Spirakis, 2006).
    const waits = p === null ? draw([of]) : divide(exponentialOf(draw([of])), p);
    return take(a, fit(reshape(argsort(waits).slice(`:${count}`), shape)), { axis });
  }
  const places =
    p === null
      ? astype(multiply(draw(shape), of), int64)
      : searchsorted(divide(cumulativeSum(p), sum(p)).slice(':-1'), draw(shape), { side: 'right' });
  return take(a, fit(places), { axis });
}

/** Throws `ArgumentError` unless weights are at least 0, their sum is finite, and so many are above 0. */
function checkWeights(weights: readonly number[], least: number): void {
  if (!weights.every((w) => w >= 0)) throw new ArgumentError('choice: expected probabilities of at least 0');
  const above = weights.filter((w) => w > 0).length;
  if (above < least) throw new ArgumentError(`choice: ${least} needed with a probability above 0, got ${above}`);
  const total = weights.reduce((a, b) => a + b, 0);
  if (total === Number.POSITIVE_INFINITY) throw new ArgumentError('choice: expected finite probabilities, whose sum is finite');
}

/** Whether the weights of an array are as `checkWeights` wants them. */
function areFit(p: NDArray, least: number): NDArray {
  const fit = logicalAnd(greaterEqual(min(p), 0), less(sum(p), Number.POSITIVE_INFINITY));
  return logicalAnd(fit, greaterEqual(countNonzero(p), least));
}

/** The arguments of `choice` in NumPy's order, or in one object behind some of them. */
export type ChoiceArguments = readonly [
  size?: Size | ChoiceOptions,
  replace?: boolean | ChoiceOptions,
  p?: ArrayLike | null | ChoiceOptions,
  axis?: number | ChoiceOptions,
  shuffle?: boolean | ChoiceOptions,
];

/** These as options. */
export function choiceOptions(given: ChoiceArguments): ChoiceOptions {
  return gathered<ChoiceOptions>(
    'choice',
    ['shape', 'replace', 'p', 'axis', 'shuffle'],
    ...(given as readonly unknown[] as readonly never[]),
  );
}
