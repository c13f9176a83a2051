/** Alternating directions: a tridiagonal elimination along the columns in each step, row by row. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
const u = np.sin(np.arange(n * n)).reshape([n, n]);
const [p, q] = [np.zeros([n, n]), np.zeros([n, n])];
for (let k = 0; k < steps; k++) {
  p.slice(0).assign(0);
  q.slice(0).assign(u.slice(0));
  for (let i = 1; i < n - 1; i++) {
    const pivot = np.add(np.multiply(p.slice(i - 1), -0.5), 2);
    p.slice(i).assign(np.divide(0.5, pivot));
    q.slice(i).assign(
      u
        .slice(i)
        .add(q.slice(i - 1).multiply(0.5))
        .divide(pivot),
    );
  }
  for (let i = n - 2; i > 0; i--)
    u.slice(i).assign(
      p
        .slice(i)
        .multiply(u.slice(i + 1))
        .add(q.slice(i)),
    );
}
console.log(await u.multiply(u).sum().item());
