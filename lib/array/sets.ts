/** Results whose shape depends on values: they are read first, so these functions return promises. */
import { ShapeError } from '../base/index.js';
import { int64, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { type ArrayLike, toArray } from './convert.js';
import { asarray } from './creation.js';
import { gather } from './gather.js';
import { broadcastTo } from './manipulate.js';
import { adopt, type NDArray } from './ndarray.js';
import { data } from './read.js';
import { ravel } from './reshape.js';
import { sort } from './sorting.js';

/**
 * Where the elements are that are not 0: one int64 array of coordinates for each axis, in row-major order. Throws
 * `ShapeError` for a 0-d array.
 *
 * @example
 * const [rows, columns] = await np.nonzero([[0, 5], [7, 0]]);
 * await rows.tolist();    // [0, 1]
 * await columns.tolist(); // [1, 0]
 */
export async function nonzero(x: ArrayLike): Promise<NDArray[]> {
  const a = toArray(x, 'nonzero');
  if (a.ndim === 0) throw new ShapeError('nonzero: a 0-d array has no coordinates');
  const found = placesIn(await data(a));
  let step = 1;
  const coordinates: NDArray[] = [];
  for (let axis = a.ndim - 1; axis >= 0; axis--) {
    const along = coordinatesOf(found, step, a.shape[axis], a.ndim === 1);
    coordinates.unshift(adopt(runtime().upload(along, int64, [found.length])));
    step *= a.shape[axis];
  }
  return coordinates;
}

/** Where the elements are that are not 0, row-major. */
function placesIn(values: TypedArray): Float64Array {
  if (values instanceof Uint8Array) return placesOfBytes(values);
  if (values instanceof BigInt64Array) return placesOfPairs(new Int32Array(values.buffer, values.byteOffset, values.length * 2));
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) count++;
  const found = new Float64Array(count);
  for (let i = 0, k = 0; k < count; i++) if (values[i] !== 0) found[k++] = i;
  return found;
}

/** The same for bytes, without branches that nobody could foresee: `(v + 255) >> 8` is 1 but for 0. */
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

/** The same for 64-bit integers as pairs of words, which need no bigints. */
function placesOfPairs(words: Int32Array): Float64Array {
  let count = 0;
  for (let i = 0; i < words.length; i += 2) if ((words[i] | words[i + 1]) !== 0) count++;
  const found = new Float64Array(count);
  for (let i = 0, k = 0; k < count; i += 2) if ((words[i] | words[i + 1]) !== 0) found[k++] = i / 2;
  return found;
}

/** Coordinates along an axis of `size`, as int64; `whole` for the only axis, whose coordinates the places are. */
function coordinatesOf(places: Float64Array, step: number, size: number, whole: boolean): BigInt64Array {
  const coordinates = new BigInt64Array(places.length);
  const words = new Uint32Array(coordinates.buffer);
  for (let k = 0; k < places.length; k++) {
    const at = whole ? places[k] : Math.floor(places[k] / step) % size;
    words[2 * k] = at;
    words[2 * k + 1] = at / 2 ** 32;
  }
  return coordinates;
}

/**
 * NumPy's `x[mask]`: the elements of `x` where `mask` is true, in one axis. The mask has the leading axes' shape, or
 * broadcasts to it.
 *
 * @example
 * const x = np.asarray([1, -2, 3]);
 * await (await np.compress(x.greater(0), x)).tolist(); // [1, 3]
 */
export async function compress(mask: ArrayLike, x: ArrayLike): Promise<NDArray> {
  const a = toArray(x, 'compress');
  const m = toArray(mask, 'compress');
  const whole = broadcastTo(m, a.shape.slice(0, Math.max(m.ndim, 1)));
  return gather(a, ...(await nonzero(whole)));
}

/**
 * The different elements in ascending order, in one axis. NaNs count as one.
 *
 * @example
 * await (await np.unique([3, 1, 3])).tolist(); // [1, 3]
 */
export async function unique(x: ArrayLike): Promise<NDArray> {
  const a = toArray(x, 'unique');
  const values = await data(sort(ravel(a)));
  const same = (p: number | bigint, q: number | bigint): boolean => p === q || (Number.isNaN(p) && Number.isNaN(q));
  const kept: number[] = [];
  for (let i = 0; i < values.length; i++) if (i === 0 || !same(values[i], values[i - 1])) kept.push(i);
  const out = new a.dtype.Typed(kept.length);
  kept.forEach((i, k) => {
    out[k] = values[i] as never;
  });
  return asarray(out, { dtype: a.dtype });
}
