/**
 * Matrix products. Large ones go to the device's routines (`matrix-product.ts`); small products, and products with vectors that read little
 * more than the vectors, are folds in the kernel language and fuse with the tasks around them:
 *
 *     c[i, j] = sum over k of a[i, k] · b[k, j]        a fold over the last axis of the domain (i, j, k)
 */

import { byPlace, type OptionKinds, takes } from '../base/index.js';
import { isStored } from '../dtype/index.js';
import { SHORT_ROW } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, internView, type Shape, sizeOf } from '../shape/index.js';
import { broadcastView, promoteView } from '../store/index.js';
import { astype } from './assign.js';
import { type Call, knownCall, makeCall } from './call.js';
import { checkContracted, contraction } from './contract.js';
import { type ArrayLike, toArray } from './convert.js';
import { common } from './default-dtypes.js';
import { deliver } from './deliver.js';
import { matmulOn } from './grid-products.js';
import { ARRAY } from './kinds.js';
import { expandDims, squeeze } from './manipulate.js';
import { matrixProduct, PRODUCT } from './matrix-product.js';
import { NDArray, viewOf } from './ndarray.js';
import { type GridOptions, isOnGrid, ON_GRID } from './on-grid.js';
import type { Positional } from './positional.js';
import { reshape, reshapeView } from './reshape.js';
import { OUT, type OutOption, outOf } from './target.js';

/** Axes shorter than this leave vectors a share of the elements that are read. */
const SHORT = 64;
/** Results that several processors share. */
const SHARED = 512;
/** Elements of a matrix that one processor reads soon enough. */
const SMALL = 1 << 17;
/** Results of a fold over rows for which partial rows take more time than reading the matrix, however few its rows are. */
const WIDE = 2048;
/** Elements of long rows, which a routine reads in parts. */
const DEEP = 8192;

/** Options of `matmul`. */
export interface MatmulOptions extends OutOption, GridOptions {}
const MATMUL_OPTIONS: OptionKinds<MatmulOptions> = { ...OUT, ...ON_GRID };

/**
 * The matrix product of the last two axes; leading axes broadcast. A 1-d `a` is a row, a 1-d `b` a column, and that axis
 * is dropped from the result. `on` has the processors of a grid compute it, by a schedule that `autoSchedule` finds. Throws `ShapeError` for
 * 0-d operands and sizes that do not meet, `ScheduleError` for a grid that is larger than the machine, or whose memories are too small.
 *
 * @example
 * const a = np.asarray([[1, 2], [3, 4]]);
 * await a.matmul(a).tolist();         // [[7, 10], [15, 22]]
 * await np.matmul(a, [1, 1]).tolist(); // [3, 7]
 */
export const matmul = takes(
  'matmul',
  ARRAY,
  ARRAY,
  byPlace(MATMUL_OPTIONS, 'out'),
)((a: ArrayLike, b: ArrayLike, how?: Positional<MatmulOptions, 'out'>): NDArray => {
  if (how === undefined && a instanceof NDArray && b instanceof NDArray) {
    const operands = [a, b];
    const known = knownCall(runtime().device, PRODUCT, a.dtype, operands);
    if (known !== null) return known.issue(operands, 'matmul');
  }
  const x = toArray(a, 'matmul');
  const y = toArray(b, 'matmul');
  checkContracted(x, y, 'matmul');
  const options: MatmulOptions = how instanceof NDArray ? { out: how } : (how ?? {});
  const product = isOnGrid('matmul', options) ? matmulOn(x, y, options) : productOf(x, y);
  return deliver(product, outOf(options.out, 'matmul'), 'matmul');
});

function productOf(x: NDArray, y: NDArray): NDArray {
  const dtype = common(x.dtype, y.dtype);
  if (isStored(dtype)) return astype(productOf(astype(x, dtype.computes), astype(y, dtype.computes)), dtype);
  return y.ndim === 1 ? timesVector(x, y) : x.ndim === 1 ? vectorTimes(x, y) : timesMatrix(x, y);
}

/**
 * Whether a product with a vector is a routine's: its time is reading the matrix, which nothing saves by fusing; and a
 * large one gives results enough to share among processors, which only folds can do along the inner axis. `overRows`: a fold
 * of it goes over the matrix's rows.
 */
function worthStreaming(matrix: NDArray, results: number, inner: number, overRows: boolean): boolean {
  if (overRows ? results >= WIDE : inner >= DEEP && results > SHORT_ROW) return true;
  return inner >= SHORT && results >= SHORT && (results >= SHARED || matrix.size <= SMALL);
}

/** A product as a fold of its operands, or, `swapped`, of the second and the first. */
interface Folded {
  readonly call: Call;
  readonly swapped: boolean;
}

/** Launches it, and remembers that the product of these arrays comes to this on the device. */
function issue(x: NDArray, y: NDArray, { call, swapped }: Folded): NDArray {
  const operands = [x, y];
  const calling = { of: runtime().device, how: PRODUCT, compute: x.dtype };
  return makeCall(calling, operands, { ...call.launch, swapped }).issue(operands, 'matmul');
}

/** Matrices (…, n, k) times a vector (k). Column-major ones are folded along their columns, so memory is read in order. */
function timesVector(x: NDArray, v: NDArray): NDArray {
  const n = x.ndim;
  const product = worthStreaming(x, x.view.shape[n - 2], x.view.shape[n - 1], isColumnMajor(x))
    ? matrixProduct(x, expandDims(v, { axis: 1 }), x.view.shape.slice(0, -2))
    : null;
  if (product !== null) return squeeze(product, { axis: -1 });
  if (isColumnMajor(x)) {
    const { call, swapped } = foldedColumns(v, x.T);
    return issue(x, v, { call, swapped: !swapped });
  }
  return issue(x, v, { call: contraction(x, viewOf(v, broadcastView(v.view, x.view.shape)), n - 1), swapped: false });
}

function isColumnMajor({ view }: NDArray): boolean {
  return view.shape.length === 2 && Math.abs(view.strides[0]) < Math.abs(view.strides[1]);
}

/** A vector (k) times matrices (…, k, m). */
function vectorTimes(v: NDArray, y: NDArray): NDArray {
  const n = y.ndim;
  const product = worthStreaming(y, y.view.shape[n - 1], y.view.shape[n - 2], !isColumnMajor(y))
    ? matrixProduct(expandDims(v, { axis: 0 }), y, y.view.shape.slice(0, -2))
    : null;
  if (product !== null) return squeeze(product, { axis: -2 });
  return issue(v, y, foldedColumns(v, y));
}

/** The product of a vector with a matrix's columns, as a fold. */
function foldedColumns(v: NDArray, y: NDArray): Folded {
  const n = y.ndim;
  if (isColumnMajor(y)) {
    const rows = y.T;
    return { call: contraction(rows, viewOf(v, broadcastView(v.view, rows.view.shape)), 1), swapped: true };
  }
  const columns = promoteView(v.view, 1, y.view.shape[n - 1]);
  return { call: contraction(viewOf(v, broadcastView(columns, y.view.shape)), y, n - 2), swapped: false };
}

function timesMatrix(x: NDArray, y: NDArray): NDArray {
  if (x.ndim === 2 && y.ndim === 2) return matrixProduct(x, y, []) ?? foldedProduct(x, y, []);
  if (y.ndim === 2) {
    const rows = rowsOf(x);
    if (rows !== null) return reshape(timesMatrix(rows, y), [...x.view.shape.slice(0, -1), y.view.shape[1]]);
  }
  const batch = broadcastShapes(x.view.shape.slice(0, -2), y.view.shape.slice(0, -2), 'matmul');
  return matrixProduct(x, y, batch) ?? foldedProduct(x, y, batch);
}

/**
 * The rows of a stack of matrices as those of one matrix: one product takes less time than many small ones. Null where elements would move
 * for that which a product of the stack reads where they are.
 */
function rowsOf(x: NDArray): NDArray | null {
  const { shape } = x.view;
  const [rows, inner] = shape.slice(-2);
  const count = sizeOf(shape.slice(0, -2));
  const view = reshapeView(x.view, [count * rows, inner]);
  if (view !== null) return viewOf(x, view);
  return reshapeView(x.view, [count, rows, inner]) === null ? reshape(x, [count * rows, inner]) : null;
}

/** Shapes (batch…, n, k) and (batch…, k, m) over the domain (batch…, n, m, k). */
function foldedProduct(x: NDArray, y: NDArray, batch: Shape): NDArray {
  const [n, k] = x.view.shape.slice(-2);
  const m = y.view.shape[y.ndim - 1];
  const rank = batch.length + 2;
  const left = broadcastView(x.view, [...batch, n, k]);
  const right = broadcastView(y.view, [...batch, k, m]);
  const domain = [...batch, n, m, k];
  const lead = (strides: readonly number[]): number[] => strides.slice(0, -2);
  const a = internView(domain, [...lead(left.strides), left.strides[rank - 2], 0, left.strides[rank - 1]], left.offset);
  const b = internView(domain, [...lead(right.strides), 0, right.strides[rank - 1], right.strides[rank - 2]], right.offset);
  return issue(x, y, { call: contraction(viewOf(x, a), viewOf(y, b), rank), swapped: false });
}
