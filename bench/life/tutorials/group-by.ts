/** Means and medians of two hundred thousand values by a hundred keys. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(17);
  const key = rng.integers(0, 100, 200_000);
  const value = rng.random(200_000);
  const { values: keys, inverseIndices, counts } = np.unique(key, { returnInverse: true, returnCounts: true });
  const mean = np.bincount(inverseIndices, { weights: value }).divide(counts);
  const order = np.lexsort([value, key]);
  const first = np.searchsorted(key.get(order), keys);
  const median = value.get(order).get(first.add(counts.floorDivide(2)));
  return [await mean.max().item(), await median.min().item(), Number(await counts.argmax().item())];
}
