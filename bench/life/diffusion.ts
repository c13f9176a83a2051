/** Horizontal diffusion of weather models: a Laplacian, limited fluxes, and their divergence. */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const [n, steps] = sizeAndSteps();
let field = np.sin(np.arange(n * n)).reshape([n, n]);
const middle = '1:-1';
for (let k = 0; k < steps; k++) {
  const around = field
    .slice('2:', middle)
    .add(field.slice(':-2', middle))
    .add(field.slice(middle, '2:'))
    .add(field.slice(middle, ':-2'));
  const laplacian = field.slice(middle, middle).multiply(4).subtract(around);
  const east = laplacian.slice(':', '1:').subtract(laplacian.slice(':', ':-1'));
  const north = laplacian.slice('1:').subtract(laplacian.slice(':-1'));
  const slopeEast = field.slice(middle, '2:-1').subtract(field.slice(middle, '1:-2'));
  const slopeNorth = field.slice('2:-1', middle).subtract(field.slice('1:-2', middle));
  const fluxEast = np.where(np.greater(east.multiply(slopeEast), 0), 0, east);
  const fluxNorth = np.where(np.greater(north.multiply(slopeNorth), 0), 0, north);
  const change = fluxEast
    .slice(middle, '1:')
    .subtract(fluxEast.slice(middle, ':-1'))
    .add(fluxNorth.slice('1:', middle))
    .subtract(fluxNorth.slice(':-1', middle));
  const next = field.copy();
  next.slice('2:-2', '2:-2').subtractAssign(change.multiply(0.025));
  field = next;
}
console.log(await field.multiply(field).sum().item());
