/** Rows of compressed matrices brought into order, by each of the ways. */
import t from 'tap';
import { sortRows } from '../../../lib/sparse/segments.js';
import { random } from '../../support/sparse.js';

t.test('columns ascend, and equal ones stay in their order', async (t) => {
  const next = random(5);
  // Rows that are empty, in order, short and long; columns up to the greatest.
  const rows = [0, 1, 5, 24, 25, 300, 0, 2].map((count) =>
    Array.from({ length: count }, () => (next() < 0.5 ? Math.floor(next() * 9) : 2 ** 31 - 1 - Math.floor(next() * 9))),
  );
  rows[2].sort((a, b) => a - b);
  const ptr = Int32Array.of(0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length));
  const expected = rows.flatMap((row, i) =>
    row.map((column, k) => [column, ptr[i] + k]).sort((a, b) => a[0] - b[0] || a[1] - b[1]),
  );
  for (const long of [undefined, 30]) {
    const col = Int32Array.from(rows.flat());
    const beside = col.map((_, k) => k);
    sortRows(ptr, col, beside, long);
    t.same(
      Array.from(col, (column, k) => [column, beside[k]]),
      expected,
    );
  }
});
