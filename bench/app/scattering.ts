/** Scattering self-energies: Green's functions of n momenta and energies, products of small complex matrices summed over shifts. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

const ORBITALS = 4;
const SHIFTS = 4;

export default await program(import.meta, {
  name: 'scattering',
  unit: 'momenta',
  size: 64,
  async prepare(n) {
    const shape = [n, n, ORBITALS, ORBITALS];
    const size = n * n * ORBITALS * ORBITALS;
    const make = (a: number, b: number): np.NDArray =>
      np.complex(spread(size, 0.6180339887498949, a).reshape(shape), spread(size, 0.7548776662466927, b).reshape(shape));
    const [g, d] = [make(0.1, 0.3), make(0.5, 0.7)];
    await np.runtime.fence();
    let sigma: np.NDArray = g;
    return {
      async run() {
        sigma = np.zeros(shape, { dtype: 'complex128' });
        for (let q = 0; q < SHIFTS; q++)
          for (let w = 0; w < SHIFTS; w++) {
            const moved = g.slice(`:${n - q}`, `:${n - w}`);
            sigma.slice(`${q}:`, `${w}:`).addAssign(moved.matmul(d.slice(q, w)).multiply(moved));
          }
        await np.runtime.fence();
      },
      result: () => items(np.real(sigma).sum(), np.imag(sigma).sum()),
    };
  },
});
