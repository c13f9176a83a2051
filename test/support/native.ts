/** A device of one thread over the addon that runs kernels in the C tier alone, for tests of that tier. */
import { compileExact, compileNative, type NativeKernel } from '../../lib/compile/index.js';
import { describeToolchain, toolchainSync } from '../../lib/compile/toolchain/toolchain.js';
import type { Device, Executable } from '../../lib/device/index.js';
import { type Extent, type Kernel, layoutOf, signatureOf } from '../../lib/ir/index.js';
import { type Addon, addonProblem, loadAddon, makeExecutor } from '../../lib/native/index.js';

/** Why the C tier cannot be tested here; false when it can. */
export function whyNoNative(): string | false {
  if (loadAddon() === null) return addonProblem() ?? 'no addon';
  return toolchainSync() === null ? `no C compiler: ${describeToolchain()}` : false;
}

/** The device; only where `whyNoNative` is false. */
export function nativeDevice(): Device {
  const addon = loadAddon();
  if (addon === null) throw new Error(addonProblem() ?? 'no addon');
  return overAddon(addon);
}

function overAddon(addon: Addon): Device {
  const executor = makeExecutor(addon, 1 << 12, 1);
  return {
    name: 'cpu',
    procs: 1,
    alloc: (bytes) => addon.alloc(Math.max(1, bytes)),
    free: (address, bytes) => addon.free(address, Math.max(1, bytes)),
    lend: () => null,
    adoption: null,
    copyIn: (address, from) => addon.copyIn(address, from),
    copyOut: (to, address) => addon.copyOut(to, address),
    window: () => {
      throw new Error('not in tests of kernels');
    },
    compile: executableOf,
    part: (number, slot) => addon.part(number, slot),
    routine: (name) => addon.routine(name),
    sign: (number, signature) => addon.sign(number, signature),
    compileC: () => -1,
    enter: (address) => addon.enterFunction(address),
    records: executor.records,
    raw: executor.raw,
    submit: (count) => executor.submit(count),
    compileProgram: () => null,
    link: () => -1,
    replay: () => {
      throw new Error('not in tests of kernels');
    },
    completed: () => executor.completed(),
    wait: (n) => executor.wait(n),
    help: (n) => executor.help(n),
    notify: (n, done) => executor.notify(n, done),
    isOver: () => false,
    failures: () => executor.failures() ?? [],
    follow: () => {
      throw new Error('not in tests of kernels');
    },
    reached: () => undefined,
    recover: () => {
      throw new Error('not in tests of kernels');
    },
    close: async () => executor.stop(),
  };
}

function executableOf(kernel: Kernel): Executable {
  return compiled(kernel, compileNative(kernel, { background: false }), null);
}

/** What is compiled for one extent; null where nothing is. */
export function exactExecutable(kernel: Kernel, extent: Extent): Executable | null {
  const native = compileExact(kernel, extent, { background: false });
  return native === null ? null : compiled(kernel, native, extent);
}

function compiled(kernel: Kernel, native: NativeKernel, extent: Extent | null): Executable {
  native.compileNow();
  if (native.problem !== null) throw new Error(`${native.problem}\n${native.source}`);
  const layout = layoutOf(kernel);
  const number = loadAddon()?.sign(native.number(), signatureOf(kernel, layout, extent)) ?? -1;
  return { kernel, layout, number: () => number, tier: () => 'c', settled: Promise.resolve() };
}
