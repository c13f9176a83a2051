/** A softmax over the rows of a matrix, at rising temperatures. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
const x = np.sin(np.arange(n * n)).reshape([n, n]);
let total = np.zeros([n, n]);
for (let k = 1; k <= steps; k++) {
  const scaled = x.multiply(k);
  const e = np.exp(scaled.subtract(scaled.max({ axis: 1, keepdims: true })));
  total = total.add(e.divide(e.sum({ axis: 1, keepdims: true })));
}
console.log(await total.multiply(total).sum().item());
