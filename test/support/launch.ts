/** Launches one kernel on a device, for tests: allocates, copies in, submits, copies out. */
import type { Device, Executable, LaunchQueue } from '../../lib/device/index.js';
import type { TypedArray } from '../../lib/dtype/index.js';
import { type Kernel, partialBytes, structureOf, unitsOf } from '../../lib/ir/index.js';
import { LAUNCH_INLINE, RECORD } from '../../lib/native/index.js';
import type { View } from './interpret.js';

export interface LaunchOptions {
  /** Units a point takes at a time. */
  readonly tile?: number;
  readonly flags?: number;
  /** What runs; what the device makes of the kernel when left out. */
  readonly executable?: Executable;
}

/** Runs the kernel on the views' data, writes all of it back, and returns the status of the launch. */
export function launch(
  device: Device,
  kernel: Kernel,
  shape: readonly number[],
  args: readonly View[],
  scalars: readonly (number | bigint)[] = [],
  options: LaunchOptions = {},
): number {
  const executable = options.executable ?? device.compile(kernel);
  const units = unitsOf(shape, kernel.rowRank, structureOf(kernel));
  const memory = new Map<TypedArray, number>();
  for (const { data } of args) {
    if (memory.has(data)) continue;
    const address = device.alloc(data.byteLength);
    device.copyIn(address, data);
    memory.set(data, address);
  }
  const partials = executable.layout.partials.map(({ slot, statement }) => ({
    slot,
    bytes: partialBytes(kernel, statement, units, args[statement.arg].shape),
  }));
  const held = partials.map(({ slot, bytes }) => ({ slot, bytes, address: device.alloc(bytes) }));
  writeRecord(device, executable, shape, units.count, args, memory, scalars, options);
  for (const { slot, address } of held) device.records[RECORD.PARAMS + slot] = address;
  const number = device.submit(1);
  device.wait(number);
  for (const [data, address] of memory) {
    device.copyOut(data, address);
    device.free(address, data.byteLength);
  }
  for (const { address, bytes } of held) device.free(address, bytes);
  const failures = device.failures();
  return failures.length === 0 ? 0 : failures[1];
}

/** Writes the record of a launch where the queue reads it. */
export function writeRecord(
  device: Pick<LaunchQueue, 'records' | 'raw'>,
  executable: Executable,
  shape: readonly number[],
  units: number,
  args: readonly View[],
  memory: ReadonlyMap<TypedArray, number>,
  scalars: readonly (number | bigint)[],
  options: LaunchOptions,
): void {
  const { records, raw } = device;
  const { layout, kernel } = executable;
  records.set([
    RECORD.PARAMS + layout.length,
    executable.number(shape.reduce((a, b) => a * b, 1)),
    units,
    options.tile ?? 1,
    0,
    options.flags ?? LAUNCH_INLINE,
  ]);
  const p = RECORD.PARAMS;
  records[p] = 0;
  records.set(shape, p + layout.domain);
  args.forEach((view, k) => {
    const slots = layout.args[k];
    records[p + slots.pointer] = (memory.get(view.data) ?? 0) + view.offset * kernel.args[k].dtype.size;
    if (slots.sizes >= 0) records.set(view.shape, p + slots.sizes);
    records.set(view.strides, p + slots.strides);
  });
  scalars.forEach((value, j) => {
    if (typeof value === 'bigint') raw[p + layout.scalars[j]] = value;
    else records[p + layout.scalars[j]] = value;
  });
}
