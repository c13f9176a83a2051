/** Launches a kernel on an accelerator: uploads the data of views, submits, downloads all of it again. */
import type { Accelerator } from '../../lib/device/index.js';
import type { TypedArray } from '../../lib/dtype/index.js';
import { type Kernel, structureOf, unitsOf } from '../../lib/ir/index.js';
import type { View } from './interpret.js';
import { writeRecord } from './launch.js';

const bytesOf = (data: TypedArray): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Runs the kernel on the views' data, writes all of it back, and returns the status of the launch. */
export function launchOn(
  device: Accelerator,
  kernel: Kernel,
  shape: readonly number[],
  args: readonly View[],
  scalars: readonly (number | bigint)[] = [],
): number {
  const executable = device.compile(kernel);
  const memory = new Map<TypedArray, number>();
  for (const { data } of args) {
    if (memory.has(data)) continue;
    const address = device.alloc(data.byteLength);
    if (data.byteLength > 0) device.upload(address, bytesOf(data));
    memory.set(data, address);
  }
  const units = unitsOf(shape, kernel.rowRank, structureOf(kernel)).count;
  writeRecord(device, executable, shape, units, args, memory, scalars, {});
  let last = device.submit(1);
  for (const [data, address] of memory) {
    if (data.byteLength > 0) last = device.download(bytesOf(data), address);
    device.free(address, data.byteLength);
  }
  device.wait(last);
  const failures = device.failures();
  return failures.length === 0 ? 0 : failures[1];
}
