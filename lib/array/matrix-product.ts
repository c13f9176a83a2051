/**
 * Matrix products by the device's routines (`device/routines.ts`): one opaque task for a whole batch, its domain the
 * sizes (m, n, k, batch). Integers of 8 and 16 bits, bools, small products and devices without routines are left to the folds
 * of `matmul.ts`.
 */
import { PRODUCTS } from '../device/index.js';
import type { DType } from '../dtype/index.js';
import { SHORT_ROW } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { identityView, internView, type Shape, sizeOf } from '../shape/index.js';
import { broadcastView, checkUsable, promoteView } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { add } from './arithmetic.js';
import { astype } from './assign.js';
import { type Call, knownCall, makeCall } from './call.js';
import { contract } from './contract.js';
import { common } from './default-dtypes.js';
import { allocate, type NDArray, viewOf } from './ndarray.js';
import { sum } from './reductions.js';
import { reshape } from './reshape.js';

/** Multiplications in a product that is worth a task of its own, at least. */
const WORTH_A_ROUTINE = 512;

const args: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'whole' },
];

const kinds = new Map<DType, TaskKind>(
  Array.from(PRODUCTS, ([dtype, routine]) => [dtype, defineKind({ name: 'matmul', args, body: { kind: 'native', routine } })]),
);

/** How a device's calls are applied to two arrays: as their product, or as a part of one of any size. */
export const PRODUCT = 0;
const PART_OF_ONE = 1;

/** Results of a deep product, at most, and along how much of the inner axis each of its parts goes, at least: of matrices, and with a vector. */
const FEW_RESULTS = 65536;
const PART = 2048;
const FEW_OF_VECTORS = 4096;
const PART_OF_VECTOR = 4096;
const MOST_PARTS = 64;

/**
 * The product of matrices (batch…, m, k) and (batch…, k, n) by a routine, or null where folds serve better. `batch` is the shape that their
 * leading axes broadcast to.
 */
export function matrixProduct(x: NDArray, y: NDArray, batch: Shape): NDArray | null {
  const dtype = common(x.dtype, y.dtype);
  const m = x.view.shape[x.ndim - 2];
  const k = x.view.shape[x.ndim - 1];
  const n = y.view.shape[y.ndim - 1];
  const kind = kinds.get(dtype);
  if (kind === undefined || kind.body.kind !== 'native' || m * n * k * sizeOf(batch) < WORTH_A_ROUTINE) return null;
  if (runtime().device.routine(kind.body.routine) < 0) return null;
  checkUsable(x, 'matmul');
  checkUsable(y, 'matmul');
  if (batch.length === 0 && k >= 2 * PART_OF_VECTOR && m * n <= SHORT_ROW && goesDown(x) && x.root !== y.root)
    return narrowProduct(x, y);
  const [left, right] = [typed(x, dtype), typed(y, dtype)];
  const part = batch.length === 0 ? partOf(m, n, k) : null;
  return part === null ? product(kind, left, right, batch) : deepProduct(kind, left, right, part);
}

/**
 * Elements of the inner axis for each part of a deep product; null where a product is not cut along it. Blocks of few results are small, and each
 * reads all of a long inner axis: its parts share the work, and leave blocks whole.
 */
function partOf(m: number, n: number, k: number): number | null {
  const [part, few] = m === 1 || n === 1 ? [PART_OF_VECTOR, FEW_OF_VECTORS] : [PART, FEW_RESULTS];
  return k >= 2 * part && m * n <= few ? part : null;
}

/** Whether lines along the inner axis are further apart in memory than its elements are: rows of it are read whole, as in `x.T`. */
function goesDown({ view: { strides } }: NDArray): boolean {
  return Math.abs(strides[0]) < Math.abs(strides[1]);
}

function typed(x: NDArray, dtype: DType): NDArray {
  return x.dtype === dtype ? x : astype(x, dtype, { copy: false });
}

function product(kind: TaskKind, x: NDArray, y: NDArray, batch: Shape, how = PRODUCT): NDArray {
  if (batch.length === 0 && x.ndim === 2 && y.ndim === 2) {
    const operands = [x, y];
    const known = knownCall(runtime().device, how, x.dtype, operands);
    return (known ?? productCall(kind, operands, how)).issue(operands, 'matmul');
  }
  const m = x.view.shape[x.ndim - 2];
  const k = x.view.shape[x.ndim - 1];
  const n = y.view.shape[y.ndim - 1];
  const out = allocate(x.dtype, [...batch, m, n]);
  runtime().launch(kind, [m, n, k, sizeOf(batch)], [stacked(x, batch), stacked(y, batch), stacked(out, batch)]);
  return out;
}

/** The product of two matrices. */
function productCall(kind: TaskKind, operands: readonly NDArray[], how: number): Call {
  const [x, y] = operands;
  const [m, k] = x.view.shape;
  const n = y.view.shape[1];
  const whole = identityView([m, n]);
  const views = operands.map(({ view }) => promoteView(view, 0, 1));
  const launch = { kind, domain: [m, n, k, 1], views, dtype: x.dtype, whole, written: promoteView(whole, 0, 1) };
  return makeCall({ of: runtime().device, how, compute: x.dtype }, operands, launch);
}

/**
 * So few results of a long inner axis that both operands are read in passing: sums over its rows, which fuse with the tasks that compute
 * them. Not of an array with itself: its elements are there, and parts of a routine take a sixth of the time.
 */
function narrowProduct(x: NDArray, y: NDArray): NDArray {
  const [m, k] = x.shape;
  const n = y.shape[1];
  const [a, b] = [x.view, y.view];
  const left = viewOf(x, internView([k, m, n], [a.strides[1], a.strides[0], 0], a.offset));
  const right = viewOf(y, internView([k, m, n], [b.strides[0], 0, b.strides[1]], b.offset));
  return contract(left, right, 0);
}

/** Few results of a long inner axis: a batch of products of its parts, so that processors share it, and their sum. */
function deepProduct(kind: TaskKind, x: NDArray, y: NDArray, part: number): NDArray {
  const [m, k] = x.view.shape;
  const n = y.view.shape[1];
  const parts = Math.min(MOST_PARTS, Math.floor(k / part));
  const length = Math.floor(k / parts);
  const done = parts * length;
  const [rows, columns] = [x.view.strides, y.view.strides];
  const left = viewOf(x, internView([parts, m, length], [length * rows[1], ...rows], x.view.offset));
  const right = viewOf(y, internView([parts, length, n], [length * columns[0], ...columns], y.view.offset));
  const total = sum(product(kind, left, right, [parts]), { axis: 0, dtype: x.dtype });
  if (done === k) return total;
  const restOfRows = viewOf(x, internView([m, k - done], rows, x.view.offset + done * rows[1]));
  const restOfColumns = viewOf(y, internView([k - done, n], columns, y.view.offset + done * columns[0]));
  return add(total, product(kind, restOfRows, restOfColumns, [], PART_OF_ONE));
}

/** A stack of matrices with one batch axis: a view, or a copy where leading axes do not step as one. */
function stacked(x: NDArray, batch: Shape): NDArray {
  const { view } = x;
  const matrix = view.shape.slice(-2);
  return reshape(viewOf(x, broadcastView(view, [...batch, ...matrix])), [sizeOf(batch), ...matrix]);
}
