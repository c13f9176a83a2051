/** Compression of coordinates, against a map of places. */
import t from 'tap';
import { type Coordinates, checkCoordinates, checkMatrixShape, compress, expandRows } from '../../../lib/sparse/coordinates.js';

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomEntries(rows: number, cols: number, count: number, seed: number): Coordinates {
  const next = random(seed);
  return {
    shape: [rows, cols],
    row: Int32Array.from({ length: count }, () => Math.floor(next() * rows)),
    col: Int32Array.from({ length: count }, () => Math.floor(next() * cols)),
    value: Float64Array.from({ length: count }, () => next() - 0.5),
  };
}

t.test('rows in order, columns ascending, duplicates summed in their order', async (t) => {
  for (const [rows, cols, count, seed] of [
    [1, 1, 3, 1],
    [7, 5, 60, 2],
    [40, 30, 200, 3],
    [5, 9, 0, 4],
    [300, 2, 50, 5],
  ]) {
    const entries = randomEntries(rows, cols, count, seed);
    const places = new Map<number, number>();
    for (let k = 0; k < count; k++) {
      const place = entries.row[k] * cols + entries.col[k];
      places.set(place, (places.get(place) ?? 0) + entries.value[k]);
    }
    const matrix = compress(entries);
    const expected = [...places].sort((a, b) => a[0] - b[0]);
    const row = expandRows(matrix);
    const got = Array.from(matrix.col, (c, k) => [row[k] * cols + c, matrix.value[k]]);
    t.same(got, expected, `${rows} by ${cols} with ${count} entries`);
    t.equal(matrix.ptr.length, rows + 1);
    t.equal(matrix.ptr[rows], expected.length);
    t.ok(matrix.ptr.every((p, i) => i === 0 || p >= matrix.ptr[i - 1]));
  }
});

t.test('a matrix without rows or entries', async (t) => {
  const none = { row: new Int32Array(0), col: new Int32Array(0), value: new Float64Array(0) };
  t.same([...compress({ shape: [0, 4], ...none }).ptr], [0]);
  t.same([...compress({ shape: [3, 0], ...none }).ptr], [0, 0, 0, 0]);
});

t.test('what cannot be a matrix', async (t) => {
  t.throws(() => checkMatrixShape([3], 'csrArray'), { code: 'ERR_SHAPE', message: /csrArray: .*two sizes/ });
  t.throws(() => checkMatrixShape([3, -1], 'csrArray'), { code: 'ERR_SHAPE' });
  t.throws(() => checkMatrixShape([3, 2 ** 31], 'csrArray'), { code: 'ERR_SHAPE' });
  const entry = { shape: [2, 2] as const, row: Int32Array.of(0), col: Int32Array.of(2), value: Float64Array.of(1) };
  t.throws(() => checkCoordinates(entry, 1, 'csrArray'), { code: 'ERR_INDEX', message: /entry 0 is at \(0, 2\)/ });
  t.throws(() => checkCoordinates(entry, 2, 'csrArray'), {
    code: 'ERR_ARGUMENT',
    message: /1, 1 and 2/,
  });
});
