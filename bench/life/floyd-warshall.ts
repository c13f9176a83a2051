/** Shortest paths between all pairs, by as many nodes on the way as there are steps. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
let path = np.mod(np.arange(n * n).multiply(0.6180339887498949), 1).reshape([n, n]);
for (let k = 0; k < steps; k++) path = np.minimum(path, np.add(path.slice(':', `${k}:${k + 1}`), path.slice(`${k}:${k + 1}`)));
console.log(await path.sum().item());
