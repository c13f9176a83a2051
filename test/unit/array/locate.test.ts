/** Where extremes are in arrays of many elements; and truth that one unit settles for those after it. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** Numbers without order, of which several are the largest and the smallest. */
function numbers(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => (i * 7919) % 65537);
}

function first(x: Float64Array, better: (a: number, b: number) => boolean): number {
  let at = 0;
  for (const [i, v] of x.entries()) if (!Number.isNaN(x[at]) && (Number.isNaN(v) || better(v, x[at]))) at = i;
  return at;
}

t.test('places in arrays of many elements', async (t) => {
  for (const n of [131_071, 131_072, 200_000, 3 * 65_537]) {
    const x = numbers(n);
    const a = np.asarray(x);
    t.equal(
      await np.argmax(a).item(),
      first(x, (p, q) => p > q),
      `argmax of ${n}`,
    );
    t.equal(
      await np.argmin(a, { axis: 0 }).item(),
      first(x, (p, q) => p < q),
      `argmin of ${n}`,
    );
    t.strictSame(np.argmax(a, { axis: 0, keepdims: true }).shape, [1]);
    t.equal(await np.argmax(a.astype('int64')).item(), await np.argmax(a).item());
    for (const at of [n - 1, 5]) {
      x[at] = Number.NaN;
      t.equal(await np.argmax(np.asarray(x)).item(), at, `a NaN at ${at} of ${n}`);
    }
  }
  const square = np.asarray(numbers(400 * 500)).reshape([400, 500]);
  t.equal(
    await np.argmax(square).item(),
    first(numbers(200_000), (p, q) => p > q),
    'a matrix, flattened',
  );
  const turned = await np.argmax(square.transpose()).item();
  t.equal(turned, await np.argmax(square.transpose().copy()).item(), 'a matrix read across');
});

t.test('any and all, settled in each part of an array', async (t) => {
  const n = 9000;
  for (const at of [0, 1, 1023, 1024, 4500, n - 1]) {
    const one = np.asarray(Float64Array.from({ length: n }, (_, i) => (i === at ? 1 : 0)));
    t.equal(await np.any(one.greater(0)).item(), true, `any, at ${at}`);
    t.equal(await np.all(one.less(1)).item(), false, `all, but at ${at}`);
  }
  t.equal(await np.any(np.zeros([n]).greater(0)).item(), false);
  t.equal(await np.all(np.ones([n]).greater(0)).item(), true);
});
