/** Sweeps of the five-point Laplace equation on a square with one warm side. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
let u = np.zeros([n, n]);
u.slice(0).assign(1);
for (let k = 0; k < steps; k++) {
  const next = u.copy();
  const across = u.slice('1:-1', ':-2').add(u.slice('1:-1', '2:'));
  const along = u.slice(':-2', '1:-1').add(u.slice('2:', '1:-1'));
  next.slice('1:-1', '1:-1').assign(across.add(along).multiply(0.25));
  u = next;
}
console.log(await u.sum().item());
