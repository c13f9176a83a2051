/** Zeros around arrays, and the order in which places are numbered. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

type Ends = 'f' | 'b' | 'fb' | 'bf';

/** The rows and columns of a table from the first to the last that has an element which is not 0. */
function trimmed(rows: readonly number[][], ends: Ends, axes: readonly number[]): number[][] {
  const span = (filled: readonly boolean[]): [number, number] => {
    if (!filled.includes(true)) return [0, 0];
    return [ends.includes('f') ? filled.indexOf(true) : 0, ends.includes('b') ? filled.lastIndexOf(true) + 1 : filled.length];
  };
  const down = axes.includes(0) ? span(rows.map((row) => row.some((x) => x !== 0))) : [0, rows.length];
  const across = axes.includes(1) ? span(rows[0].map((_, j) => rows.some((row) => row[j] !== 0))) : [0, rows[0].length];
  return rows.slice(down[0], down[1]).map((row) => row.slice(across[0], across[1]));
}

t.test('trimZeros: each end, each axis', async (t) => {
  const table = [
    [0, 0, 0, 0, 0],
    [0, 0, NaN, 0, 0],
    [0, 3, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ];
  for (const ends of ['f', 'b', 'fb', 'bf'] as const) {
    for (const axes of [[0], [1], [0, 1], [-1], []]) {
      const expected = trimmed(
        table,
        ends,
        axes.map((axis) => (axis + 2) % 2),
      );
      t.same(await (await np.trimZeros(table, ends, { axis: axes })).tolist(), expected, `${ends} ${axes.join()}`);
    }
    t.same(await (await np.trimZeros(table, { trim: ends })).tolist(), trimmed(table, ends, [0, 1]), ends);
    t.same(await (await np.trimZeros(table, ends, 1 as never)).tolist(), trimmed(table, ends, [1]), 'by place');
  }
  t.same((await np.trimZeros(np.zeros([2, 3]), { axis: 0 })).shape, [0, 3]);
  t.same((await np.trimZeros(np.zeros([2, 3]))).shape, [0, 0]);
  t.equal(await (await np.trimZeros(np.asarray(0))).item(), 0);
  await t.rejects(np.trimZeros([1, 0], { axis: 1 }), { name: 'IndexError' });
});

t.test('unravelIndex and ravelMultiIndex: column-major numbers are row-major ones of the axes turned round', async (t) => {
  const shape = [2, 3, 4];
  const places = np.arange(24, { dtype: 'int64' });
  const turned = np.unravelIndex(places, [...shape].reverse()).reverse();
  const coordinates = np.unravelIndex(places, shape, 'F');
  t.equal(coordinates.length, 3);
  for (const [axis, along] of coordinates.entries()) t.same(await along.tolist(), await turned[axis].tolist(), `axis ${axis}`);
  t.same(await np.ravelMultiIndex(coordinates, shape, { order: 'F' }).tolist(), await places.tolist());
  t.same(await np.ravelMultiIndex(np.unravelIndex(places, shape, { order: 'C' }), shape).tolist(), await places.tolist());
  t.equal(await np.ravelMultiIndex([[5], [-1]], [2, 3], 'wrap', { order: 'F' }).item(), 5);
  t.throws(() => np.unravelIndex(1, shape, 'A' as never), { name: 'ArgumentError', message: /"C" or "F"/ });
});
