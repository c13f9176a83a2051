/** Maxwell's equations in two dimensions by finite differences in time (FDTD), with a source on one side. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
const [ex, ey, hz] = [np.zeros([n, n]), np.zeros([n, n]), np.zeros([n, n])];
for (let k = 0; k < steps; k++) {
  ey.slice(0).assign(k);
  ey.slice('1:').subtractAssign(hz.slice('1:').subtract(hz.slice(':-1')).multiply(0.5));
  ex.slice(':', '1:').subtractAssign(hz.slice(':', '1:').subtract(hz.slice(':', ':-1')).multiply(0.5));
  const curl = ex.slice(':-1', '1:').subtract(ex.slice(':-1', ':-1')).add(ey.slice('1:', ':-1')).subtract(ey.slice(':-1', ':-1'));
  hz.slice(':-1', ':-1').subtractAssign(curl.multiply(0.7));
}
console.log(await hz.sum().item());
