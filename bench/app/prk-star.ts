/**
 * The 2-D star stencil of radius 2 of the Parallel Research Kernels: `out` gathers weighted neighbours of `in`, then `in`
 * grows by one. Iterations are small and many, and nothing is read between them; the kernel's own rule checks the norm.
 */
import * as np from 'maniple';
import { program } from '../harness/program.js';

const RADIUS = 2;
const ITERATIONS = 50;
/** What the kernel allows between the norm and its reference. */
const EPSILON = 1e-8;

const inside = `${RADIUS}:-${RADIUS}`;

/** The inner part, moved by so many points. */
function shifted(by: number): string {
  const end = RADIUS - by;
  return `${RADIUS + by}:${end === 0 ? '' : -end}`;
}

function iterate(from: np.NDArray, to: np.NDArray): void {
  const center = to.slice(inside, inside);
  for (let k = 1; k <= RADIUS; k++) {
    const weight = 1 / (2 * k * RADIUS);
    const along = from.slice(inside, shifted(k)).subtract(from.slice(inside, shifted(-k)));
    const across = from.slice(shifted(k), inside).subtract(from.slice(shifted(-k), inside));
    center.assign(center.add(along.multiply(weight)).add(across.multiply(weight)));
  }
  from.assign(from.add(1));
}

export default await program(import.meta, {
  name: 'prk-star',
  unit: 'points a side',
  size: 256,
  async prepare(n) {
    const index = np.arange(n);
    const from = index.reshape([n, 1]).add(index).add(0);
    const to = np.zeros([n, n]);
    await np.runtime.fence();
    let done = 0;
    return {
      async run() {
        for (let i = 0; i < ITERATIONS; i++) iterate(from, to);
        done += ITERATIONS;
        await np.runtime.fence();
      },
      async result() {
        const points = (n - 2 * RADIUS) ** 2;
        const norm = Number(await np.abs(to.slice(inside, inside)).sum().item()) / points;
        if (Math.abs(norm - 2 * done) > EPSILON) throw new Error(`prk-star: norm ${norm} where ${2 * done} was expected`);
        return [norm, Number(await from.slice(0, 0).item())];
      },
    };
  },
});
