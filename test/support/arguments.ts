/** Arguments for elementary operations: values at which things go wrong, then seeded draws over everything a dtype holds. */
import type { DType, TypedArray } from '../../lib/dtype/index.js';
import { special } from './arrays.js';
import type { Name } from './numpy.js';

/** Numbers at the ends of ranges in which some function is computed differently. */
const edges: readonly number[] = [
  ...[2 ** -1074, 2 ** -1022, 2 ** -1021, 2 ** -540, 2 ** -54, 2 ** -30, 2 ** -28, 2 ** -20, 2 ** -14, 2 ** 52, 2 ** 53, 2 ** 63],
  ...[0.25, 0.4140625, 0.41421356237309503, Math.SQRT1_2, 0.625, 1.5, Math.SQRT2, 2.414213562373095, 22, 40, 50, 100, 200, 400],
  ...[Math.PI / 4, Math.PI / 2, Math.PI, 1.5 * Math.PI, 100 * Math.PI, 1024, 1647099, 2 ** 22, 1e22, Math.LN2 / 2, Math.E],
  ...[88.72283, 103.97208, 89.41598, 700, 709.782712893384, 710, 710.4758600739439, 710.5, 745.1332191019411, 746, 1e300],
  ...[Number.MAX_VALUE, 3.4028234663852886e38, 1.401298464324817e-45, 1.1754943508222875e-38],
];

/** xorshift64* of Vigna: 64 random bits at a time. */
export function* bits64(seed: number): Generator<bigint, never> {
  let state = BigInt(seed) * 2n + 0x9e3779b97f4a7c15n;
  for (;;) {
    state ^= state >> 12n;
    state = BigInt.asUintN(64, state ^ (state << 25n));
    state ^= state >> 27n;
    yield BigInt.asUintN(64, state * 0x2545f4914f6cdd1dn);
  }
}

/** `count` numbers: of any bits, of about 1, of hundreds, of angles up to 10^7, and whole ones, in turn. */
function randomFloats(dtype: DType, count: number, seed: number): TypedArray {
  const random = bits64(seed);
  const words = BigUint64Array.from({ length: count }, () => random.next().value);
  const any = new (dtype.Typed as unknown as new (buffer: ArrayBuffer) => TypedArray)(words.buffer);
  const data = new dtype.Typed(count);
  const ranges = [0, 1, 4, 50, 1000, 1e7];
  for (let i = 0; i < count; i++) {
    const unit = Number(words[i] >> 11n) / 2 ** 52 - 1;
    const range = ranges[i % (ranges.length + 1)];
    data[i] = (range === 0 ? any[i] : range === undefined ? Math.round(unit * 60) : unit * range) as never;
  }
  return data;
}

function randomIntegers(dtype: DType, count: number, seed: number): TypedArray {
  const random = bits64(seed);
  const data = new dtype.Typed(count);
  for (let i = 0; i < count; i++) {
    const word = BigInt.asIntN(64, random.next().value) >> (i % 3 === 0 ? 56n : i % 3 === 1 ? 33n : 0n);
    const value = dtype.name === 'bool' ? word & 1n : word;
    data[i] = (dtype.long ? value : Number(BigInt.asIntN(32, value))) as never;
  }
  return data;
}

function specials(dtype: DType): (number | bigint)[] {
  const known = special[dtype.name as Name];
  return dtype.kind === 'float' ? [...known, ...edges, ...edges.map((x) => -x)] : [...known];
}

/** Special values, then random ones, `count` at least. */
export function operandsOne(dtype: DType, count: number, seed: number): TypedArray {
  const some = specials(dtype);
  const data =
    dtype.kind === 'float' ? randomFloats(dtype, some.length + count, seed) : randomIntegers(dtype, some.length + count, seed);
  data.set(some as never);
  return data;
}

/** All pairs of special values, then random pairs, every fourth of which is of equal or neighbouring numbers. */
export function operandsTwo(dtype: DType, count: number, seed: number): [TypedArray, TypedArray] {
  const some = specials(dtype);
  const left = operandsOne(dtype, some.length ** 2 + count, seed);
  const right = operandsOne(dtype, some.length ** 2 + count, seed + 1);
  left.set(some.flatMap((x) => some.map(() => x)) as never);
  right.set(some.flatMap(() => some) as never);
  for (let i = some.length ** 2; i < left.length; i += 4) right[i] = left[i - (i % 8 === 0 ? 0 : 1)];
  return [left, right];
}
