/** Flow in a cavity below a moving lid: momentum by explicit steps, pressure by ten sweeps in each. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
const [dx, dt, nu] = [2 / (n - 1), 0.0001, 0.1];
const [u, v, p] = [np.zeros([n, n]), np.zeros([n, n]), np.zeros([n, n])];
const [M, U, D] = ['1:-1', '2:', ':-2'];

const east = (f: np.NDArray): np.NDArray =>
  f
    .slice(M, U)
    .subtract(f.slice(M, D))
    .divide(2 * dx);
const north = (f: np.NDArray): np.NDArray =>
  f
    .slice(U, M)
    .subtract(f.slice(D, M))
    .divide(2 * dx);
const around = (f: np.NDArray): np.NDArray => f.slice(M, U).add(f.slice(M, D)).add(f.slice(U, M)).add(f.slice(D, M));

function step(f: np.NDArray, pressure: np.NDArray): np.NDArray {
  const c = f.slice(M, M);
  const carried = u
    .slice(M, M)
    .multiply(east(f))
    .add(v.slice(M, M).multiply(north(f)));
  const spread = around(f)
    .subtract(c.multiply(4))
    .multiply(nu / dx ** 2);
  return c.add(spread.subtract(carried).subtract(pressure).multiply(dt));
}

for (let k = 0; k < steps; k++) {
  const [ux, vy] = [east(u), north(v)];
  const cross = north(u).multiply(east(v)).multiply(2);
  const b = ux.add(vy).divide(dt).subtract(ux.multiply(ux)).subtract(cross).subtract(vy.multiply(vy));
  for (let sweep = 0; sweep < 10; sweep++) {
    p.slice(M, M).assign(
      around(p)
        .subtract(b.multiply(dx ** 2))
        .multiply(0.25),
    );
    p.slice(':', -1).assign(p.slice(':', -2));
    p.slice(0).assign(p.slice(1));
  }
  const [un, vn] = [step(u, east(p)), step(v, north(p))];
  u.slice(M, M).assign(un);
  v.slice(M, M).assign(vn);
  u.slice(-1).assign(1);
}
console.log(await u.sum().item());
