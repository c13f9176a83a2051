/** A tensor times a vector, A(i, j) = B(i, j, k) * c(k). */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { contraction } from './contractions.js';

export default await program(
  import.meta,
  contraction({
    name: 'ttv',
    compute: ({ cube, first }) => {
      const vector = first.slice(':', 0).copy();
      return () => np.einsum('ijk,k->ij', cube, vector);
    },
    bytes: (n) => 8 * (n ** 3 + n ** 2 + n),
  }),
);
