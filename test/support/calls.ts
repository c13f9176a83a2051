/** Calls of the array library against what NumPy gave for the same ones when its values were written down (test/golden/numpy). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Test } from 'tap';
import * as np from '../../lib/array/index.js';

/** Ours, by NumPy's call. */
export type Calls = Readonly<Record<string, () => np.NDArray | Promise<np.NDArray>>>;

/** The arrays that the calls use; `x3` is `t` in Python. */
export function sampleArrays() {
  const { nan } = np;
  const v = np.asarray([3, -1.5, 4, 1.25, -0, 9.5, 2]);
  const w = np.asarray([1, 2, 0.5, 3, 1.5, 0.25, 4]);
  const m = np.asarray([
    [3, 1, 2, 8],
    [-6, 5, 4.5, 0.5],
    [2, 2, -7, 1],
  ]);
  const x3 = np.arange(24).reshape([2, 3, 4]).pow(1.5).subtract(20);
  const k = np.asarray([
    [4n, 1n, 7n],
    [2n, 9n, 3n],
  ]);
  const g = np.asarray([
    [1, nan, 3],
    [nan, nan, nan],
    [4, -2, nan],
  ]);
  const xp = np.asarray([-2, 0, 1, 4]);
  const fp = np.asarray([1, -3, 2.5, 10]);
  return { v, w, m, x3, k, g, xp, fp };
}

interface Result {
  /** Without one the dtypes are not compared: a list of integers in Python is one of floats here. */
  readonly dtype?: string;
  readonly shape: readonly number[];
  readonly values: readonly (number | boolean | string)[];
}

/** Python's way of writing numbers that JSON has not. */
const named: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity };

function isNear(a: number, b: number): boolean {
  return Object.is(a, b) || (a !== 0 && b !== 0 && Math.abs(a - b) <= 1e-13 * Math.max(Math.abs(a), Math.abs(b), 1));
}

/** Every call of `file` (without its ending) is made, and gives NumPy's shape and values. */
export function sameAsNumpy(t: Test, calls: Calls, file: string): void {
  const path = resolve('test/golden/numpy', `${file}.json`);
  const expected = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Result>>;
  t.same(Object.keys(calls), Object.keys(expected), 'every call has a result of NumPy');
  for (const [call, run] of Object.entries(calls)) {
    t.test(call, async (t) => {
      const found = await run();
      const { dtype, shape, values } = expected[call];
      t.same(found.shape, shape, 'shape');
      if (dtype !== undefined) t.equal(found.dtype.name, dtype, 'dtype');
      const wanted = values.map((x) => (typeof x === 'string' ? named[x] : Number(x)));
      const got = Array.from((await found.data()) as Iterable<number | bigint>, Number);
      const wrong = got.findIndex((x, i) => !isNear(x, wanted[i]));
      t.equal(wrong, -1, wrong < 0 ? 'values' : `element ${wrong} is ${got[wrong]}, NumPy's ${wanted[wrong]}`);
    });
  }
}
