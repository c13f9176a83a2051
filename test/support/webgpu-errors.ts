/**
 * Faults of programs on a GPU as their readers see them, for `webgpu-program.ts`: each ends in one typed error or in the right result, within a
 * second, and the next program is right. Devices are not examined (`fastMath`): the arithmetic here is exact on any.
 */
import * as np from '../../lib/array/index.js';
import { DeviceError, IndexError, ManipleError, OutOfMemoryError } from '../../lib/base/index.js';
import { JsDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { defaults, Runtime } from '../../lib/runtime/index.js';
import { onRuntime } from './on-runtime.js';
import { ramp } from './ramp.js';
import { SOON, say } from './webgpu-kernels.js';

const machine = (gpu: WebGpuAccelerator): Runtime =>
  new Runtime({ ...defaults(), device: 'js', procs: 1 }, new JsDevice(), null, { accelerators: [gpu], place: () => 1 });

/** What reading ends in: an error, or elements. */
async function ending(read: () => Promise<ArrayLike<number | bigint>>): Promise<{ error: unknown; found: string; took: number }> {
  const start = performance.now();
  try {
    const found = String(await read());
    return { error: null, found, took: performance.now() - start };
  } catch (error) {
    return { error, found: '', took: performance.now() - start };
  }
}

/** A program has the right result, on the device where it is there. */
async function next(after: string): Promise<void> {
  const { found } = await ending(() => ramp(3).add(1).data());
  say(found === '1,5.625,10.25', `${after}: the next program is right: ${found}`);
}

/** Indices outside, in a gather and in a scatter, of arrays that live on. */
async function indices(): Promise<void> {
  const x = ramp(100).add(0);
  await x.data();
  const outside = np.asarray(Int32Array.of(1, 2, 300));
  const gather = await ending(() => np.take(x, outside).data());
  say(gather.error instanceof IndexError && gather.took < SOON, `a gather outside is an IndexError: ${gather.error}`);
  await next('a gather outside');
  const bins = ramp(8).add(0);
  const around = ramp(64).add(0);
  const want = String(await around.data());
  const scatter = await ending(async () => {
    np.addAt(bins, outside, np.asarray(Float32Array.of(1, 1, 1)));
    return await bins.data();
  });
  say(scatter.error instanceof ManipleError && scatter.took < SOON, `a scatter outside is an error: ${scatter.error}`);
  say(
    String(await around.data()) === want && String(await x.data()) === String(await ramp(100).data()),
    'no other array is written',
  );
  await next('a scatter outside');
}

/** The device is lost with a read in flight, or a window: the reader has the elements or a `DeviceError`. */
async function gone(how: 'lose' | 'die', amid: 'a window' | 'a read'): Promise<void> {
  const gpu = new WebGpuAccelerator(0, { fastMath: true });
  const name = `${how} amid ${amid}`;
  await onRuntime(machine(gpu), async (rt) => {
    const x = ramp(50_000);
    const want = String(await x.multiply(2).data());
    const y = x.multiply(2);
    const held = np.device('cpu', () => ramp(10).add(1));
    rt.flush();
    if (amid === 'a window') gpu[how]();
    const reading = ending(() => y.data());
    if (amid === 'a read') gpu[how]();
    const { error, found, took } = await reading;
    say(error instanceof DeviceError || found === want, `${name}: ${error ?? 'the elements'}`);
    say(took < SOON, `${name}: soon, after ${Math.round(took)} ms`);
    say(String((await held.data()).slice(0, 2)) === '1,5.625', `${name}: arrays on the host go on`);
    await ending(() => ramp(20).add(1).data());
    const { submits } = gpu;
    await next(name);
    say(gpu.submits === submits, `${name}: the device is not used again`);
  });
}

export async function errors(): Promise<void> {
  await onRuntime(machine(new WebGpuAccelerator(0, { fastMath: true })), indices);
  for (const how of ['lose', 'die'] as const) for (const amid of ['a window', 'a read'] as const) await gone(how, amid);
}

/** With a faulty package: a shader that does not compile, transfers that are refused, and allocations, in the midst of a window. */
export async function errorsOf(fault: string): Promise<void> {
  await onRuntime(machine(new WebGpuAccelerator(0, { fastMath: true })), async (rt) => {
    if (fault === 'shader') {
      const { error, took } = await ending(() => np.arctan2(ramp(1000), ramp(1000)).data());
      say(error instanceof ManipleError && took < SOON, `a shader that does not compile is an error: ${error}`);
      const told = /atan2: the device refused the launch: a shader of its kernel does not compile: .*no shader/.test(`${error}`);
      say(told, "the kernel is named, and the driver's words are in it");
    } else if (fault === 'upload' || fault === 'download') {
      const n = 2 ** 21;
      const [x, other] = [fault === 'upload' ? ramp(n) : np.arange(n, { dtype: 'float32' }), ramp(100).add(1)];
      const { error, took } = await ending(() => x.add(1).data());
      say(error instanceof OutOfMemoryError && took < SOON, `memory that is refused for an ${fault} is an error: ${error}`);
      say(Number((await other.data())[1]) === 5.625, 'other arrays are right');
    } else {
      const n = 2 ** 21;
      const terms = Array.from({ length: 10 }, (_, i) => ramp(n).add(i));
      rt.flush();
      const { found, error } = await ending(() =>
        terms
          .reduce((sum, x) => sum.add(x))
          .slice(':3')
          .data(),
      );
      say(found === '45,91.25,137.5', `arrays for which memory is refused in a window have the right sum: ${error ?? found}`);
    }
    await next(fault);
  });
}
