/** Four eigenvalues of a small Poisson matrix: steps are so short that what surrounds them counts. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'eigsh',
  unit: 'points a side',
  size: 20,
  async prepare(n) {
    const A = sparse.poisson2d(n);
    const v0 = spread(n * n, 0.6180339887498949, 0.1);
    await np.runtime.fence();
    let last = v0;
    return {
      async run() {
        const { eigenvalues, eigenvectors } = await sparse.linalg.eigsh(A, { k: 4, v0 });
        await eigenvectors.data();
        last = eigenvalues;
      },
      result: () => items(last.sum(), last.slice(0), last.slice(3)),
    };
  },
});
