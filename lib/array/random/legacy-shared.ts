/** The one stream of NumPy's older functions of `np.random`, which belongs to the module. */
import { ArgumentError, either, isPlain, listOf, takes } from '../../base/index.js';
import { NDArray } from '../ndarray.js';
import { type Generator, generator } from './generator.js';
import { SEED } from './kinds.js';
import { LegacyStream } from './legacy-stream.js';

const SEEDS = either(SEED, listOf(SEED));

const MOST_SEED = 2 ** 32 - 1;

/** The stream that `seed` began, or a generator for a module that was not seeded. */
let seeded: LegacyStream | undefined;
let stream: Generator | undefined;

export function shared(): Generator | LegacyStream {
  return seeded ?? (stream ??= generator());
}

/** The source of a draw with these parameters: of arrays, which parallel generators do not take, always a stream of NumPy's numbers. */
export function sharedFor(...parameters: readonly unknown[]): Generator | LegacyStream {
  const isMany = (x: unknown): boolean => x instanceof NDArray || Array.isArray(x) || ArrayBuffer.isView(x);
  const isOver = parameters.some(
    (x) => isMany(x) || (isPlain(x) && Object.entries(x).some(([name, y]) => name !== 'shape' && name !== 'size' && isMany(y))),
  );
  if (isOver) seeded ??= new LegacyStream(Math.floor(Math.random() * MOST_SEED));
  return shared();
}

/**
 * Begins the module's stream anew, with NumPy's numbers of the seed: bit for bit, but for the last digit of logarithms and powers, as NumPy's own
 * numbers are between systems, and for the signs of `multivariateNormal`, which belong to a LAPACK. An Array of integers seeds as NumPy's does.
 * Throws `ArgumentError` for integers that 32 bits do not hold.
 *
 * @example
 * np.random.seed(42);
 * await np.random.rand(2).tolist(); // [0.3745401188473625, 0.9507143064099162]
 */
export const seed = takes(
  'seed',
  SEEDS,
)((value: number | bigint | readonly (number | bigint)[]): void => {
  const words = [value].flat().map(Number);
  if (words.length === 0 || !words.every((word) => word >= 0 && word <= MOST_SEED))
    throw new ArgumentError(`seed: expected integers from 0 to 2^32 - 1, got ${words.join(', ') || 'none'}`);
  seeded = new LegacyStream(Array.isArray(value) ? words : words[0]);
});
