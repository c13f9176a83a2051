/** Programs of the array library on a driver, for `webgpu-program.ts`: with the results of the cpu, while shaders are compiled, and to the process's end. */
import * as np from '../../lib/array/index.js';
import { type Accelerator, JsDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { createRuntime, defaults, Runtime, useRuntime } from '../../lib/runtime/index.js';
import { makeHold } from './hold.js';
import { onRuntime } from './on-runtime.js';
import { ramp } from './ramp.js';
import { Draw } from './random.js';
import { say } from './webgpu-kernels.js';

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
export async function library(): Promise<void> {
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

/** Products of matrices through the runtime, on the device: integers in every bit, floats within the error of a sum. */
export async function products(): Promise<void> {
  const rt = createRuntime({ device: 'webgpu', procs: 1, tracing: 'off' }, { place: () => 1 });
  await onRuntime(rt, async () => {
    const draw = new Draw(21);
    for (const [m, n, k] of [
      [64, 64, 64],
      [75, 33, 50],
      [1, 300, 40],
      [200, 1, 100],
    ]) {
      const drawn = (rows: number, columns: number): np.NDArray =>
        np.asarray(Float32Array.from({ length: rows * columns }, () => draw.int(4001) - 2000)).reshape([rows, columns]);
      const [a, b] = [drawn(m, k), drawn(n, k).T];
      const exact = np.matmul(a.astype('float64'), b.astype('float64'));
      const bound = np.matmul(np.absolute(a.astype('float64')), np.absolute(b.astype('float64'))).multiply((k + 2) * 2 ** -24);
      const before = rt.stats().devices?.gpu0 ?? 0;
      const [found, whole] = [a.matmul(b), a.astype('int32').matmul(b.astype('int32'))];
      const wide = a
        .astype('int64')
        .multiply(2 ** 32 + 1)
        .matmul(b.astype('int64'));
      const off = np.absolute(found.astype('float64').subtract(exact)).lessEqual(bound).all();
      say(Boolean(await off.item()), `float32 ${m} x ${n} x ${k} is within its bound`);
      say(Boolean(await whole.equal(exact.astype('int32')).all().item()), `int32 ${m} x ${n} x ${k} has every bit`);
      const long = exact.astype('int64').multiply(2 ** 32 + 1);
      say(Boolean(await wide.equal(long).all().item()), `int64 ${m} x ${n} x ${k} has every bit`);
      say((rt.stats().devices?.gpu0 ?? 0) - before >= 3, 'the products ran on the device');
    }
    say(rt.stats().stayed?.routine === undefined, 'no product stayed at home');
  });
}

/** Rounds of a loop while the driver compiles nothing, and at most, of 20 ms, until the driver has compiled the kernels that were held back. */
const HELD = 3;
const MOST = 3000;

/**
 * Large arrays where the runtime wants them: on the host while the driver compiles, then on the device, with the same bits. The driver is the one that a
 * test holds back (`faulty-webgpu.ts`).
 */
export async function compiling(): Promise<void> {
  const hold = makeHold();
  const rt = createRuntime({ device: 'webgpu', procs: 1, tracing: 'off', plans: 'kept' });
  await onRuntime(rt, async () => {
    let x = ramp(70_000);
    const want = Float32Array.from(await x.data(), Number);
    const moved = (): number => rt.stats().links?.['cpu to gpu0']?.copies ?? 0;
    const round = async (): Promise<void> => {
      x = x.multiply(0.75).add(1);
      want.forEach((value, i) => void (want[i] = Math.fround(Math.fround(value * 0.75) + 1)));
      rt.flush();
      await new Promise((turn) => setTimeout(turn, 20));
    };
    hold.close();
    for (let k = 0; k < HELD; k++) await round();
    say(rt.stats().compiling === HELD && moved() === 0, `${rt.stats().compiling} of ${HELD} kernels ran on the host meanwhile`);
    hold.open();
    let rounds = 0;
    for (; moved() === 0 && rounds < MOST; rounds++) await round();
    say(moved() > 0, `after ${rounds} rounds more the array moves to the device`);
    const found = await x.data();
    say(
      want.every((value, i) => value === found[i]),
      'every bit is right',
    );
    x = x.exp();
    rt.flush();
    say(x.device === 'gpu0', 'a function of the device waits for it');
    say(Number(await x.slice(0).item()) > 0, 'and has a result');
  });
}

/** Ends without closing the device. */
export async function natural(): Promise<void> {
  const rt = createRuntime({ device: 'webgpu', procs: 1 });
  useRuntime(rt);
  const total = await np.ones(100_000, { dtype: 'float32' }).add(1).sum().data();
  say(
    Number(total[0]) === 200_000 && (rt.stats().devices?.gpu0 ?? 0) > 0,
    `a program of device webgpu ends by itself: ${total[0]}`,
  );
}
