/** The heat equation in three dimensions, explicit steps in place between two arrays. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
const x = np.linspace(0, 1, n);
let a: np.NDArray = np.add(np.add(x.reshape([n, 1, 1]), x.reshape([1, n, 1])), x.reshape([1, 1, n]));
let b = a.copy();
const middle = '1:-1';
for (let k = 0; k < steps; k++) {
  const c = a.slice(middle, middle, middle);
  const twice = c.multiply(2);
  const dx = a
    .slice('2:', middle, middle)
    .subtract(twice)
    .add(a.slice(':-2', middle, middle));
  const dy = a
    .slice(middle, '2:', middle)
    .subtract(twice)
    .add(a.slice(middle, ':-2', middle));
  const dz = a
    .slice(middle, middle, '2:')
    .subtract(twice)
    .add(a.slice(middle, middle, ':-2'));
  b.slice(middle, middle, middle).assign(c.add(dx.add(dy).add(dz).multiply(0.125)));
  [a, b] = [b, a];
}
console.log(await a.multiply(a).sum().item());
