/** The matricized tensor times Khatri-Rao product, A(i, l) = B(i, j, k) * C(j, l) * D(k, l). */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { contraction } from './contractions.js';

export default await program(
  import.meta,
  contraction({
    name: 'mttkrp',
    compute: ({ cube, first, second }) => {
      return () => np.einsum('ijk,jl,kl->il', cube, first, second);
    },
  }),
);
