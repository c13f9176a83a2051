/** Prices of an Asian and of a barrier option over two thousand simulated years. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const Z = np.random.pcg64(11).standardNormal([2000, 252]);
  const dt = 1 / 252;
  const drift = (0.03 - 0.02) * dt;
  const steps = Z.multiply(0.2 * Math.sqrt(dt)).add(drift);
  const price = np.exp(np.cumsum(steps, { axis: 1 })).multiply(100);
  const asian = np.maximum(price.mean({ axis: 1 }).subtract(100), 0);
  const last = np.maximum(price.get(':', -1).subtract(100), 0);
  const barrier = np.where(price.max({ axis: 1 }).less(130), last, 0);
  return [await asian.mean().item(), await barrier.mean().item(), await barrier.std({ ddof: 1 }).item()];
}
