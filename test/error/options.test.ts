/** Options that a function does not have: refused by every function that takes options, with the one that may be meant. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { likeliest } from '../../lib/base/index.js';
import '../support/arrays.js';

type Loose = (...given: unknown[]) => unknown;

const x = np.asarray([
  [4, 1],
  [1, 3],
]);
const v = np.asarray([1, 2, 3, 4]);
const places = np.zeros([2, 2], { dtype: 'int64' });
/** What functions take before their options. */
const calls: readonly (readonly unknown[])[] = [
  [],
  [x],
  [v],
  [3],
  [x, x],
  [v, v],
  [v, 2],
  [1, 2],
  [[x, x]],
  [x, places],
  [x, places, 1],
  [v, 1, 1],
  [v, v, v],
];

/** What a call that refuses an option says; null for one that does not. */
async function refusal(fn: Loose, given: readonly unknown[], option: object): Promise<string | null> {
  try {
    await fn(...given, option);
  } catch (error) {
    if (error instanceof np.ArgumentError && error.message.includes('no option is called')) return error.message;
  }
  return null;
}

/** What they are given is no options. */
const EXCEPT = new Set(['item', 'itemSync', 'meshgrid']);

/** The functions of a room that say that they take options. */
function withOptions(room: object): [string, Loose][] {
  const functions = Object.entries(room).filter((entry): entry is [string, Loose] => typeof entry[1] === 'function');
  return functions.filter(
    ([name, fn]) => !EXCEPT.has(name) && /^(async )?function \w*\([^)]*\b(how|options|given)\b/.test(String(fn)),
  );
}

for (const [name, fn] of [...withOptions(np), ...withOptions(np.linalg)]) {
  t.test(`${name} refuses what it has not`, async (t) => {
    let found: string | null = null;
    for (const given of calls) found ??= await refusal(fn, given, { mispelt: 1 });
    t.match(found, /^\w+: no option is called mispelt \(there (is|are) .*\w\)$/);
  });
}

const loose = (options: object): never => options as never;
const cases: [string, () => unknown, RegExp][] = [
  ['axes', () => np.sum(x, loose({ axes: 0 })), /^sum: no option is called axes; axis may be what is meant \(there are axis, /],
  ['NumPy 1 spelling', () => x.max(loose({ keep_dims: true })), /^max: .* keep_dims; keepdims may be what is meant/],
  ['capitals', () => np.mean(x, loose({ Axis: 0 })), /^mean: .* Axis; axis may be what is meant/],
  [
    'an option of others',
    () => np.sort(x, loose({ keepdims: true })),
    /^sort: no option is called keepdims \(there are axis, descending, stable and kind\)$/,
  ],
  [
    'the only one',
    () => np.zeros(2, loose({ type: 'int32' })),
    /^zeros: .* type; dtype may be what is meant \(there is dtype\)$/,
  ],
  ['of ufuncs', () => np.add(v, v, loose({ ouy: v })), /^add: .* ouy; out may be what is meant/],
  ['of ranges', () => np.linspace(0, 1, loose({ steps: 3 })), /^linspace: no option is called steps/],
  ['beside another', () => np.meshgrid(v, v, loose({ indexing: 'ij', dense: true })), /^meshgrid: no option is called dense/],
  ['a number as options', () => np.nanToNum(v, 3 as never), /^nanToNum: expected options such as \{ nan: … \}, got 3$/],
  ['an array as options', () => np.sum(x, loose(v)), /^sum: expected an axis such as 0.*NDArray/],
];

for (const [name, run, message] of cases) t.test(name, async (t) => t.throws(run, { message }));

t.test('where results go, by place', async (t) => {
  const [out, list] = [np.zeros(4), np.zeros(2)];
  t.equal(np.add(v, 1, out), out);
  t.same(await out.tolist(), [2, 3, 4, 5]);
  t.equal(v.multiply(v, out), out);
  t.same(await out.tolist(), [1, 4, 9, 16]);
  t.same(await np.sqrt(out, out).tolist(), [1, 2, 3, 4]);
  t.same(await np.matmul(x, [1, 1], list).tolist(), [5, 4]);
  t.same(await np.add(v, 1, null as never).tolist(), [2, 3, 4, 5], 'null as in NumPy');
  const cube = np.ones([2, 2, 2]);
  t.equal(
    await np
      .dot(cube, cube, np.zeros([2, 2, 2, 2]))
      .sum()
      .item(),
    32,
  );
  t.throws(() => np.dot(cube, cube, list), np.ShapeError);
});

t.test('functions for Array.map and reduce', async (t) => {
  const sums = [v, v].map(np.negative as (x: np.NDArray) => np.NDArray);
  t.same(await sums[1].tolist(), [-1, -2, -3, -4]);
  const all = [v, v, v].reduce(np.add as (a: np.NDArray, b: np.NDArray) => np.NDArray);
  t.same(await all.tolist(), [3, 6, 9, 12]);
});

t.test('options that a prototype has are no mistakes', async (t) => {
  const options = Object.assign(Object.create({ note: 'of whoever made it' }), { axis: 0 });
  t.same(await np.sum(x, options).tolist(), [5, 4]);
});

t.test('the likeliest', async (t) => {
  const names = ['axis', 'keepdims', 'returnIndex', 'correction'];
  t.equal(likeliest('axsi', names), undefined, 'two letters of four are too many');
  t.equal(likeliest('axs', names), 'axis');
  t.equal(likeliest('return_index', names), 'returnIndex');
  t.equal(likeliest('KeepDims', names), 'keepdims');
  t.equal(likeliest('ddof', names), 'correction');
  t.equal(likeliest('toString', names), undefined);
  t.equal(likeliest('', names), undefined);
});
