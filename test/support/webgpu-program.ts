/** What tests of WebGPU run on a driver: writes a line `ok …`, `not ok …` or `says …` for each thing that was looked at. */
import * as np from '../../lib/array/index.js';
import { type Accelerator, JsDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { float32 } from '../../lib/dtype/index.js';
import { type BinaryOp, binaryOperations, input, output, type UnaryOp, unaryOperations } from '../../lib/ir/index.js';
import { createRuntime, defaults, Runtime, useRuntime } from '../../lib/runtime/index.js';
import { type Judge, kinds, shapes } from './agree.js';
import { firstDifference } from './compare.js';
import { compareRuns, gpuKernel } from './compare-gpu.js';
import { deviceJudge } from './device-functions.js';
import { dense, interpret } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { onRuntime } from './on-runtime.js';
import { Draw, type Kind } from './random.js';
import { counts } from './webgpu-counts.js';
import { faults, faulty, gone, leave, lost, start } from './webgpu-faults.js';
import { dependent, double, kernelOf, ramp, say } from './webgpu-kernels.js';

const functionNames = Object.entries({ ...unaryOperations, ...binaryOperations })
  .filter(([, { reference }]) => reference !== null)
  .map(([name]) => name);

const onDevice =
  (device: Accelerator): Judge =>
  ({ kernel, scalars }, shape, views) =>
    launchOn(device, kernel, shape, views, scalars);

/** Random kernels of one kind: against the interpreter, some of them with every function. */
async function random(kind: Kind, runs: number, size: number): Promise<void> {
  const device = new WebGpuAccelerator(0);
  for (let run = 0; run < runs; run++) {
    const rank = run % 4;
    const exact = run % 8 < 5;
    const shape = shapes[rank][(run * 3 + 1) % shapes[rank].length];
    const name = `${kind} ${run} over (${shape})`;
    try {
      compareRuns(gpuKernel(run * 7919, rank, kind, size, exact), shape, deviceJudge, onDevice(device));
      say(true, name);
    } catch (error) {
      say(false, `${name}: ${(error as Error).message}`);
    }
  }
  await device.close();
}

/** Every function, with the bits that its device program has in the interpreter; the special values come twice, in both operands. */
async function functions(): Promise<void> {
  const device = new WebGpuAccelerator(0);
  const draw = new Draw(3);
  const bits = Uint32Array.from({ length: 3000 }, () => draw.next() * 2 ** 32);
  const usual = Float32Array.from({ length: 3000 }, () => (draw.next() - 0.5) * draw.pick([2, 20, 1e6]));
  const given = [new Float32Array(bits.buffer), usual, usual.toReversed()].map((values) => [...values]);
  const [x, y] = [given.flat(), given.toReversed().flat()].map((values) => dense(Float32Array.from(values)));
  for (const name of functionNames) {
    const args = [input(float32, 1), input(float32, 1), output(float32, 1)];
    const kernel = kernelOf(args, 1, (b) => {
      const [left, right] = [b.load(0), b.load(1)];
      b.store(2, name in unaryOperations ? b.unary(name as UnaryOp, left) : b.binary(name as BinaryOp, left, right));
    });
    const [got, want] = [dense(new Float32Array(9000)), dense(new Float32Array(9000))];
    deviceJudge({ kernel, scalars: [], arguments: () => [] }, [9000], [x, y, want]);
    const status = launchOn(device, kernel, [9000], [x, y, got]);
    const at = firstDifference(got.data, want.data);
    const where = at < 0 ? '' : `: ${name}(${x.data[at]}, ${y.data[at]}) is ${want.data[at]}, got ${got.data[at]}`;
    say(status === 0 && at < 0, `${name} has the bits of the interpreter${where}`);
  }
  await device.close();
}

/** Operations on numbers around the least normal one, where devices may take subnormal numbers for 0: they have the host's bits. */
async function subnormal(): Promise<void> {
  const device = new WebGpuAccelerator(0);
  const n = 4000;
  const draw = new Draw(9);
  const drawn = (): Float32Array =>
    Float32Array.from(
      { length: n },
      () => (draw.next() - 0.5) * 2 ** (draw.chance(0.7) ? -100 - draw.int(50) : draw.int(120) - 60),
    );
  const [x, y] = [dense(drawn()), dense(drawn())];
  const ofOne = ['neg', 'sqrt', 'floor', 'ceil', 'trunc', 'round', 'abs', 'sign'] as const;
  const ofTwo = ['add', 'sub', 'mul', 'div', 'min', 'mod', 'floordiv', 'lt', 'eq'] as const;
  for (const name of [...ofOne, ...ofTwo]) {
    const kernel = kernelOf([input(float32, 1), input(float32, 1), output(float32, 1)], 1, (b) => {
      const found = ofOne.some((one) => one === name)
        ? b.unary(name as UnaryOp, b.load(0))
        : b.binary(name as BinaryOp, b.load(0), b.load(1));
      b.store(2, b.cast(found, float32));
    });
    const [got, want] = [dense(new Float32Array(n)), dense(new Float32Array(n))];
    interpret(kernel, [n], [x, y, want]);
    launchOn(device, kernel, [n], [x, y, got]);
    const at = firstDifference(got.data, want.data);
    const where = at < 0 ? '' : `: ${x.data[at]}, ${y.data[at]} give ${want.data[at]}, got ${got.data[at]}`;
    say(at < 0, `${name} near the least normal number${where}`);
  }
  await device.close();
}

/** Two devices, many small windows, memory that is used again, and callbacks. */
async function several(): Promise<void> {
  const devices = [new WebGpuAccelerator(0), new WebGpuAccelerator(1)];
  const data = dense(Float32Array.from({ length: 1000 }, (_, i) => i));
  const out = dense(new Float32Array(1000));
  let right = 0;
  for (let k = 0; k < 40; k++) {
    out.data.set([0 as never], 999);
    if (launchOn(devices[k % 2], double, [1000], [data, out]) === 0 && Number(out.data[999]) === 1998) right++;
  }
  say(right === 40, `${right} of 40 windows on two devices are right`);
  const into = new Uint8Array(4);
  const address = devices[0].alloc(4);
  devices[0].upload(address, Uint8Array.of(1, 2, 3, 4));
  const number = devices[0].download(into, address);
  await new Promise<void>((done) => devices[0].notify(number, done));
  say(into.join() === '1,2,3,4', 'a callback comes when the bytes are there');
  for (let k = 0; k < 10_000; k++) devices[0].free(devices[0].alloc(1 << 20), 1 << 20);
  say(devices[0].alloc(1 << 20) > 0, 'ten thousand allocations reuse memory');
  for (const device of devices) await device.close();
}

/** Windows that come again, on the memory that they had and on other memory. */
async function windows(): Promise<void> {
  const device = new WebGpuAccelerator(0);
  const executable = device.compile(double);
  const places = Array.from({ length: 4 }, () => device.alloc(256));
  const into = new Float32Array(64);
  const run = (count: number, first: number): number => {
    device.upload(places[first], new Uint8Array(Float32Array.from({ length: 64 }, (_, i) => i).buffer));
    dependent(device, executable, count, places.slice(first));
    const before = device.submits;
    const last = device.submit(count);
    device.wait(last);
    const found = device.submits - before;
    device.wait(device.download(new Uint8Array(into.buffer), places[first + (count % 2)]));
    return found;
  };
  say(run(500, 0) === 1, '500 dependent kernels are one submit');
  for (const [count, first] of [
    [7, 0],
    [7, 0],
    [7, 2],
    [8, 1],
    [7, 0],
    [60, 2],
    [7, 1],
  ]) {
    run(count, first);
    say(into[63] === 63 * 2 ** count, `a window of ${count} on memory ${first}: ${into[63]}`);
  }
  say(device.failures().length === 0, 'no launch failed');
  await device.close();
}

/** Programs of the array library in dtypes that a GPU has. */
const programs: Readonly<Record<string, () => np.NDArray>> = {
  'functions and a sum': () => np.exp(ramp(5000).multiply(-0.125)).sqrt().sum(),
  masks: () => np.where(ramp(3000).greater(5), ramp(3000), np.asarray(Float32Array.of(1))).sum(),
  bools: () => ramp(4001).greater(5).astype('uint8').slice('3:-2'),
  'rows and columns': () =>
    ramp(60 * 50)
      .reshape([60, 50])
      .sum({ axis: 1 })
      .add(
        ramp(50 * 60)
          .reshape([50, 60])
          .max({ axis: 0 }),
      ),
  places: () => ramp(1000).argmax().add(ramp(1000).argmin()),
  gathers: () => np.take(ramp(500), np.asarray(BigInt64Array.from({ length: 300 }, (_, i) => BigInt((i * 7) % 500)))),
  integers: () => np.arange(3000, { dtype: 'int64' }).multiply(3).floorDivide(7).sum(),
  slices: () =>
    ramp(40 * 50)
      .reshape([40, 50])
      .slice('3:-4, 5:-6')
      .add(1)
      .transpose(),
};

/** Programs: on a runtime with a GPU they compute what they do without. */
async function library(): Promise<void> {
  const gpu = new WebGpuAccelerator(0);
  const machine = (accelerators: readonly Accelerator[]): Runtime =>
    new Runtime({ ...defaults(), device: 'js', procs: 1 }, new JsDevice(), null, { accelerators, place: () => 1 });
  const run = async (rt: Runtime): Promise<Map<string, { result: string; ran: number }>> => {
    const found = new Map<string, { result: string; ran: number }>();
    for (const [name, program] of Object.entries(programs)) {
      const before = rt.stats().devices?.gpu0 ?? 0;
      found.set(name, { result: String(await program().data()), ran: (rt.stats().devices?.gpu0 ?? 0) - before });
    }
    return found;
  };
  const want = await onRuntime(machine([]), run);
  for (const [name, { result, ran }] of await onRuntime(machine([gpu]), run)) {
    const expected = want.get(name)?.result ?? '';
    const differs = result === expected ? '' : `: ${result.slice(0, 200)}, not ${expected.slice(0, 200)}`;
    say(differs === '' && ran > 0, `${name}, ${ran} tasks on the GPU${differs}`);
  }
}

/** Ends without closing the device. */
async function natural(): Promise<void> {
  const rt = createRuntime({ device: 'webgpu', procs: 1 });
  useRuntime(rt);
  const total = await np.ones(100_000, { dtype: 'float32' }).add(1).sum().data();
  say(
    Number(total[0]) === 200_000 && (rt.stats().devices?.gpu0 ?? 0) > 0,
    `a program of device webgpu ends by itself: ${total[0]}`,
  );
}

const [what, runs, size] = process.argv.slice(2);
const kind = kinds.find((name) => name === what);
if (kind !== undefined) await random(kind, Number(runs), Number(size));
else if (what === 'functions') await functions();
else if (what === 'subnormal') await subnormal();
else if (what === 'counts') await counts(runs === 'swiftshader');
else if (what === 'windows') await windows();
else if (what === 'faults') await faults();
else if (what === 'several') await several();
else if (what === 'leave') leave(runs);
else if (what === 'die' || what === 'lose') await gone(what);
else if (what === 'library') await library();
else if (what === 'lost') for (const how of ['lose', 'die'] as const) await lost(how);
else if (what === 'faulty') await faulty(runs);
else if (what === 'natural') await natural();
else start();
