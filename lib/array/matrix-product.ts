/**
 * Matrix products by the device's routines (`device/routines.ts`): one opaque task for a whole batch, its domain the
 * sizes (m, n, k, batch). Integers of 8 bits, bools, small products and devices without routines are left to the folds
 * of `matmul.ts`.
 */
import { type DType, float32, float64, int32, int64, promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { type Shape, sizeOf } from '../shape/index.js';
import { broadcastView, checkUsable } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { allocate, type NDArray, viewOf } from './ndarray.js';
import { reshape } from './reshape.js';

/** Multiplications in a product that is worth a task of its own, at least. */
const WORTH_A_ROUTINE = 8192;

const routines: readonly (readonly [DType, string])[] = [
  [float64, 'gemm_f64'],
  [float32, 'gemm_f32'],
  [int64, 'gemm_i64'],
  [int32, 'gemm_i32'],
];

const args: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'whole' },
];

const kinds = new Map<DType, TaskKind>(
  routines.map(([dtype, routine]) => [dtype, defineKind({ name: 'matmul', args, body: { kind: 'native', routine } })]),
);

/**
 * The product of matrices (batch…, m, k) and (batch…, k, n) by a routine, or null where folds serve better. `batch` is what
 * their leading axes broadcast to.
 */
export function matrixProduct(x: NDArray, y: NDArray, batch: Shape): NDArray | null {
  const dtype = promote(x.dtype, y.dtype);
  const [m, k] = x.shape.slice(-2);
  const n = y.shape[y.ndim - 1];
  const count = sizeOf(batch);
  const kind = kinds.get(dtype);
  if (kind === undefined || kind.body.kind !== 'native' || m * n * k * count < WORTH_A_ROUTINE) return null;
  if (runtime().device.routine(kind.body.routine) < 0) return null;
  checkUsable(x, 'matmul');
  checkUsable(y, 'matmul');
  const out = allocate(dtype, [...batch, m, n]);
  const stores = [stacked(x, dtype, batch, m, k), stacked(y, dtype, batch, k, n), reshape(out, [count, m, n])];
  runtime().launch(kind, [m, n, k, count], stores);
  return out;
}

/** A stack of matrices with one batch axis: a view, or a copy where leading axes do not step as one. */
function stacked(x: NDArray, dtype: DType, batch: Shape, rows: number, columns: number): NDArray {
  const typed = astype(x, dtype, { copy: false });
  return reshape(viewOf(typed, broadcastView(typed.view, [...batch, rows, columns])), [sizeOf(batch), rows, columns]);
}
