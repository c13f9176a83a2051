/** Arrays of float32 that programs of tests begin with. */
import * as np from '../../lib/array/index.js';

/** Numbers with exact sums. */
export const ramp = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => ((i * 37) % 101) / 8));
