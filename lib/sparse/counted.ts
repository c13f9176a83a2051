/** Bounds of rows from the number of entries that a routine of the device counted in each. */
import { ShapeError } from '../base/index.js';
import { MOST_ENTRIES } from './coordinates.js';

/** Access of the routines' arguments. */
export const READS = { privilege: 'read', access: 'whole' } as const;
export const WRITES = { privilege: 'write', access: 'whole' } as const;

/** Each row's first entry, and the number of all behind them. Throws `ShapeError` for more than 32-bit numbers count. */
export function boundsOf(counts: Int32Array, operation: string): Int32Array {
  const ptr = new Int32Array(counts.length + 1);
  let total = 0;
  for (let i = 0; i < counts.length; i++) {
    total += counts[i];
    ptr[i + 1] = total;
  }
  checkTotal(total, operation);
  return ptr;
}

/** Throws `ShapeError` for more entries than 32-bit numbers count. */
export function checkTotal(total: number, operation: string): void {
  if (total > MOST_ENTRIES)
    throw new ShapeError(`${operation}: the result has more than the ${MOST_ENTRIES} entries that a matrix holds`);
}
