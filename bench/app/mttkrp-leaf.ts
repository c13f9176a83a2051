/** MTTKRP as one fused leaf of a schedule: the products are added up where they are made, eight columns of the result in a vector. */
import { indices, tensor } from 'maniple/tensor';
import { program } from '../harness/program.js';
import { contraction } from './contractions.js';

export default await program(
  import.meta,
  contraction({
    name: 'mttkrp-leaf',
    compute: ({ cube, first, second }) => {
      const { i, j, k, l, lo, li } = indices();
      const [B, C, D] = [tensor('B', cube), tensor('C', first), tensor('D', second)];
      const A = tensor('A', [cube.shape[0], first.shape[1]]);
      const compiled = A.at(i, l)
        .assign(B.at(i, j, k).times(C.at(j, l)).times(D.at(k, l)))
        .schedule()
        .split(l, lo, li, 8)
        .reorder(i, lo, j, k, li)
        .vectorize(li)
        .unroll(k, 8)
        .compile();
      return () => compiled.run().array();
    },
  }),
);
