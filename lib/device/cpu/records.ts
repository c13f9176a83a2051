/** Launch records as the device itself looks at them, and writes them. */
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';

/** Whether one of the records would be cut into points that threads could share. */
export function hasParallelWork(records: Float64Array, count: number): boolean {
  for (let i = 0, at = 0; i < count && at < records.length; i++) {
    const inline = (records[at + RECORD.FLAGS] & LAUNCH_INLINE) !== 0;
    if (!inline && records[at + RECORD.UNITS] > records[at + RECORD.TILE]) return true;
    at += Math.max(1, records[at + RECORD.LENGTH]);
  }
  return false;
}

/**
 * Writes `count` launches of `kernel`, without arguments, or as many as there is room for: launches that do nothing, for numbers that were
 * given and never submitted. Returns how many.
 */
export function writeNothing(records: Float64Array, count: number, kernel: number): number {
  const length = RECORD.PARAMS + 1;
  const some = Math.min(count, Math.floor(records.length / length));
  for (let at = 0; at < some * length; at += length) {
    records.fill(0, at, at + length);
    records[at + RECORD.LENGTH] = length;
    records[at + RECORD.KERNEL] = kernel;
    records[at + RECORD.FLAGS] = LAUNCH_INLINE;
  }
  return some;
}
