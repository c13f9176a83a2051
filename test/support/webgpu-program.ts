/**
 * The tests of WebGPU on a driver, one after the other: each argument is a name, with arguments of its own behind colons. Writes a line
 * `begin …` with the name, and a line `ok …`, `not ok …` or `says …` for each thing that was looked at.
 */
import { type Accelerator, WebGpuAccelerator } from '../../lib/device/index.js';
import { bool, float32, int64 } from '../../lib/dtype/index.js';
import {
  type BinaryOp,
  binaryOperations,
  input,
  isFunctionOnGpu,
  output,
  type UnaryOp,
  unaryOperations,
} from '../../lib/ir/index.js';
import { type Judge, kinds, shapes } from './agree.js';
import { firstDifference } from './compare.js';
import { compareRuns, gpuKernel } from './compare-gpu.js';
import { deviceJudge } from './device-functions.js';
import { dense, interpret, type View } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { Draw, type Kind } from './random.js';
import { chaining } from './webgpu-chaining.js';
import { counts } from './webgpu-counts.js';
import { emulated } from './webgpu-emulated.js';
import { errors, errorsOf } from './webgpu-errors.js';
import { faults, faulty, gone, late, lost, start } from './webgpu-faults.js';
import { dependent, double, kernelOf, say } from './webgpu-kernels.js';
import { compiling, library, natural, products } from './webgpu-library.js';
import { long } from './webgpu-long.js';

const functionNames = Object.entries({ ...unaryOperations, ...binaryOperations })
  .map(([name]) => name)
  .filter(isFunctionOnGpu);

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

/** Rounds of each element until its values say so, with values of each width: they have the interpreter's bits. */
async function rounds(): Promise<void> {
  const device = new WebGpuAccelerator(0, { fastMath: true });
  const kernel = kernelOf([input(float32, 1), output(float32, 1), output(int64, 1), output(bool, 1)], 1, (b) => {
    const [x, one] = [b.load(0), b.const(1n, int64)];
    const results = b.repeat([x, one, b.lt(x, b.const(0, float32))], b.gt(x, b.const(2, float32)), 40, (r) => {
      const next = r.mul(r.carry(0, float32), r.const(0.5, float32));
      const sum = r.add(r.mul(r.carry(1, int64), r.const(3n, int64)), r.outer(one));
      return { next: [next, sum, r.not(r.carry(2, bool))], goes: r.gt(next, r.const(1, float32)) };
    });
    results.forEach((value, k) => b.store(1 + k, value));
  });
  const x = dense(Float32Array.from({ length: 3000 }, (_, i) => (i % 7) * 2 ** ((i % 50) - 8) - 3));
  const made = (): View[] => [x, dense(new Float32Array(3000)), dense(new BigInt64Array(3000)), dense(new Uint8Array(3000))];
  const [got, want] = [made(), made()];
  interpret(kernel, [3000], want);
  const status = launchOn(device, kernel, [3000], got);
  const differ = want.map(({ data }, k) => firstDifference(got[k].data, data));
  say(
    status === 0 && differ.every((at) => at < 0),
    `rounds that depend on values: status ${status}, first differences ${differ}`,
  );
  const counts = new Set(Array.from(want[2].data as ArrayLike<bigint>));
  say(counts.size > 20, `elements take ${counts.size} numbers of rounds`);
  await device.close();
}

/** Two devices, many small windows, memory that is used again, and callbacks. */
async function several(): Promise<void> {
  const devices = [0, 1].map((index) => new WebGpuAccelerator(index, { fastMath: true }));
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
  const device = new WebGpuAccelerator(0, { fastMath: true });
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

/** Things by name, with their arguments. */
const table: Readonly<Record<string, (runs: string, size: string) => unknown>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, (runs: string, size: string) => random(kind, Number(runs), Number(size))])),
  functions,
  subnormal,
  rounds,
  windows,
  faults,
  several,
  library,
  products,
  compiling,
  long,
  chaining,
  errors,
  natural,
  start: () => start(),
  counts,
  emulated: (runs, size) => emulated(Number(runs), Number(size)),
  die: () => gone('die'),
  lose: () => gone('lose'),
  async lost() {
    for (const how of ['lose', 'die'] as const) await lost(how);
  },
  /** The fault is that of devices which are made from here on: their threads have the environment of this moment. */
  async faulty(fault) {
    process.env.MANIPLE_TEST_FAULT = fault;
    if (fault === 'slow') return await compiling();
    if (fault === 'late') return await late();
    await faulty(fault);
    if (fault !== 'limits' && fault !== 'pairs' && fault !== 'adapter') await errorsOf(fault);
  },
};

for (const what of process.argv.slice(2)) {
  const [name, runs = '', size = ''] = what.split(':');
  console.log(`begin ${what}`);
  await table[name](runs, size);
}
