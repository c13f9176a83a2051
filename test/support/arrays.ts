/** Arrays from the oracle's values and back, compared bit for bit or within units in the last place. */
import type { Test } from 'tap';
import * as np from '../../lib/array/index.js';
import { half, halfBits } from './half.js';
import { isFloat, type Name, type Ref, ref, type Value } from './numpy.js';

/** Each test meets hundreds of new kernels once; compiling C for them in the background would only cost. */
if (process.env.MANIPLE_CONFIG === undefined) np.runtime.configure({ tier: 'block' });

type T = Pick<Test, 'ok' | 'fail' | 'equal' | 'same'>;

/** The oracle's array as one of ours. */
export function arrayOf(x: Ref): np.NDArray {
  const flat = new np[x.dtype].Typed(x.data.length);
  for (let i = 0; i < flat.length; i++) flat[i] = (x.dtype === 'float16' ? halfBits(Number(x.data[i])) : x.data[i]) as never;
  if (x.dtype === 'float16') return np.frombuffer(flat, 'float16').reshape(x.shape);
  return np.asarray(flat, { dtype: x.dtype }).reshape(x.shape);
}

/** Our array as the oracle's. */
export async function refOf(x: np.NDArray): Promise<Ref> {
  const read = x.dtype.name === 'float16' ? x.astype('float64') : x;
  return ref(x.dtype.name as Name, x.shape, Array.from<Value>(await read.data()));
}

/** Checks dtype, shape and values; `ulps` allows floats that many units in the last place. */
export async function same(t: T, actual: np.NDArray | Ref, expected: Ref, message: string, ulps = 0): Promise<void> {
  const found = actual instanceof np.NDArray ? await refOf(actual) : actual;
  if (found.dtype !== expected.dtype || String(found.shape) !== String(expected.shape)) {
    t.fail(`${message}: got ${found.dtype} (${found.shape}), expected ${expected.dtype} (${expected.shape})`);
    return;
  }
  const wrong = found.data.findIndex((v, i) => !close(v, expected.data[i], found.dtype, ulps));
  t.ok(
    wrong < 0,
    wrong < 0 ? message : `${message}: element ${wrong} is ${show(found.data[wrong])}, expected ${show(expected.data[wrong])}`,
  );
}

const show = (v: Value): string => (Object.is(v, -0) ? '-0' : String(v));

function close(a: Value, b: Value, dtype: Name, ulps: number): boolean {
  if (Object.is(a, b)) return true;
  if (ulps === 0 || !isFloat(dtype)) return false;
  const [x, y] = [Number(a), Number(b)];
  const unit = dtype === 'float64' ? 2 ** -52 : dtype === 'float32' ? 2 ** -23 : 2 ** -10;
  const least = dtype === 'float64' ? 5e-324 : dtype === 'float32' ? 2 ** -149 : 2 ** -24;
  return Math.abs(x - y) <= ulps * Math.max(least, unit * Math.max(Math.abs(x), Math.abs(y)));
}

/** Values of each dtype at which things go wrong. */
export const special: Readonly<Record<Name, readonly Value[]>> = {
  bool: [0, 1],
  int8: [0, 1, -1, 2, -3, 7, 100, 127, -128],
  int16: [0, 1, -1, 2, -3, 7, 300, 32767, -32768],
  uint8: [0, 1, 2, 3, 7, 127, 128, 200, 255],
  uint16: [0, 1, 2, 3, 7, 255, 256, 32768, 65535],
  uint32: [0, 1, 2, 3, 7, 65536, 2147483647, 2147483648, 4294967295],
  uint64: [0n, 1n, 2n, 3n, 7n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n],
  int32: [0, 1, -1, 2, -3, 7, 100, 2147483647, -2147483648],
  int64: [0n, 1n, -1n, 2n, -3n, 7n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)],
  float32: [0, -0, 1, -1, 0.5, -2.5, 3, 7, 1e10, 1e-45, 1e30, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  float16: [0, -0, 1, -1, 0.5, -2.5, 3, 7, 6e4, 6e-8, 6.1e-5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(
    half,
  ),
  float64: [0, -0, 1, -1, 0.5, -2.5, 3, 7, 0.1, 1e300, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
};

/** All pairs of special values of two dtypes, as two flat arrays. */
export function pairs(a: Name, b: Name): [Ref, Ref] {
  const left = special[a].flatMap((x) => special[b].map(() => x));
  const right = special[a].flatMap(() => special[b]);
  return [ref(a, [left.length], left), ref(b, [right.length], right)];
}
