/** Life on a torus: 200 generations by sums of shifted grids. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(1);
  let alive = rng.random([256, 256]).less(0.3).astype('int8');
  for (let t = 0; t < 200; t++) {
    let neighbours = np.zeros([256, 256], 'int8');
    for (const i of [-1, 0, 1])
      for (const j of [-1, 0, 1]) if (i !== 0 || j !== 0) neighbours = neighbours.add(np.roll(np.roll(alive, i, 0), j, 1));
    alive = np.logicalOr(neighbours.equal(3), np.logicalAnd(alive.equal(1), neighbours.equal(2))).astype('int8');
  }
  return [Number(await alive.sum().item())];
}
