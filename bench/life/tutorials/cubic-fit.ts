/** A cubic through noisy samples, its roots, and the same fit by least squares. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(16);
  const x = np.linspace(-1, 1, 500);
  const y = x.pow(3).multiply(3).subtract(x).add(rng.standardNormal(500).multiply(0.1));
  const cubic = np.polyfit(x, y, 3);
  const roots = await np.roots(cubic);
  const solved = np.linalg.lstsq(np.vander(x, 4), y).x;
  const agree = np.abs(solved.subtract(cubic)).max().less(1e-10);
  return [...(await cubic.tolist()), await np.sort(np.real(roots)).get(0).item(), Number(await agree.item())];
}
