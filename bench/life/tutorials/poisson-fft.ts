/** Poisson's equation on a periodic square, by Fourier transforms. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const n = 256;
  const x = np.arange(n).divide(n);
  const [X, Y] = np.meshgrid(x, x);
  const f = np.sin(X.multiply(2 * Math.PI)).multiply(np.cos(Y.multiply(4 * Math.PI)));
  const k = np.fft.fftfreq(n, 1 / n).multiply(2 * Math.PI);
  const square = k.get(':', null).pow(2).add(k.get(null, ':').pow(2));
  square.set(0, 0, 1);
  const u = np.fft.ifft2(np.fft.fft2(f).negative().divide(square)).real;
  return [await np.abs(u).max().item(), await u.get(3, 5).item()];
}
