/** A device of one thread over the addon that runs kernels in the block tier alone, for tests of that tier. */
import { assembleBlock } from '../../lib/compile/block/assemble.js';
import type { Device, Executable } from '../../lib/device/index.js';
import { type Kernel, layoutOf, signatureOf } from '../../lib/ir/index.js';
import { addonProblem, loadAddon } from '../../lib/native/index.js';
import { nativeDevice } from './native.js';

/** Why the block tier cannot be tested here; false when it can. */
export function whyNoBlock(): string | false {
  return loadAddon() === null ? (addonProblem() ?? 'no addon') : false;
}

/** The device; only where `whyNoBlock` is false. */
export function blockDevice(): Device {
  return { ...nativeDevice(), compile: executableOf };
}

function executableOf(kernel: Kernel): Executable {
  const program = assembleBlock(kernel);
  const addon = loadAddon();
  if (program === null || addon === null) throw new Error('the kernel has no block form, or there is no addon');
  const layout = layoutOf(kernel);
  const number = addon.loadProgram(program.code, program.constants, signatureOf(kernel, layout));
  return { kernel, layout, number: () => number, tier: () => 'block', settled: Promise.resolve() };
}
