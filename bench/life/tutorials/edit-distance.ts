/** The edit distance of two sequences, a row of the table each step. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(8);
  const a = rng.integers(0, 4, 600);
  const b = rng.integers(0, 4, 500);
  const column = np.arange(b.size + 1);
  let row = column.copy();
  for (let i = 0; i < a.size; i++) {
    const replaced = row.get(':-1').add(b.notEqual(a.get(i)));
    const least = np.minimum(replaced, row.get('1:').add(1));
    row = np.minimumAccumulate(np.concatenate([[i + 1], least]).subtract(column)).add(column);
  }
  return [Number(await row.get(-1).item())];
}
