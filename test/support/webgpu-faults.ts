/** Faults of programs on WebGPU, for `webgpu-program.ts`. Devices are not examined (`fastMath`): the arithmetic here is exact on any. */
import { DeviceError } from '../../lib/base/index.js';
import { JsDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { float32 } from '../../lib/dtype/index.js';
import { input, output, STATUS } from '../../lib/ir/index.js';
import { RECORD } from '../../lib/native/index.js';
import { defaults, Runtime } from '../../lib/runtime/index.js';
import { makeHold } from './hold.js';
import { dense, type View } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { onRuntime } from './on-runtime.js';
import { ramp } from './ramp.js';
import { BROKEN } from './vulkan.js';
import { double, gathered, kernelOf, SOON, say, scattered } from './webgpu-kernels.js';
import { underWay } from './webgpu-under-way.js';

/** Indices outside, allocations that are too large, and a device that is lost. */
export async function faults(): Promise<void> {
  const device = new WebGpuAccelerator(0, { fastMath: true });
  const table = dense(Float32Array.of(1, 2, 3));
  const indices = dense(BigInt64Array.of(0n, 5n, -1n));
  const out = dense(new Float32Array(3));
  say(launchOn(device, gathered, [3], [table, indices, out]) === STATUS.INDEX, 'a gather outside has a status');
  const bins = dense(new Float32Array(2));
  say(launchOn(device, scattered, [3], [indices, table, bins]) === STATUS.INDEX, 'a scatter outside has a status');
  say(launchOn(device, gathered, [3], [table, dense(BigInt64Array.of(0n, 2n, -1n)), out]) === 0, 'the next launch is right');
  say(String(out.data) === '1,3,3', `its result is right: ${out.data}`);
  say(device.alloc(device.largest + 1) === 0, 'an allocation larger than any array is refused');
  const many = dense(Float32Array.from({ length: 5000 }, (_, i) => i));
  const twice = dense(new Float32Array(5000));
  say(
    launchOn(device, double, [5000], [many, twice]) === 0 && Number(twice.data[4999]) === 9998,
    'a launch before the loss is right',
  );
  manyFailures(device, table, indices, out);
  device.lose();
  const start = performance.now();
  say(launchOn(device, double, [5000], [many, twice]) === STATUS.DEVICE_LOST, 'a launch on a lost device has a status');
  say(performance.now() - start < SOON, 'soon');
  say(device.alloc(2 ** 27) === 0, 'a lost device has no more memory');
  await device.close();
}

/** Failures of many launches that are not asked for meanwhile: none is forgotten. */
function manyFailures(device: WebGpuAccelerator, ...arrays: readonly View[]): void {
  const executable = device.compile(gathered);
  const { layout } = executable;
  const length = RECORD.PARAMS + layout.length;
  const addresses = arrays.map(({ data }) => device.alloc(data.byteLength));
  arrays.forEach(({ data }, k) => {
    device.upload(addresses[k], new Uint8Array(data.buffer));
  });
  // The last index is far outside.
  device.upload(addresses[1], new Uint8Array(BigInt64Array.of(0n, 1n, 99n).buffer));
  for (let k = 0; k < 1000; k++) {
    const at = k * length;
    const P = at + RECORD.PARAMS;
    device.records.fill(0, at, at + length);
    device.records.set([length, executable.number(3), 1, 1, 0, 0], at);
    device.records[P + layout.domain] = 3;
    layout.args.forEach(({ pointer, sizes, strides }, arg) => {
      device.records[P + pointer] = addresses[arg];
      device.records[P + strides] = 1;
      if (sizes >= 0) device.records[P + sizes] = 3;
    });
  }
  const first = device.submit(1000) - 999;
  for (let more = 0; more < 5; more++) device.submit(1000);
  device.wait(first + 5999);
  const failures = device.failures();
  const right = Array.from({ length: 6000 }, (_, k) => failures[2 * k] === first + k && failures[2 * k + 1] === STATUS.INDEX);
  say(failures.length === 12_000 && right.every((is) => is), `${failures.length / 2} of 6000 launches that fail are told`);
}

/** The owner's thread ends, or the device is lost, while work is under way: launches fail within a second, and later ones do. */
export async function gone(how: 'die' | 'lose'): Promise<void> {
  for (const [name, start] of Object.entries(underWay)) {
    const device = new WebGpuAccelerator(0, { fastMath: true });
    start(device);
    const begin = performance.now();
    device[how]();
    const status = launchOn(device, double, [100], [dense(new Float32Array(100)), dense(new Float32Array(100))]);
    const took = performance.now() - begin;
    say(status === STATUS.DEVICE_LOST, `${how} amid ${name}: a launch behind it has status ${status}`);
    // A pipeline that is being compiled is waited for.
    say(took < SOON || name === 'pipeline', `${how} amid ${name}: soon, after ${Math.round(took)} ms`);
    say(device.alloc(2 ** 27) === 0, `${how} amid ${name}: there is no more memory`);
    await device.close();
  }
  const after = new WebGpuAccelerator(1, { fastMath: true });
  const out = dense(new Float32Array(3));
  say(launchOn(after, double, [3], [dense(Float32Array.of(1, 2, 3)), out]) === 0 && out.data[2] === 6, 'another device is right');
  await after.close();
}

/** A device that is lost behind the runtime's back, or loses the thread that owns it. */
export async function lost(how: 'lose' | 'die'): Promise<void> {
  const gpu = new WebGpuAccelerator(0, { fastMath: true });
  const rt = new Runtime({ ...defaults(), device: 'js', procs: 1 }, new JsDevice(), null, {
    accelerators: [gpu],
    place: () => 1,
  });
  await onRuntime(rt, async () => {
    const x = ramp(2000);
    await x.add(1).data();
    const y = x.multiply(2);
    rt.flush();
    gpu[how]();
    const start = performance.now();
    const error = await y
      .add(x)
      .data()
      .then(
        () => null,
        (caught: unknown) => caught,
      );
    say(error instanceof DeviceError, `${how}: a reader gets a DeviceError: ${error}`);
    say(performance.now() - start < SOON, 'soon');
    say(String((await ramp(3).data()).slice(1)) === '4.625,9.25', 'arrays on the host go on');
  });
}

/** With a fault in the package (`faulty-webgpu.ts`). */
export async function faulty(fault: string): Promise<void> {
  if (fault === 'limits' || fault === 'pairs') return start({ emulates: fault === 'pairs' });
  if (fault === 'adapter') return await refused();
  const device = new WebGpuAccelerator(0, { fastMath: true });
  const [data, out] = [dense(Float32Array.of(1, 2, 3)), dense(new Float32Array(3))];
  if (fault === 'shader') {
    const broken = kernelOf([input(float32, 1), output(float32, 1)], 1, (b) =>
      b.store(1, b.add(b.load(0), b.const(BROKEN, float32))),
    );
    const begin = performance.now();
    say(launchOn(device, broken, [3], [data, out]) === STATUS.REFUSED, 'a launch whose shader does not compile is refused');
    say(launchOn(device, broken, [3], [data, out]) === STATUS.REFUSED, 'and again');
    say(performance.now() - begin < SOON, 'soon');
  } else if (fault === 'upload' || fault === 'download') {
    transferRefused(device, fault);
  } else {
    const first = device.alloc(2 ** 25);
    say(first > 0 && device.alloc(2 ** 26) === 0, 'an allocation is refused');
    device.free(first, 2 ** 25);
    say(device.alloc(2 ** 26) > 0, 'memory that is given back can be used');
    say(device.alloc(2 ** 26) === 0, 'there is no more');
  }
  if (fault === 'shader') say(launchOn(device, double, [3], [data, out]) === 0 && out.data[2] === 6, 'the next launch is right');
  await device.close();
}

/** A transfer for which the driver has no memory fails, and says so; the ones before and behind it do not. */
function transferRefused(device: WebGpuAccelerator, which: 'upload' | 'download'): void {
  const bytes = 2 ** 21;
  const address = device.alloc(bytes);
  const into = new Uint8Array(bytes);
  device.upload(address, new Uint8Array(1000).fill(1));
  const large = which === 'upload' ? device.upload(address, new Uint8Array(bytes).fill(7)) : device.download(into, address);
  const small = device.download(into.subarray(0, 1000), address);
  device.wait(small);
  const failures = device.failures().join();
  say(failures === [large, STATUS.MEMORY].join(), `the ${which} has a status of its own: ${failures}`);
  say(into[0] === 1 && into[999] === 1, 'the transfers before and behind it are right');
  say(/memory|size/i.test(device.reason(large) ?? ''), `the driver's words are kept: ${device.reason(large)}`);
}

/** A GPU that is not there: one error, and programs on the host are right afterwards. */
async function refused(): Promise<void> {
  start();
  const rt = new Runtime({ ...defaults(), device: 'js', procs: 1 }, new JsDevice(), null);
  await onRuntime(rt, async () => say(String(await ramp(3).add(1).data()) === '1,5.625,10.25', 'the host goes on'));
}

export function start(options: ConstructorParameters<typeof WebGpuAccelerator>[1] = {}): void {
  try {
    new WebGpuAccelerator(0, options);
    console.log('says nothing');
  } catch (error) {
    console.log(`says ${(error as Error).name}: ${(error as Error).message}`);
  }
}

/** The owner finds its adapter after the time that it is given: an error, and the process goes on, and ends while the owner is about to start. */
export async function late(): Promise<void> {
  const hold = makeHold();
  hold.close();
  start({ starting: 20 });
  hold.open();
  const another = new WebGpuAccelerator(1, { fastMath: true });
  const out = dense(new Float32Array(3));
  const status = launchOn(another, double, [3], [dense(Float32Array.of(1, 2, 3)), out]);
  say(status === 0 && out.data[2] === 6, 'the next device is right');
  await another.close();
  hold.close();
  start({ starting: 20 });
  hold.open();
}
