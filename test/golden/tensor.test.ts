/** Schedules as text: concrete index notation behind each command. */
import t from 'tap';
import { blas, Grid, indices, type Schedule, tensor } from '../../lib/tensor/index.js';
import { golden } from '../support/golden.js';
import '../support/arrays.js';

const { i, j, k, l, io, ii, jo, ji, ko, ki, kos, kio, kii, kios, f, fo, fi } = indices();
const [n, r] = [8, 3];
const dtype = 'float64';
const m = new Grid(2, 2);
const on = { on: m, as: 'xy -> xy', dtype } as const;
const A = tensor('A', [n, n], on);
const B = tensor('B', [n, n], on);
const C = tensor('C', [n, n], on);
const product = A.at(i, j).assign(B.at(i, k).times(C.at(k, j)));

const schedules: Readonly<Record<string, () => Schedule>> = {
  cannon: () =>
    product
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m)
      .divide(k, ko, ki, m.x)
      .reorder(ko, ii, ji, ki)
      .rotate(ko, [io, jo], kos)
      .communicate(A, jo)
      .communicate([B, C], kos)
      .substitute([ii, ji, ki], blas.gemm),
  summa: () =>
    product
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m)
      .split(k, ko, ki, 3)
      .reorder(ko, ii, ji, ki)
      .communicate(A, jo)
      .communicate([B, C], ko),
  solomonik: () =>
    product
      .schedule()
      .distribute([i, j, k], [io, jo, ko], [ii, ji, ki], new Grid(2, 2, 2))
      .divide(ki, kio, kii, 2)
      .reorder(kio, ii, ji, kii)
      .rotate(kio, [io, jo], kios)
      .communicate(A, ko)
      .communicate([B, C], kios),
  collapsed: () =>
    product
      .schedule()
      .divide(i, io, ii, 2)
      .divide(j, jo, ji, 2)
      .reorder(io, jo, ii, ji)
      .collapse(io, jo, f)
      .distribute([f], new Grid(4)),
  rows: () => product.schedule().collapse(i, j, f).distribute([f], [fo], [fi], new Grid(8)),
  hierarchical: () => product.schedule().distribute([i, j], [io, jo], [ii, ji], m).distribute([ii], [ko], [ki], new Grid(4)),
  nodes: () => {
    const nodes = new Grid(2, 2).of(new Grid(4));
    const D = tensor('D', [n, n], { on: nodes, as: ['xy -> xy', 'xy -> x'], dtype });
    return D.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j, ii], [io, jo, ko], [ii, ji, ki], D)
      .communicate([B, C], ko);
  },
  face: () => {
    const D = tensor('D', [n, n], { on: new Grid(2, 3, 2), as: 'xy -> yx1', dtype });
    return D.at(i, j).assign(B.at(i, j)).schedule().distribute([j, i], [jo, io], [ji, ii], D);
  },
  mttkrp: () => {
    const T = tensor('T', [n, n, n], { dtype });
    const [D, E] = [tensor('D', [n, r], { dtype }), tensor('E', [n, r], { dtype })];
    const M = tensor('M', [n, r]);
    const W = tensor('W', [n, n, r]);
    return M.at(i, l)
      .assign(T.at(i, j, k).times(D.at(j, l)).times(E.at(k, l)))
      .schedule()
      .precompute(T.at(i, j, k).times(E.at(k, l)), W.at(i, j, l))
      .distribute([i, l], [io, jo], [ii, ji], m);
  },
  summands: () => {
    const b = tensor('b', [n], { dtype });
    return A.at(i, j)
      .assign(
        b
          .at(i)
          .minus(B.at(i, k).times(C.at(k, j)))
          .plus(B.at(i, j).times(2)),
      )
      .schedule()
      .divide(i, io, ii, 2);
  },
};

for (const name of ['cannon', 'solomonik', 'mttkrp', 'hierarchical', 'nodes', 'face'])
  t.test(`launches of ${name}`, async (t) => {
    const lines = schedules[name]().compile().explain().split('\n');
    golden(t, `tensor/launches-${name}.txt`, `${lines.slice(lines.findIndex((line) => line.startsWith('launch'))).join('\n')}\n`);
  });

for (const [name, make] of Object.entries(schedules))
  t.test(name, async (t) => golden(t, `tensor/${name}.txt`, `${make().explain()}\n`));
