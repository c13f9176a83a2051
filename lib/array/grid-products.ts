/**
 * `matmul` and `tensordot` on a grid of processors, as contractions with named axes:
 *
 *     matmul      (b, i, k) and (k, j)        b: a stack's axis, by its place from the last       k: summed over
 *     tensordot   (i, k0, k1) and (k0, k1, j)
 */
import { broadcastShapes, type Shape } from '../shape/index.js';
import { common } from './default-dtypes.js';
import type { NDArray } from './ndarray.js';
import { contractOn, type GridOptions } from './on-grid.js';

type Labels = readonly string[];

/** The product of stacks of matrices, of which a 1-d operand is a row or a column. The sizes meet. */
export function matmulOn(x: NDArray, y: NDArray, options: GridOptions): NDArray {
  const [left, right] = [x, y].map(({ shape }) => shape.slice(0, Math.max(0, shape.length - 2)));
  const batch = broadcastShapes(left, right, 'matmul');
  const names = batch.map((_, axis) => `b${axis}`);
  const stacked = ({ length }: Shape): Labels => names.slice(names.length - length);
  const [rows, columns] = [x.ndim === 1 ? [] : ['i'], y.ndim === 1 ? [] : ['j']];
  const inputs = [
    [...stacked(left), ...rows, 'k'],
    [...stacked(right), 'k', ...columns],
  ];
  const sizes = new Map([...sizesOf(x, inputs[0]), ...sizesOf(y, inputs[1])]);
  names.forEach((name, axis) => sizes.set(name, batch[axis]));
  return contracted('matmul', [x, y], { inputs, output: [...names, ...rows, ...columns], sizes }, options);
}

/** Sums of products over axes `left` of `x` and `right` of `y`. The sizes meet. */
export function tensordotOn(
  [x, y]: readonly [NDArray, NDArray],
  [left, right]: readonly [readonly number[], readonly number[]],
  options: GridOptions,
): NDArray {
  const own = x.shape.map((_, axis) => (left.includes(axis) ? `k${left.indexOf(axis)}` : `i${axis}`));
  const others = y.shape.map((_, axis) => (right.includes(axis) ? `k${right.indexOf(axis)}` : `j${axis}`));
  const output = [...own, ...others].filter((name) => !name.startsWith('k'));
  const sizes = new Map([...sizesOf(x, own), ...sizesOf(y, others)]);
  return contracted('tensordot', [x, y], { inputs: [own, others], output, sizes }, options);
}

function sizesOf({ shape }: NDArray, labels: Labels): readonly (readonly [string, number])[] {
  return labels.map((label, axis) => [label, shape[axis]] as const);
}

function contracted(
  operation: string,
  [x, y]: readonly [NDArray, NDArray],
  contraction: Parameters<typeof contractOn>[4],
  options: GridOptions,
): NDArray {
  return contractOn(operation, options, [x, y], common(x.dtype, y.dtype), contraction, [[0, 1]]).run();
}
