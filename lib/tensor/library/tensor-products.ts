/** Products of tensors on grids of processors, each a schedule (DISTAL, section 7.2). */
import { ArgumentError, instanceOf, type Kind, listOf, options, takes } from '../../base/index.js';
import type { Schedule } from '../concrete/schedule.js';
import { Grid } from '../machine/grid.js';
import { indices, Tensor } from '../notation/tensor.js';
import { OPTIONS, type ProductOptions, withLeaf } from './product-options.js';

const TENSOR: Kind<Tensor> = instanceOf('a tensor', Tensor);
const GRID: Kind<Grid> = instanceOf('a Grid', Grid);

function checkRank(name: string, grid: Grid, rank: number): void {
  if (grid.dims.length !== rank)
    throw new ArgumentError(
      `${name}: expected a grid of ${rank} ${rank === 1 ? 'dimension' : 'dimensions'}, got ${String(grid)}`,
    );
}

/**
 * A tensor times a vector, A(i, j) = B(i, j, k) * c(k), without messages where slices of A and B are at the same processors (A 'xy -> x', B
 * 'xyz -> x') and c is at all ('x -> *').
 *
 * @example
 * const m = new Grid(2);
 * const A = tensor('A', [4, 3], { on: m, as: 'xy -> x', dtype: 'float64' });
 * const B = tensor('B', [4, 3, 5], { on: m, as: 'xyz -> x', dtype: 'float64' });
 * const c = tensor('c', [5], { on: m, as: 'x -> *', dtype: 'float64' });
 * ttv(A, B, c, m).compile().cost().bytes;   // 0
 */
export const ttv = takes(
  'ttv',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  options(OPTIONS),
)((A: Tensor, B: Tensor, c: Tensor, m: Grid, given?: ProductOptions): Schedule => {
  checkRank('ttv', m, 1);
  const { i, j, k, io, ii } = indices();
  return withLeaf(
    A.at(i, j)
      .assign(B.at(i, j, k).times(c.at(k)))
      .schedule()
      .distribute([i], [io], [ii], m)
      .communicate([A, B, c], io),
    [ii, j, k],
    given,
  );
});

/**
 * The inner product a = B(i, j, k) * C(i, j, k): processors add up their slices ('xyz -> x'), and the first one the sums (a '-> 0').
 *
 * @example
 * const m = new Grid(4);
 * const a = tensor('a', [], { on: m, as: '-> 0', dtype: 'float64' });
 * const [B, C] = ['B', 'C'].map((name) => tensor(name, [8, 2, 2], { on: m, as: 'xyz -> x', dtype: 'float64' }));
 * innerprod(a, B, C, m).compile().cost().bytes;   // 24
 */
export const innerprod = takes(
  'innerprod',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
)((a: Tensor, B: Tensor, C: Tensor, m: Grid): Schedule => {
  checkRank('innerprod', m, 1);
  const { i, j, k, io, ii } = indices();
  return a
    .at()
    .assign(B.at(i, j, k).times(C.at(i, j, k)))
    .schedule()
    .distribute([i], [io], [ii], m)
    .communicate([a, B, C], io);
});

/**
 * A tensor times a matrix, A(i, j, l) = B(i, j, k) * C(k, l), without messages where slices of A and B are at the same processors ('xyz -> x') and C
 * is at all ('xy -> *').
 *
 * @example
 * const m = new Grid(2);
 * const A = tensor('A', [4, 3, 2], { on: m, as: 'xyz -> x', dtype: 'float64' });
 * const B = tensor('B', [4, 3, 5], { on: m, as: 'xyz -> x', dtype: 'float64' });
 * const C = tensor('C', [5, 2], { on: m, as: 'xy -> *', dtype: 'float64' });
 * ttm(A, B, C, m).compile().cost().messages;   // 0
 */
export const ttm = takes(
  'ttm',
  TENSOR,
  TENSOR,
  TENSOR,
  GRID,
  options(OPTIONS),
)((A: Tensor, B: Tensor, C: Tensor, m: Grid, given?: ProductOptions): Schedule => {
  checkRank('ttm', m, 1);
  const { i, j, k, l, io, ii } = indices();
  return withLeaf(
    A.at(i, j, l)
      .assign(B.at(i, j, k).times(C.at(k, l)))
      .schedule()
      .distribute([i], [io], [ii], m)
      .communicate([A, B, C], io),
    [ii, j, l, k],
    given,
  );
});

/**
 * The matricized tensor times Khatri-Rao product, A(i, l) = B(i, j, k) * C(j, l) * D(k, l), by Ballard, Knight and Rouse's algorithm (2018): the blocks of
 * B stay where they are ('xyz -> xyz'), rows of C and D go to the blocks that need them (C 'xy -> 0x0', D 'xy -> 00x'), and partial results are
 * added up (A 'xy -> x00').
 *
 * @example
 * const m = new Grid(2, 2, 2);
 * const B = tensor('B', [4, 4, 4], { on: m, as: 'xyz -> xyz', dtype: 'float64' });
 * const A = tensor('A', [4, 2], { on: m, as: 'xy -> x00', dtype: 'float64' });
 * const C = tensor('C', [4, 2], { on: m, as: 'xy -> 0x0', dtype: 'float64' });
 * const D = tensor('D', [4, 2], { on: m, as: 'xy -> 00x', dtype: 'float64' });
 * mttkrp(A, B, [C, D], m).compile().cost().bytes;   // 576
 */
export const mttkrp = takes(
  'mttkrp',
  TENSOR,
  TENSOR,
  listOf(TENSOR),
  GRID,
)((A: Tensor, B: Tensor, factors: readonly Tensor[], m: Grid): Schedule => {
  checkRank('mttkrp', m, 3);
  if (factors.length !== 2) throw new ArgumentError(`mttkrp: expected two factors, [C, D], got ${factors.length}`);
  const [C, D] = factors;
  const { i, j, k, l, io, ii, jo, ji, ko, ki } = indices();
  return A.at(i, l)
    .assign(B.at(i, j, k).times(C.at(j, l)).times(D.at(k, l)))
    .schedule()
    .distribute([i, j, k], [io, jo, ko], [ii, ji, ki], m)
    .communicate([A, B, C, D], ko);
});
