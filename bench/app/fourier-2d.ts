/** Fourier transforms of images of n by n: of a complex one and back, and of a real one. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'fourier-2d',
  unit: 'pixels a side',
  size: 1024,
  async prepare(n) {
    const x = spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]);
    const z = np.complex(x, x.T);
    await np.runtime.fence();
    let [back, real] = [z as np.NDArray, x as np.NDArray];
    return {
      async run() {
        back = np.fft.ifft2(np.fft.fft2(z));
        real = np.fft.rfft2(x);
        await np.runtime.fence();
      },
      result: () => items(np.real(back).sum(), np.imag(back).sum(), np.abs(real).sum()),
    };
  },
});
