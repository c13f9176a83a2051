/** Sparse matrices with entries at random places: with a stream of NumPy's (`np.random.defaultRng`), SciPy's own entries of the seed. */
import { type DTypeLike, NDArray, random as streams } from '../array/index.js';
import {
  ArgumentError,
  byPlace,
  COUNT,
  either,
  FUNCTION,
  type Kind,
  kind,
  NUMBER,
  type OptionKinds,
  ShapeError,
  takes,
} from '../base/index.js';
import { asDType, float64, isStored } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape } from '../shape/index.js';
import { arranged, checkCount } from './arrange.js';
import { checkMatrixShape } from './coordinates.js';
import type { CsrArray } from './csr.js';
import { DTYPE } from './kinds.js';

/** A generator of the array library. Its classes are asked for when one is given: they come with the first random numbers. */
type Rng = streams.NumpyStream | streams.Generator;
const RNG: Kind<Rng> = kind(
  'a generator such as np.random.defaultRng(1) or np.random.generator(1)',
  (given) => given instanceof streams.NumpyStream || given instanceof streams.Generator,
);

/** Options of `random` and `randomArray`. */
export interface RandomOptions {
  /** The share of elements that are entries, from 0 to 1; default 0.01. */
  readonly density?: number;
  /** A generator, or the seed of a `np.random.defaultRng`; default a generator with a seed of its own. */
  readonly rng?: Rng | number;
  /** `float64` (default) or `float32`. */
  readonly dtype?: DTypeLike;
  /** Gives as many values; default uniform in [0, 1) of the generator. */
  readonly dataSampler?: (size: number) => NDArray;
}
const RANDOM_OPTIONS: OptionKinds<RandomOptions> = {
  density: NUMBER,
  rng: either(RNG, COUNT),
  dtype: DTYPE,
  dataSampler: FUNCTION,
};
const SHAPE: Kind<readonly number[]> = kind(
  'a shape of two sizes such as [2, 3]',
  (given) => Array.isArray(given) && given.every((size) => typeof size === 'number'),
  (operation) => new ShapeError(`${operation}: expected a shape of two sizes such as [2, 3]`),
);

/** To the nearest integer, halves to an even one, as Python's `round`. */
function rounded(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}

function valuesOf(count: number, rng: Rng, { dataSampler }: RandomOptions, operation: string): NDArray {
  if (dataSampler === undefined) return rng.random({ shape: [count] });
  const values: unknown = dataSampler(count);
  if (values instanceof NDArray && values.ndim === 1 && values.shape[0] === count) return values;
  const got = values instanceof NDArray ? formatShape(values.shape) : typeof values;
  throw new ShapeError(`${operation}: expected an array of (${count},) from dataSampler, got ${got}`);
}

function drawn(sizes: readonly number[], given: RandomOptions | number | undefined, operation: string): CsrArray {
  const options = typeof given === 'number' ? { density: given } : (given ?? {});
  const { density = 0.01, rng: source } = options;
  const shape = checkMatrixShape(sizes, operation);
  const dtype = asDType(options.dtype ?? float64);
  if (dtype.kind !== 'float' || isStored(dtype))
    throw new ArgumentError(`${operation}: random values are float64 or float32, got ${dtype.name}; convert with astype`);
  if (!(density >= 0 && density <= 1)) throw new ArgumentError(`${operation}: expected a density from 0 to 1, got ${density}`);
  const total = shape[0] * shape[1];
  if (!Number.isSafeInteger(total)) throw new ShapeError(`${operation}: too many elements to draw from in ${formatShape(shape)}`);
  const count = rounded(density * total);
  checkCount(count, operation);
  const rng = typeof source === 'object' ? source : streams.defaultRng(source);
  const places = runtime().readSync(rng.choice(total, { shape: [count], replace: false }).astype(float64)) as Float64Array;
  const [row, col, place] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  for (let k = 0; k < count; k++) {
    col[k] = Math.floor(places[k] / shape[0]);
    row[k] = places[k] - col[k] * shape[0];
    place[k] = k;
  }
  const values = valuesOf(count, rng, options, operation).astype(dtype);
  return arranged({ shape, row, col, place }, values);
}

/**
 * A matrix of a shape with entries at random places, as many as the density says; SciPy's `random_array`. With a stream of NumPy's, or a
 * seed, the entries are the ones that SciPy draws. Throws `ArgumentError` for a density outside 0 to 1.
 *
 * @example
 * sparse.randomArray([4, 5], { density: 0.25, rng: 1 }).nnz; // 5
 */
export const randomArray = takes(
  'randomArray',
  SHAPE,
  byPlace(RANDOM_OPTIONS, 'density'),
)((shape: readonly number[], how?: RandomOptions | number): CsrArray => drawn(shape, how, 'randomArray'));

/**
 * A matrix of so many rows and columns with entries at random places; see `randomArray`.
 *
 * @example
 * sparse.random(4, 5, { density: 0.25, rng: np.random.defaultRng(1) }).nnz; // 5
 */
export const random = takes(
  'random',
  COUNT,
  COUNT,
  byPlace(RANDOM_OPTIONS, 'density'),
)((rows: number, columns: number, how?: RandomOptions | number): CsrArray => drawn([rows, columns], how, 'random'));
