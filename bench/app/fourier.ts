/** Fourier transforms of one length: of a complex vector and back, and of a real one; as many vectors as make some 10^6 numbers. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'fourier',
  unit: 'elements of a vector',
  size: 1024,
  async prepare(n) {
    const x = spread(Math.max(1, Math.floor(2 ** 20 / n)) * n, 0.6180339887498949, 0.1).reshape([-1, n]);
    await np.runtime.fence();
    let [back, real] = [x, x];
    return {
      async run() {
        const transformed = np.fft.fft(x);
        back = np.fft.ifft(transformed);
        real = np.fft.rfft(x);
        await np.runtime.fence();
      },
      result: () => items(np.real(back).sum(), np.abs(real).sum()),
    };
  },
});
