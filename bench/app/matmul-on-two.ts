/**
 * A square product on two processors, each of which has half of each matrix, by columns: first with the columns of B that a processor has, then with the
 * other's, which are fetched meanwhile, and added to its part of the result.
 */
import * as np from 'maniple';
import { blas, Grid, indices, type Tensor, tensor } from 'maniple/tensor';
import { items, program, spread } from '../harness/program.js';

const m = new Grid(2);
const { i, j, k, ko, ki, kos, jo, ji } = indices();
const COLUMNS = { on: m, as: 'xy -> y' } as const;

/** A tensor with an array's elements, where its distribution says. */
function placed(name: string, array: np.NDArray): Tensor {
  const part = tensor(name, array.shape, COLUMNS);
  const copy = part
    .at(i, j)
    .assign(tensor(`${name}0`, array).at(i, j))
    .schedule();
  copy.distribute([j], [jo], [ji], m).compile().run();
  return part;
}

export default await program(import.meta, {
  name: 'matmul-on-two',
  unit: 'rows and columns',
  size: 512,
  async prepare(n) {
    const B = placed('B', spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]));
    const C = placed('C', spread(n * n, 0.7548776662466927, 0.3).reshape([n, n]));
    await np.runtime.fence();
    const A = tensor('A', [n, n], COLUMNS);
    const compiled = A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([j], [jo], [ji], m)
      .divide(k, ko, ki, m.x)
      .reorder(ko, i, ji, ki)
      .rotate(ko, [jo], kos)
      .communicate([A, C], jo)
      .communicate(B, kos)
      .substitute([i, ji, ki], blas.gemm)
      .compile();
    return {
      async run() {
        compiled.run();
        await np.runtime.fence();
      },
      result: () => items(A.array().sum(), A.array().slice(0, 0), A.array().slice(Math.floor(n / 2), n - 1)),
    };
  },
});
