/** A tensor times a matrix, A(i, j, l) = B(i, j, k) * C(k, l). */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { contraction } from './contractions.js';

export default await program(
  import.meta,
  contraction({
    name: 'ttm',
    compute:
      ({ cube, first }) =>
      () =>
        np.einsum('ijk,kl->ijl', cube, first),
  }),
);
