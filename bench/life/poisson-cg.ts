/** Conjugate gradients on the five-point Laplace equation of SIZE by SIZE unknowns, built and solved, STEPS times; prints the solution's sum. */
import * as np from 'maniple';
import { cg, poisson2d } from 'maniple/sparse';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
let sum = 0;
for (let k = 0; k < steps; k++) {
  const { x } = await cg(poisson2d(n), np.ones(n * n), { tol: 1e-8 });
  sum += Number(await x.sum().item());
}
console.log(sum);
