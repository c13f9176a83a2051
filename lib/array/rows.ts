/**
 * Whole rows at computed positions: copied by a routine, where a kernel would look at the index of each element. With several memories the
 * kernel stays, since its reads are known.
 */
import { int64 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { type Shape, sizeOf } from '../shape/index.js';
import type { ArgSpec, TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { allocate, type NDArray } from './ndarray.js';
import { ravel, reshape } from './reshape.js';
import { routineKind } from './routine-kind.js';

const args: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'whole' },
];

/** The domain is [rows of the result, elements of a row, indices, rows of x]. */
const SELECTS = { indices: 1, size: 3 };

/** By the size of an element. */
const kinds: Readonly<Record<number, TaskKind>> = {
  1: routineKind('take', 'rows_1', args, SELECTS),
  2: routineKind('take', 'rows_2', args, SELECTS),
  4: routineKind('take', 'rows_4', args, SELECTS),
  8: routineKind('take', 'rows_8', args, SELECTS),
};

/** Elements of a row, and of a result, that are worth a call. */
const LONG = 8;
const MANY = 4096;

/** Whether slices of `x` along an axis are rows that the routine copies into a result of this shape. */
export function areRows(x: NDArray, axis: number, shape: Shape): boolean {
  const { contiguous, shape: own } = x.view;
  if (!contiguous || axis === own.length - 1 || sizeOf(own.slice(axis + 1)) < LONG || sizeOf(shape) < MANY) return false;
  const { config, device } = runtime();
  return config.memories === 1 && device.routine('rows_1') >= 0;
}

/** The slices of `x` along an axis that an array of indices selects. Asks for `areRows`. */
export function takeRows(x: NDArray, indices: NDArray, axis: number, shape: Shape): NDArray {
  const own = x.view.shape;
  const length = sizeOf(own.slice(axis + 1));
  const at = ravel(astype(indices, int64, { copy: false }));
  const out = allocate(x.dtype, shape);
  const stores = [reshape(x, [x.size]), at, reshape(out, [out.size])];
  runtime().launch(kinds[x.dtype.size], [out.size / length, length, at.size, own[axis]], stores);
  return out;
}
