/** What faults are provoked in, by the tests and by the benchmark of faults. */
import * as np from '../../lib/array/index.js';
import type { Runtime } from '../../lib/runtime/public.js';

/** A few windows in a row, of one form, which replay once they are known. Every element of the result is `steps`. */
export function windows(rt: Runtime, length: number, steps: number): np.NDArray {
  const [a, b] = [np.zeros([length]), np.zeros([length])];
  for (let i = 0; i < steps; i++) {
    b.slice('1:').assign(a.slice(':-1'));
    b.slice(0).assign(a.slice(-1));
    a.assign(b.add(1));
    rt.flush();
  }
  return a;
}
