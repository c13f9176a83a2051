/** Spins of a magnet: sweeps over the two colours of a checkerboard. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(12);
  const n = 128;
  let spins = np.where(rng.random([n, n]).less(0.5), 1, -1);
  const [i, j] = np.indices([n, n]);
  const colours = [i.add(j).remainder(2).equal(0), i.add(j).remainder(2).equal(1)];
  for (let t = 0; t < 100; t++) {
    for (const colour of colours) {
      const near = np
        .roll(spins, 1, 0)
        .add(np.roll(spins, -1, 0))
        .add(np.roll(spins, 1, 1))
        .add(np.roll(spins, -1, 1));
      const odds = np.exp(spins.multiply(-2 * 0.44).multiply(near));
      const flips = np.logicalAnd(colour, rng.random([n, n]).less(odds));
      spins = np.where(flips, spins.negative(), spins);
    }
  }
  return [
    Number(await spins.sum().item()),
    Number(
      await spins
        .multiply(np.roll(spins, 1, 0))
        .sum()
        .item(),
    ),
  ];
}
