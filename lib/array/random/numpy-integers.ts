/** Bounded integers of NumPy's streams, by Lemire's method, or by bits until they are few enough, as `RandomState` draws them. */
import { ArgumentError, zeroed } from '../../base/index.js';
import { bool, type DType, int64, isInteger, uint64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { broadcastShapes, type Shape, sizeOf } from '../../shape/index.js';
import { add } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, dtypeOption, toArray } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { broadcastTo } from '../manipulate.js';
import { adopt, type NDArray } from '../ndarray.js';
import { fits } from '../operand.js';
import { dataSync } from '../read.js';
import { type IntegerBound, type IntegersOptions, shapeIn, sharedShape } from './arguments.js';
import { type Bits, highProduct } from './bits.js';
import { type DrawName, filled } from './fills.js';
import { longs } from './whole-numbers.js';

/** How a stream draws integers from 0 to a bound: bounds of 53 bits, wider ones, and ones of parts of a word. */
export interface IntegerDraws {
  readonly bits: Bits;
  readonly below: (most: number) => number;
  readonly belowLong: (most: bigint) => bigint;
  /** A draw from parts of `range` values: below `range` - 1 at most. */
  readonly part: (next: () => number, most: number, range: number) => number;
  /** The addon's name of many draws from 0 to one bound. */
  readonly many: DrawName;
}

/** The options of `integers` that have places behind the first bound. */
export const INTEGER_NAMES = ['high', 'shape', 'dtype', 'endpoint'] as const;

const WORD = (1n << 64n) - 1n;
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Integers from `low` on and below `high` (to it with `endpoint`); with one bound from 0 on. Throws `ArgumentError` where there are none, and for
 * ones that the dtype does not hold, before anything is drawn.
 */
export function integersOf(draws: IntegerDraws, operation: string, low: IntegerBound, options: IntegersOptions): NDArray {
  const dtype = dtypeOption(options.dtype) ?? int64;
  if (!isInteger(dtype) && dtype !== bool)
    throw new ArgumentError(`${operation}: expected a dtype of integers or bool, got ${dtype.name}`);
  const isOpen = options.endpoint !== true;
  const { high } = options;
  const bounds = high === undefined || high === null ? [0, low] : [low, high];
  const plain = plainRange(bounds, isOpen, dtype);
  if (plain !== null) {
    const shape = shapeArgument(shapeIn(options) ?? [], operation);
    if (dtype.size <= 2) return inParts(draws, operation, dtype, shape, () => plain);
    return astype(many(draws, operation, plain.from, plain.most, shape), dtype, { copy: false });
  }
  if (bounds.every(isScalar)) {
    const [from, to] = bounds.map((bound) => integer(bound as number | bigint | boolean, operation));
    const range = rangeOf(operation, from, to, isOpen, dtype);
    const shape = shapeArgument(shapeIn(options) ?? [], operation);
    return drawn(draws, operation, dtype, shape, () => range);
  }
  const given = bounds.map((bound) => toArray(bound as ArrayLike, operation));
  const common = broadcastShapes(given[0].shape, given[1].shape, operation);
  const shape = shapeArgument(sharedShape(options, operation, ...given) ?? common, operation);
  const [from, to] = given.map((bound) => dataSync(broadcastTo(bound, shape)));
  const ranges = Array.from({ length: from.length }, (_, i) =>
    rangeOf(operation, integer(from[i], operation), integer(to[i], operation), isOpen, dtype),
  );
  return drawn(draws, operation, dtype, shape, (i) => ranges[i]);
}

const isScalar = (given: unknown): boolean => typeof given !== 'object';

function integer(given: number | bigint | boolean, operation: string): bigint {
  if (typeof given === 'number' && !Number.isInteger(given))
    throw new ArgumentError(`${operation}: expected integers as bounds, got ${given}`);
  if (typeof given === 'number' && !Number.isSafeInteger(given))
    throw new ArgumentError(
      `${operation}: ${given} is no exact integer; bounds beyond 2^53 are bigints, such as ${BigInt(given)}n`,
    );
  return BigInt(given);
}

/** Integers from `from` to `from + most`. */
interface Range {
  readonly from: bigint;
  readonly most: bigint;
}

/** Of numbers that are exact, and that the dtype holds, without bigints, which cost most of a small draw; else null. */
function plainRange([from, to]: readonly unknown[], isOpen: boolean, dtype: DType): NumberRange | null {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null;
  const [low, high] = [from as number, (to as number) - (isOpen ? 1 : 0)];
  const isHeld = dtype === bool ? low >= 0 && high <= 1 : fits(low, dtype) && fits(high, dtype);
  return isHeld && high >= low && Number.isSafeInteger(high - low) ? { from: low, most: high - low } : null;
}

interface NumberRange {
  readonly from: number;
  readonly most: number;
}

function rangeOf(operation: string, from: bigint, to: bigint, isOpen: boolean, dtype: DType): Range {
  const last = isOpen ? to - 1n : to;
  if (last < from) throw new ArgumentError(`${operation}: expected low ${isOpen ? '<' : '<='} high, got ${from} and ${to}`);
  const [lowest, highest] = dtype === bool ? [0n, 1n] : [dtype.lowest, dtype.highest];
  if (from < lowest || last > highest) throw new ArgumentError(`${operation}: ${from} to ${last} do not all fit ${dtype.name}`);
  return { from, most: last - from };
}

/** Integers of one range of 53 bits, as int64. */
function many(draws: IntegerDraws, operation: string, from: number, most: number, shape: Shape): NDArray {
  const words = zeroed(BigInt64Array, sizeOf(shape), operation);
  if (filled(draws.bits, draws.many, words, most)) {
    const drawn = adopt(runtime().upload(words, int64, shape));
    return from === 0 ? drawn : add(drawn, BigInt(from));
  }
  const numbers = new Float64Array(words.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = from + draws.below(most);
  return longs(numbers, shape);
}

/** One integer after the next. */
function drawn(draws: IntegerDraws, operation: string, dtype: DType, shape: Shape, at: (i: number) => Range): NDArray {
  if (dtype.size <= 2)
    return inParts(draws, operation, dtype, shape, (i) => ({ from: Number(at(i).from), most: Number(at(i).most) }));
  const words = zeroed(BigUint64Array, sizeOf(shape), operation);
  for (let i = 0; i < words.length; i++) {
    const { from, most } = at(i);
    words[i] = from + (most <= EXACT ? BigInt(draws.below(Number(most))) : draws.belowLong(most));
  }
  if (dtype === uint64) return adopt(runtime().upload(words, uint64, shape));
  return astype(adopt(runtime().upload(new BigInt64Array(words.buffer), int64, shape)), dtype, { copy: false });
}

/** Integers of 8 and of 16 bits, and bools, take parts of a word, whose rest is lost with the call. */
function inParts(draws: IntegerDraws, operation: string, dtype: DType, shape: Shape, at: (i: number) => NumberRange): NDArray {
  const numbers = zeroed(Float64Array, sizeOf(shape), operation);
  const width = dtype === bool ? 1 : 8 * dtype.size;
  const next = parts(draws.bits, width);
  for (let i = 0; i < numbers.length; i++) {
    const { from, most } = at(i);
    numbers[i] = from + (most === 0 ? 0 : draws.part(next, most, 2 ** width));
  }
  return astype(longs(numbers, shape), dtype);
}

/** Parts of `width` bits, of which a word of 32 gives several. */
function parts(bits: Bits, width: number): () => number {
  const range = 2 ** width;
  let [word, left] = [0, 0];
  return () => {
    if (left === 0) word = bits.next32();
    else word >>>= width;
    left = (left === 0 ? 32 / width : left) - 1;
    return word % range;
  };
}

/** By Lemire's method, which rejects few (2019). */
export function partBelow(next: () => number, most: number, range: number): number {
  const count = most + 1;
  if (count === range) return next();
  const least = (range - count) % count;
  let product = next() * count;
  while (product % range < least) product = next() * count;
  return Math.floor(product / range);
}

/** Bits until they are not too many. */
export function partMasked(next: () => number, most: number): number {
  const mask = 2 ** (32 - Math.clz32(most)) - 1;
  let found = next() & mask;
  while (found > most) found = next() & mask;
  return found;
}

/** From 0 to `most` < 2^53, by Lemire's method. */
export function below(bits: Bits, most: number): number {
  if (most === 0) return 0;
  if (most > 0xffffffff) return Number(belowLong(bits, BigInt(most)));
  if (most === 0xffffffff) return bits.next32();
  const count = most + 1;
  let word = bits.next32();
  let rest = Math.imul(word, count) >>> 0;
  if (rest < count) {
    const least = (4294967296 - count) % count;
    while (rest < least) {
      word = bits.next32();
      rest = Math.imul(word, count) >>> 0;
    }
  }
  return highProduct(word, count);
}

/** From 0 to `most` of 64 bits. */
export function belowLong(bits: Bits, most: bigint): bigint {
  if (most === WORD) return bits.next64();
  const count = most + 1n;
  let product = bits.next64() * count;
  if ((product & WORD) < count) {
    const least = (1n << 64n) % count;
    while ((product & WORD) < least) product = bits.next64() * count;
  }
  return product >> 64n;
}
