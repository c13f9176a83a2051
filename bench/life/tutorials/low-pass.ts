/** A noisy tone through a windowed sinc filter, with the peaks that are left. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(15);
  const t = np.linspace(0, 1, 5000);
  const x = np.sin(t.multiply(2 * Math.PI * 40)).add(rng.standardNormal(5000).multiply(0.5));
  let taps = np.sinc(np.linspace(-4, 4, 101)).multiply(np.hamming(101));
  taps = taps.divide(taps.sum());
  const y = np.convolve(x, taps, 'same');
  const inner = y.get('1:-1');
  const peaks = np.flatnonzero(np.logicalAnd(inner.greater(y.get(':-2')), inner.greater(y.get('2:')))).add(1);
  const [count] = await peaks.shapeKnown();
  return [count, await np.interp(0.3333, t, y).item(), await np.corrcoef(x, y).get(0, 1).item()];
}
