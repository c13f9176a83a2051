/** Integers of NumPy's streams: as arrays, and by rejection. */
import { int64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import type { Shape } from '../../shape/index.js';
import { adopt, type NDArray } from '../ndarray.js';
import type { Bits } from './bits.js';

/** Integers as an int64 array. */
export function longs(numbers: Float64Array, shape: Shape): NDArray {
  const halves = new Int32Array(2 * numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    halves[2 * i] = numbers[i] % 4294967296;
    halves[2 * i + 1] = Math.floor(numbers[i] / 4294967296);
  }
  return adopt(runtime().upload(new BigInt64Array(halves.buffer), int64, shape));
}

/** From 0 to `most` < 2^53: bits until they are not too many. */
export function masked(bits: Bits, most: number): number {
  if (most > 0xffffffff) return Number(maskedLong(bits, BigInt(most)));
  if (most === 0) return 0;
  const mask = most === 0xffffffff ? most : 2 ** (32 - Math.clz32(most)) - 1;
  let found = (bits.next32() & mask) >>> 0;
  while (found > most) found = (bits.next32() & mask) >>> 0;
  return found;
}

/** From 0 to `most` of 64 bits: bits until they are not too many. */
export function maskedLong(bits: Bits, most: bigint): bigint {
  const mask = (1n << BigInt(most.toString(2).length)) - 1n;
  let found = bits.next64() & mask;
  while (found > most) found = bits.next64() & mask;
  return found;
}
