/**
 * Where a mask is true, and the elements there. How many there are decides a shape, so they are counted first, and the
 * counts are read: by units, as each unit then knows where its own results begin. Small arrays are looked through here.
 */

import { maskUnits } from '../device/index.js';
import { bool, int64, isLong, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import type { ArgSpec, TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { adopt, allocate, type NDArray } from './ndarray.js';
import { data } from './read.js';
import { ravel } from './reshape.js';
import { routineKind } from './routine-kind.js';

/** Fewer elements are read and looked through in less time than two launches take. */
const SMALL = 4096;

const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const writes: ArgSpec = { privilege: 'write', access: 'whole' };

const countKind = routineKind('countTrue', 'mask_count', [reads, writes]);
const placesKind = routineKind('nonzero', 'mask_places', [reads, reads, writes]);
/** By the size of an element. */
const pickKinds: Readonly<Record<number, TaskKind>> = {
  1: routineKind('compress', 'mask_pick_1', [reads, reads, reads, writes]),
  2: routineKind('compress', 'mask_pick_2', [reads, reads, reads, writes]),
  4: routineKind('compress', 'mask_pick_4', [reads, reads, reads, writes]),
  8: routineKind('compress', 'mask_pick_8', [reads, reads, reads, writes]),
};

/** A mask in one axis, how many of its elements are true in each unit, and in all. */
interface Counted {
  readonly mask: NDArray;
  readonly counts: NDArray;
  readonly total: number;
}

/** Whether routines look through arrays of that size. */
export function areCounted(x: NDArray): boolean {
  return x.size >= SMALL && runtime().device.routine('mask_count') >= 0;
}

async function counted(x: NDArray): Promise<Counted> {
  const mask = ravel(astype(x, bool, { copy: false }));
  const counts = allocate(int64, [maskUnits(mask.size)]);
  runtime().launch(countKind, [mask.size], [mask, counts]);
  let total = 0;
  for (const count of await data(counts)) total += Number(count);
  return { mask, counts, total };
}

/** Where elements are that are not 0, row-major, as int64. */
export async function places(x: NDArray): Promise<NDArray> {
  if (!areCounted(x)) {
    const found = placesIn(await data(x));
    return adopt(runtime().upload(asIntegers(found), int64, [found.length]));
  }
  const { mask, counts, total } = await counted(x);
  const out = allocate(int64, [total]);
  if (total > 0) runtime().launch(placesKind, [mask.size], [mask, counts, out]);
  return out;
}

/** The elements of `x` where a mask of its shape is true, row-major. Asks for `areCounted(mask)`. */
export async function picked(mask: NDArray, x: NDArray): Promise<NDArray> {
  const found = await counted(mask);
  const out = allocate(x.dtype, [found.total]);
  if (found.total > 0) runtime().launch(pickKinds[x.dtype.size], [x.size], [found.mask, found.counts, ravel(x), out]);
  return out;
}

/** Where the elements are that are not 0, row-major. */
function placesIn(values: TypedArray): Float64Array {
  if (values instanceof Uint8Array) return placesOfBytes(values);
  if (isLong(values)) return placesOfPairs(new Int32Array(values.buffer, values.byteOffset, values.length * 2));
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) count++;
  const found = new Float64Array(count);
  for (let i = 0, k = 0; k < count; i++) if (values[i] !== 0) found[k++] = i;
  return found;
}

/** The places of bytes that are not 0, without unpredictable branches: `(v + 255) >> 8` is 1 but for 0. */
function placesOfBytes(values: Uint8Array): Float64Array {
  let count = 0;
  for (let i = 0; i < values.length; i++) count += (values[i] + 255) >> 8;
  const found = new Float64Array(count + 1);
  for (let i = 0, k = 0; i < values.length; i++) {
    found[k] = i;
    k += (values[i] + 255) >> 8;
  }
  return found.subarray(0, count);
}

/** The places of 64-bit integers that are not 0, as pairs of words, which need no bigints. */
function placesOfPairs(words: Int32Array): Float64Array {
  let count = 0;
  for (let i = 0; i < words.length; i += 2) if ((words[i] | words[i + 1]) !== 0) count++;
  const found = new Float64Array(count);
  for (let i = 0, k = 0; k < count; i += 2) if ((words[i] | words[i + 1]) !== 0) found[k++] = i / 2;
  return found;
}

/** Places as int64, without bigints. */
function asIntegers(found: Float64Array): BigInt64Array {
  const integers = new BigInt64Array(found.length);
  const words = new Uint32Array(integers.buffer);
  for (let k = 0; k < found.length; k++) {
    words[2 * k] = found[k];
    words[2 * k + 1] = found[k] / 2 ** 32;
  }
  return integers;
}
