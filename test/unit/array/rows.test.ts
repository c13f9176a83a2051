/** Rows at computed positions: those that a routine copies, against elements that are picked one by one. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

type Name = 'float64' | 'float32' | 'int64' | 'int32' | 'uint8' | 'bool';

/** Place `i` of many that are in no order, some counted from the end. */
const placeIn = (size: number, i: number): number => ((i * 37) % size) - (i % 3 === 0 ? size : 0);

const elements = async (x: np.NDArray): Promise<unknown[]> => [...((await x.data()) as Iterable<unknown>)];

async function expected(x: np.NDArray, at: readonly number[], axis: number): Promise<unknown[]> {
  const values = await x.data();
  const { shape } = x;
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const outer = shape.slice(0, axis).reduce((a, b) => a * b, 1);
  const found: unknown[] = [];
  for (let o = 0; o < outer; o++)
    for (const i of at)
      for (let k = 0; k < inner; k++) found.push(values[(o * shape[axis] + ((i + shape[axis]) % shape[axis])) * inner + k]);
  return found;
}

const cases: readonly (readonly [shape: readonly number[], axis: number, count: number])[] = [
  [[50, 200], 0, 70],
  [[7, 20_000], 0, 3],
  [[300, 8], 0, 900],
  [[300, 7], 0, 900],
  [[4, 30, 64], 1, 40],
  [[4, 30, 16, 8], 1, 11],
];

for (const dtype of ['float64', 'float32', 'int64', 'int32', 'uint8', 'bool'] as Name[]) {
  t.test(`rows of ${dtype}`, async (t) => {
    for (const [shape, axis, count] of cases) {
      const size = shape.reduce((a, b) => a * b, 1);
      const x = np
        .arange(size)
        .remainder(dtype === 'bool' ? 2 : 201)
        .astype(dtype)
        .reshape(shape);
      const places = Array.from({ length: count }, (_, i) => placeIn(shape[axis], i));
      const found = np.take(x, places, { axis });
      t.same(found.shape, [...shape.slice(0, axis), count, ...shape.slice(axis + 1)]);
      t.same(await elements(found), await expected(x, places, axis), `${shape} along ${axis}`);
    }
  });
}

t.test('rows by indices of any kind, of part of a table, into what follows', async (t) => {
  const table = np.arange(100 * 64).reshape([100, 64]);
  const places = Array.from({ length: 80 }, (_, i) => placeIn(60, i));
  const part = table.slice('20:80');
  const want = await expected(part, places, 0);
  const wide = np.asarray(places, { dtype: 'int64' });
  t.same(await elements(np.take(part, wide.astype('int32'), { axis: 0 })), want);
  t.same(await elements(np.take(part, np.repeat(wide, 2).slice('::2'), { axis: 0 })), want);
  const square = part.gather(wide.reshape([8, 10]));
  t.same(square.shape, [8, 10, 64]);
  t.same(
    await elements(square.add(1)),
    want.map((v) => Number(v) + 1),
  );
  const lines = await np.compress(part.slice(':', 0).greater(64 * 50), part, 0);
  t.same(lines.shape, [29, 64]);
  t.equal(await lines.slice(0, 0).item(), 51 * 64);
});

t.test('rows outside of a table are an IndexError for whoever reads', async (t) => {
  const table = np.ones([100, 64]);
  for (const place of [100, -101])
    await t.rejects(np.take(table, np.full([80], BigInt(place)), { axis: 0 }).data(), { name: 'IndexError' });
  t.throws(() => np.take(np.ones([0, 64]), np.zeros([80], { dtype: 'int64' }), { axis: 0 }), { name: 'IndexError' });
});
