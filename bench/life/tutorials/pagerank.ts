/** Ranks of a thousand pages by power iteration, read each step. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const n = 1000;
  const links = np.random.pcg64(4).random([n, n]).less(0.01).astype('float64');
  const degree = links.sum({ axis: 0 });
  degree.set(degree.equal(0), 1);
  links.divideAssign(degree);
  let rank = np.full(n, 1 / n);
  let steps = 0;
  for (; steps < 200; steps++) {
    let next = links
      .matmul(rank)
      .multiply(0.85)
      .add(0.15 / n);
    next = next.divide(next.sum());
    if ((await np.abs(next.subtract(rank)).sum().item()) < 1e-12) break;
    rank = next;
  }
  return [steps, Number(await rank.argmax().item()), await rank.max().item()];
}
