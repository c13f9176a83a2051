/** Writes launch records in tests. */
import { RECORD } from '../../../lib/native/index.js';

export interface Launch {
  readonly kernel: number;
  readonly units: number;
  readonly tile?: number;
  readonly wait?: number;
  readonly flags?: number;
  /** P[1], P[2], … */
  readonly params?: readonly number[];
}

/** Writes the launches from the start of `records`; returns how many. */
export function write(records: Float64Array, launches: readonly Launch[]): number {
  let at = 0;
  for (const launch of launches) {
    const params = launch.params ?? [];
    records[at + RECORD.LENGTH] = RECORD.PARAMS + 1 + params.length;
    records[at + RECORD.KERNEL] = launch.kernel;
    records[at + RECORD.UNITS] = launch.units;
    records[at + RECORD.TILE] = launch.tile ?? 1;
    records[at + RECORD.WAIT] = launch.wait ?? 0;
    records[at + RECORD.FLAGS] = launch.flags ?? 0;
    records[at + RECORD.PARAMS] = 0;
    records.set(params, at + RECORD.PARAMS + 1);
    at += records[at + RECORD.LENGTH];
  }
  return launches.length;
}
