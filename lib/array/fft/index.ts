/** Fourier transforms, `np.fft`, with NumPy's names and options. */
import '../complex/index.js';

export * from './frequencies.js';
export * from './many.js';
export * from './one.js';
