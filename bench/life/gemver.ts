/** BLAS's gemver: two updates of rank one, and two products of the matrix and a vector. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
const i = np.arange(n).divide(n);
const [u1, v1, u2, v2] = [i, i.divide(2), i.divide(3), i.divide(4)];
let A: np.NDArray = np.outer(i, i);
let w = np.zeros([n]);
for (let k = 0; k < steps; k++) {
  A = A.add(np.outer(u1, v1)).add(np.outer(u2, v2));
  const x = np.matmul(A.transpose(), i).multiply(1.2).add(i.divide(9));
  w = np.matmul(A, x).multiply(1.5);
}
console.log(await w.sum().item());
