/** Which elements are among values, of which a routine makes a table. */
import { bool, type DType, int64 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import type { ArgSpec } from '../task/index.js';
import { allocate, type NDArray } from './ndarray.js';
import { ravel, reshape } from './reshape.js';
import { routineKind } from './routine-kind.js';

const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const writes: ArgSpec = { privilege: 'write', access: 'whole' };

/** Words in front of a table's slots, and the least number of slots (native/lines/members.cpp). */
const HEAD = 4;
const LEAST = 64;

/** Whether there are tables of values of a dtype. */
export function hasTables(dtype: DType): boolean {
  return runtime().device.routine(`set_${dtype.short}`) >= 0;
}

/** Whether each element of `x` is among `values`, of the same dtype, or whether it is not. Asks for `hasTables`. */
export function membersOf(x: NDArray, values: NDArray, inverted: boolean): NDArray {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(LEAST, 2 * values.size)));
  const table = allocate(int64, [HEAD + slots]);
  const suffix = x.dtype.short;
  runtime().launch(routineKind('set', `set_${suffix}`, [reads, writes]), [values.size, table.size], [values, table]);
  const out = allocate(bool, [x.size]);
  const kind = routineKind('isin', `members_${suffix}`, [reads, reads, writes]);
  runtime().launch(kind, [x.size, table.size], [ravel(x), table, out], [Number(inverted)]);
  return reshape(out, x.view.shape);
}
