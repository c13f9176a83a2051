/** Arrays that are larger than a binding, for `webgpu-program.ts`: each lies in several arenas, and kernels of every class use it. */
import * as np from '../../lib/array/index.js';
import { JsDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { int64 } from '../../lib/dtype/index.js';
import { input, output } from '../../lib/ir/index.js';
import { defaults, Runtime } from '../../lib/runtime/index.js';
import { kinds, shapes } from './agree.js';
import { compareRuns, gpuKernel } from './compare-gpu.js';
import { deviceJudge } from './device-functions.js';
import { dense } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { onRuntime } from './on-runtime.js';
import { ramp } from './ramp.js';
import { kernelOf, say } from './webgpu-kernels.js';

/** Bytes of an arena: 32,768 numbers. */
const SEGMENT = 2 ** 17;
/** Elements: three arenas of float32. */
const N = 80_000;

const places = (n: number): np.NDArray => np.asarray(BigInt64Array.from({ length: n }, (_, i) => BigInt((i * 7919) % N)));

/** Programs with the tasks that the device has to run at least. */
const programs: Readonly<Record<string, () => np.NDArray | Promise<np.NDArray>>> = {
  'a map': () => ramp(N).multiply(2).add(ramp(N)),
  'shifted views': () => ramp(N).slice('1:').subtract(ramp(N).slice(':-1')),
  'a part that is written': () => {
    const x = ramp(N).add(1);
    x.slice('30000:70000').assign(x.slice('20000:60000').multiply(2));
    return x;
  },
  backwards: () => ramp(N).slice('::-1').add(1),
  'bools, a word at a time': () =>
    ramp(2 * N)
      .greater(5)
      .astype('uint8')
      .slice('3:-2'),
  'bools between others': () => {
    const x = ramp(N).greater(5);
    x.slice('1::2').assign(ramp(N / 2).less(3));
    return x;
  },
  'integers of 64 bits': () => np.arange(40_000, { dtype: 'int64' }).multiply(3).floorDivide(7),
  'sums of all': () => ramp(N).add(0.5).sum(),
  'rows and columns': () => {
    const x = ramp(N).reshape([320, 250]).add(1);
    return x
      .sum({ axis: 1 })
      .slice(':250')
      .add(x.max({ axis: 0 }));
  },
  'a transposed copy': () => ramp(N).reshape([320, 250]).T.add(1),
  'a window': () => ramp(N).reshape([320, 250]).slice('5:-7, 3:-2').add(1),
  gathers: () => np.take(ramp(N).add(1), places(20_000)),
  places: () => ramp(N).add(1).argmax(),
  bins: () => np.bincount(places(40_000).remainder(1000), { minlength: 1000 }),
};

async function run(rt: Runtime): Promise<Map<string, { result: string; ran: number; stayed: string }>> {
  const found = new Map<string, { result: string; ran: number; stayed: string }>();
  for (const [name, program] of Object.entries(programs)) {
    const before = rt.stats().devices?.gpu0 ?? 0;
    const result = String(await (await program()).data());
    const { devices, stayed } = rt.stats();
    found.set(name, { result, ran: (devices?.gpu0 ?? 0) - before, stayed: JSON.stringify(stayed) });
  }
  return found;
}

/** Products of matrices that are larger than an arena, against those of smaller ones. */
async function product(): Promise<void> {
  const draw = (n: number): np.NDArray =>
    np.asarray(Int32Array.from({ length: n * n }, (_, i) => ((i * 37) % 23) - 11)).reshape([n, n]);
  const a = draw(200);
  const whole = await a.matmul(a).sum({ axis: 0 }).data();
  const parts = await np
    .matmul(a.sum({ axis: 0 }).reshape([1, 200]), a)
    .reshape([200])
    .data();
  say(String(whole) === String(parts), 'a product of matrices');
}

/** Random kernels on a device that binds few arenas, each of whose blocks lies in one of its own: arrays are brought together and back. */
async function scattered(): Promise<void> {
  const gpu = new WebGpuAccelerator(0, { segment: 2 ** 20, arenas: 3 });
  const { alloc } = gpu;
  gpu.alloc = (bytes) => {
    const found = alloc.call(gpu, bytes);
    alloc.call(gpu, 2 ** 20 - Math.max(64, Math.ceil(bytes / 64) * 64));
    return found;
  };
  for (const [k, kind] of kinds.entries())
    for (let run = 0; run < 3; run++) {
      const rank = 1 + ((run + k) % 3);
      const shape = shapes[rank][(run * 3 + 1) % shapes[rank].length];
      const name = `${kind} ${run} over (${shape}) of scattered arrays`;
      try {
        const found = gpuKernel(run * 104_729 + k, rank, kind, 4, true);
        compareRuns(found, shape, deviceJudge, ({ kernel, scalars }, at, views) => launchOn(gpu, kernel, at, views, scalars));
        say(true, `${name}: ${found.drawn.kernel.args.length} arguments`);
      } catch (error) {
        say(false, `${name}: ${(error as Error).message}`);
      }
    }
  const args = [...Array.from({ length: 12 }, () => input(int64, 1)), output(int64, 1)];
  const kernel = kernelOf(args, 1, (b) =>
    b.store(
      12,
      args.slice(1, 12).reduce((sum, _, k) => b.add(sum, b.load(k + 1)), b.load(0)),
    ),
  );
  const views = args.map((_, i) => dense(BigInt64Array.from({ length: 300 }, (_, k) => BigInt(k * i))));
  const status = launchOn(gpu, kernel, [300], views);
  say(
    status === 0 && views[12].data.every((x, k) => x === BigInt(66 * k)),
    'a sum of twelve arrays, by a kernel that binds three',
  );
  await gpu.close();
}

/** On a runtime with a GPU of small arenas programs compute their results without one. */
export async function long(): Promise<void> {
  const gpu = new WebGpuAccelerator(0, { segment: SEGMENT });
  const machine = (accelerators: readonly WebGpuAccelerator[]): Runtime =>
    new Runtime({ ...defaults(), device: 'js', procs: 1 }, new JsDevice(), null, { accelerators, place: () => 1 });
  const want = await onRuntime(machine([]), run);
  say(gpu.largest >= 5 * SEGMENT, `arrays of up to ${gpu.largest} bytes in arenas of ${SEGMENT}`);
  await onRuntime(machine([gpu]), async (rt) => {
    for (const [name, { result, ran, stayed }] of await run(rt)) {
      say(ran > 0, `${name}: ${ran} tasks on the GPU; ${stayed} stayed`);
      say(result === want.get(name)?.result, `${name}: every bit is right`);
    }
    await product();
    const terms = Array.from({ length: 6 }, (_, i) => ramp(N).multiply(i));
    const sum = await terms.reduce((sum, x) => sum.add(x)).data();
    const one = await ramp(N).multiply(15).data();
    say(String(sum) === String(one), 'more arrays than a launch can bind');
    const before = rt.stats().stayed?.size ?? 0;
    const huge = await ramp(6 * N)
      .add(1)
      .data();
    say(
      huge.at(-1) === 1 + (((6 * N - 1) * 37) % 101) / 8 && (rt.stats().stayed?.size ?? 0) > before,
      'an array that is too large stays on the host',
    );
  });
  await scattered();
}
