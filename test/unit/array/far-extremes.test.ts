/** Extremes of long arrays, which are located by rows, against loops. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** The first place with which no other value is exchanged: of NaN the first. */
function first(values: ArrayLike<number>, isBetter: (a: number, b: number) => boolean): number {
  let best = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) return i;
    if (isBetter(values[i], values[best])) best = i;
  }
  return best;
}
const less = (a: number, b: number): boolean => a < b;
const greater = (a: number, b: number): boolean => a > b;

/** No multiple of the rows: two rows with one common place, and three with four. */
const LENGTHS = [(1 << 17) + 1, 3 * (1 << 16) + 5];

async function located(x: np.NDArray): Promise<number[]> {
  await np.runtime.fence();
  return [Number(await np.argmin(x).item()), Number(await np.argmax(x).item())];
}

t.test('equal extremes at chosen places', async (t) => {
  for (const n of LENGTHS)
    for (const dtype of n === LENGTHS[0] ? (['float64', 'float16', 'int64', 'uint8'] as const) : (['float32'] as const)) {
      const apart = Math.floor(n / Math.floor(n / (1 << 16)));
      for (const at of [0, apart - 1, apart, apart + 3, n - 1]) {
        const values = Float64Array.from({ length: n }, (_, i) => 3 + (i % 7));
        for (const place of [at, n - 1]) values[place] = 90;
        for (const place of [at + 1, n - 2]) if (place < n) values[place] = 1;
        const expected = [first(values, less), first(values, greater)];
        t.same(await located(np.asarray(values, { dtype })), expected, `${n} ${dtype} ${at}`);
      }
    }
});

t.test('NaN, views, axes that stay, a target', async (t) => {
  const [n] = LENGTHS;
  const values = Float64Array.from({ length: 2 * n }, (_, i) => Math.imul(i + 1, 0x9e3779b1) / 2 ** 31);
  const x = np.array(values);
  const odd = values.filter((_, i) => i % 2 === 1);
  t.same(await located(x.slice('1::2')), [first(odd, less), first(odd, greater)], 'every second');
  const reversed = values.slice().reverse();
  t.same(await located(np.flip(x)), [first(reversed, less), first(reversed, greater)], 'from the end');
  t.same(await located(x.reshape([2, n])), [first(values, less), first(values, greater)], 'two axes');
  const turned = Float64Array.from(values, (_, i) => values[(i % 2) * n + (i >> 1)]);
  t.same(await located(x.reshape([2, n]).T), [first(turned, less), first(turned, greater)], 'no line');
  const out = np.zeros([1, 1], { dtype: 'int64' });
  const kept = np.argmax(x.reshape([2, n]), { keepdims: true, out });
  t.equal(kept, out);
  t.same(await out.tolist(), [[BigInt(first(values, greater))]]);
  for (const at of [70_000, n + 3]) values[at] = NaN;
  const holes = np.array(values);
  t.same(await located(holes), [70_000, 70_000], 'NaN');
  values[70_000] = values[n + 3] = 0;
  t.equal(Number(await np.nanargmax(holes).item()), first(values, greater));
  t.equal(Number(await np.nanargmin(holes).item()), first(values, less));
});
