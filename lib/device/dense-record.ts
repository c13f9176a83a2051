/** Launch records over dense arrays, for launches that a device is tested and measured with. */
import { RECORD } from '../native/index.js';
import type { Executable, LaunchQueue } from './machine.js';

/** One launch. */
interface Dense {
  readonly elements: number;
  readonly units: number;
  /** Units that a thread takes at a time, for devices that have threads. */
  readonly tile: number;
  /** By argument. */
  readonly addresses: readonly number[];
}

/** Writes a launch over one axis from slot `at` on, and gives its length. */
export function writeDense({ records }: LaunchQueue, at: number, executable: Executable, launch: Dense): number {
  const { layout } = executable;
  const length = RECORD.PARAMS + layout.length;
  records.fill(0, at, at + length);
  records[at + RECORD.LENGTH] = length;
  records[at + RECORD.KERNEL] = executable.number(launch.elements);
  records[at + RECORD.UNITS] = launch.units;
  records[at + RECORD.TILE] = launch.tile;
  records[at + RECORD.PARAMS + layout.domain] = launch.elements;
  layout.args.forEach(({ pointer, strides }, k) => {
    records[at + RECORD.PARAMS + pointer] = launch.addresses[k];
    records[at + RECORD.PARAMS + strides] = 1;
  });
  return length;
}
