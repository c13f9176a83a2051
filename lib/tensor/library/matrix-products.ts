/**
 * Products of matrices on grids of processors, each a schedule (DISTAL, Fig. 9). Distributions are the tensors' own; the best for each algorithm
 * stand with it. All compute A(i, j) = B(i, k) * C(k, j), by loops at each processor, or by a routine: `{ leaf: blas.gemm }`.
 */
import { ArgumentError, INTEGER, instanceOf, type Kind, options, takes } from '../../base/index.js';
import type { Schedule } from '../concrete/schedule.js';
import { Grid } from '../machine/grid.js';
import { indices, Tensor } from '../notation/tensor.js';
import { type CosmaPlan, PLAN } from './cosma.js';
import { OPTIONS, type ProductOptions, withLeaf } from './product-options.js';

const TENSOR: Kind<Tensor> = instanceOf('a tensor', Tensor);
const GRID: Kind<Grid> = instanceOf('a Grid', Grid);

/** A grid of this rank. Throws `ArgumentError` for a different one. */
function checkRank(name: string, grid: Grid, rank: number): void {
  if (grid.dims.length !== rank) throw new ArgumentError(`${name}: expected a grid of ${rank} dimensions, got ${String(grid)}`);
}

/**
 * Cannon's algorithm (1969): processors of a square grid have tiles of all matrices ('xy -> xy'), and tiles of B and C go around, of rows and
 * of columns. Throws `ArgumentError` for a grid that is not square.
 *
 * @example
 * const m = new Grid(2, 2);
 * const tiles = { on: m, as: 'xy -> xy', dtype: 'float64' };
 * const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [8, 8], tiles));
 * cannon(A, B, C, m).compile().cost().bytes;   // 1024
 */
export const cannon = takes(
  'cannon',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, m: Grid, given?: ProductOptions): Schedule => {
  checkRank('cannon', m, 2);
  if (m.x !== m.y) throw new ArgumentError(`cannon: expected a square grid, got ${String(m)}; pumma and summa take any`);
  const { i, j, k, io, ii, jo, ji, ko, ki, kos } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m)
      .divide(k, ko, ki, m.x)
      .reorder(ko, ii, ji, ki)
      .rotate(ko, [io, jo], kos)
      .communicate(A, jo)
      .communicate([B, C], kos),
    [ii, ji, ki],
    given,
  );
});

/**
 * PUMMA (Choi, Walker, Dongarra 1994): processors have tiles ('xy -> xy'); tiles of C go around in columns, tiles of B are broadcast to rows.
 *
 * @example
 * const m = new Grid(2, 2);
 * const tiles = { on: m, as: 'xy -> xy', dtype: 'float64' };
 * const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [8, 8], tiles));
 * pumma(A, B, C, m).compile().cost().messages;   // 8
 */
export const pumma = takes(
  'pumma',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, m: Grid, given?: ProductOptions): Schedule => {
  checkRank('pumma', m, 2);
  const { i, j, k, io, ii, jo, ji, ko, ki, kos } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m)
      .divide(k, ko, ki, m.x)
      .reorder(ko, ii, ji, ki)
      .rotate(ko, [io], kos)
      .communicate(A, jo)
      .communicate([B, C], kos),
    [ii, ji, ki],
    given,
  );
});

/**
 * SUMMA (van de Geijn, Watts 1995): processors have tiles ('xy -> xy'); `chunk` columns of B at a time are broadcast to rows, and as many rows of
 * C to columns.
 *
 * @example
 * const m = new Grid(2, 3);
 * const tiles = { on: m, as: 'xy -> xy', dtype: 'float64' };
 * const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [6, 6], tiles));
 * summa(A, B, C, m, 2).compile().cost().bytes;   // 864
 */
export const summa = takes(
  'summa',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  INTEGER,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, m: Grid, chunk: number, given?: ProductOptions): Schedule => {
  checkRank('summa', m, 2);
  const { i, j, k, io, ii, jo, ji, ko, ki } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m)
      .split(k, ko, ki, chunk)
      .reorder(ko, ii, ji, ki)
      .communicate(A, jo)
      .communicate([B, C], ko),
    [ii, ji, ki],
    given,
  );
});

/**
 * Johnson's algorithm (Agarwal et al. 1995): matrices are tiles on the faces of a cube (A 'xy -> xy0', B 'xz -> x0z', C 'zy -> 0yz'), each processor
 * multiplies two tiles, and products are added up along the third dimension.
 *
 * @example
 * const m = new Grid(2, 2, 2);
 * const A = tensor('A', [8, 8], { on: m, as: 'xy -> xy0', dtype: 'float64' });
 * const B = tensor('B', [8, 8], { on: m, as: 'xz -> x0z', dtype: 'float64' });
 * const C = tensor('C', [8, 8], { on: m, as: 'zy -> 0yz', dtype: 'float64' });
 * johnson(A, B, C, m).compile().cost().bytes;   // 1536
 */
export const johnson = takes(
  'johnson',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, m: Grid, given?: ProductOptions): Schedule => {
  checkRank('johnson', m, 3);
  const { i, j, k, io, ii, jo, ji, ko, ki } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j, k], [io, jo, ko], [ii, ji, ki], m)
      .communicate([A, B, C], ko),
    [ii, ji, ki],
    given,
  );
});

/**
 * The 2.5D algorithm (Solomonik, Demmel 2011) on a grid (q, q, c): tiles of the matrices are on one face ('xy -> xy0') and are brought to all c
 * layers; each layer carries out 1/c of Cannon's steps, and layers' results are added up. Throws `ArgumentError` unless c divides q.
 *
 * @example
 * const m = new Grid(2, 2, 2);
 * const face = { on: m, as: 'xy -> xy0', dtype: 'float64' };
 * const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [8, 8], face));
 * solomonik(A, B, C, m).compile().cost().bytes;   // 2048
 */
export const solomonik = takes(
  'solomonik',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, m: Grid, given?: ProductOptions): Schedule => {
  checkRank('solomonik', m, 3);
  if (m.x !== m.y || m.x % m.z !== 0)
    throw new ArgumentError(`solomonik: expected a grid (q, q, c) of which c divides q, got ${String(m)}`);
  const { i, j, k, io, ii, jo, ji, ko, ki, kio, kii, kios } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j, k], [io, jo, ko], [ii, ji, ki], m)
      .divide(ki, kio, kii, m.x / m.z)
      .reorder(kio, ii, ji, kii)
      .rotate(kio, [io, jo], kios)
      .communicate(A, ko)
      .communicate([B, C], kios),
    [ii, ji, kii],
    given,
  );
});

/**
 * COSMA (Kwasniewski et al. 2019) with the grid and the steps that `cosmaPlan` chose: A 'xy -> xy0', B 'xz -> x0z', C 'zy -> 0yz'.
 *
 * @example
 * const plan = cosmaPlan({ m: 8, n: 8, k: 16, processors: 4, memory: 1000 });
 * plan.grid.dims;   // [1, 1, 4]
 */
export const cosma = takes(
  'cosma',
  TENSOR,
  TENSOR,
  TENSOR,
  PLAN,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, { grid, steps }: CosmaPlan, given?: ProductOptions): Schedule => {
  const { i, j, k, io, ii, jo, ji, ko, ki, kio, kii } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j, k], [io, jo, ko], [ii, ji, ki], grid)
      .divide(ki, kio, kii, steps)
      .reorder(kio, ii, ji, kii)
      .communicate(A, ko)
      .communicate([B, C], kio),
    [ii, ji, kii],
    given,
  );
});
