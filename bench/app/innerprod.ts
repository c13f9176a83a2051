/** The inner product of two tensors, a = B(i, j, k) * C(i, j, k). */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { contraction } from './contractions.js';

export default await program(
  import.meta,
  contraction({
    name: 'innerprod',
    compute: ({ cube }) => {
      const other = cube.multiply(0.5);
      return () => np.einsum('ijk,ijk->', cube, other);
    },
    bytes: (n) => 16 * n ** 3,
  }),
);
