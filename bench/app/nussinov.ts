/** Folding of a chain of bases (Nussinov's table): each cell is a maximum over views of its row and of its column. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

const sequence = (n: number): number[] => Array.from({ length: n }, (_, i) => (i + 1) % 4);

function fold(table: np.NDArray, bases: readonly number[]): void {
  const n = bases.length;
  for (let i = n - 2; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) {
      const cell = table.slice(i, j);
      cell.assign(np.maximum(cell, table.slice(i, j - 1)));
      cell.assign(np.maximum(cell, table.slice(i + 1, j)));
      const inner = table.slice(i + 1, j - 1);
      cell.assign(np.maximum(cell, i < j - 1 ? inner.add(bases[i] + bases[j] === 3 ? 1 : 0) : inner));
      if (j > i + 1) cell.assign(np.maximum(cell, np.max(table.slice(i, [i + 1, j]).add(table.slice([i + 2, j + 1], j)))));
    }
  }
}

export default await program(import.meta, {
  name: 'nussinov',
  unit: 'bases',
  size: 200,
  async prepare(n) {
    const bases = sequence(n);
    let table = np.zeros([n, n], { dtype: 'int32' });
    await np.runtime.fence();
    return {
      async run() {
        table = np.zeros([n, n], { dtype: 'int32' });
        fold(table, bases);
        await np.runtime.fence();
      },
      result: () => items(table.sum(), table.slice(0, n - 1)),
    };
  },
});
