/** float64 as pairs of float32 on a driver: the bits of the interpreter of device programs, and programs of the library within stated bounds. */
import * as np from '../../lib/array/index.js';
import { emulation } from '../../lib/compile/index.js';
import { WebGpuAccelerator } from '../../lib/device/index.js';
import { float64 } from '../../lib/dtype/index.js';
import { type BinaryOp, input, output, type UnaryOp, unaryOperations } from '../../lib/ir/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import { kinds, shapes } from './agree.js';
import { firstDifference } from './compare.js';
import { compareRuns, gpuKernel } from './compare-gpu.js';
import { deviceJudge } from './device-functions.js';
import { dense } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { onRuntime } from './on-runtime.js';
import { Draw } from './random.js';
import { kernelOf, say } from './webgpu-kernels.js';

/** Arithmetic and functions on numbers of usual size have the bits of the interpreter. */
function functions(device: WebGpuAccelerator, names: readonly string[]): void {
  const n = 1000;
  const draw = new Draw(17);
  const drawn = (): Float64Array =>
    Float64Array.from({ length: n }, () => (draw.next() + draw.next() * 2 ** -30 - 0.3) * draw.pick([1, 10, 1000]));
  const [x, y] = [dense(drawn()), dense(drawn())];
  for (const name of names) {
    const kernel = kernelOf([input(float64, 1), input(float64, 1), output(float64, 1)], 1, (b) => {
      const [left, right] = [b.load(0), b.load(1)];
      b.store(2, name in unaryOperations ? b.unary(name as UnaryOp, left) : b.binary(name as BinaryOp, left, right));
    });
    const [got, want] = [dense(new Float64Array(n)), dense(new Float64Array(n))];
    deviceJudge({ kernel, scalars: [], arguments: () => [] }, [n], [x, y, want]);
    const began = performance.now();
    const status = launchOn(device, kernel, [n], [x, y, got]);
    const at = firstDifference(got.data, want.data);
    const where = at < 0 ? '' : `: ${name}(${x.data[at]}, ${y.data[at]}) is ${want.data[at]}, got ${got.data[at]}`;
    say(
      status === 0 && at < 0,
      `${name} of float64 has the bits of the interpreter, ${Math.round(performance.now() - began)} ms${where}`,
    );
  }
}

/** Random kernels of every kind. */
function random(device: WebGpuAccelerator, runs: number, size: number): void {
  for (const kind of kinds)
    for (let run = 0; run < runs; run++) {
      const rank = run % 4;
      const shape = shapes[rank][(run * 3 + 1) % shapes[rank].length];
      const name = `${kind} ${run} of float64 over (${shape})`;
      try {
        compareRuns(
          gpuKernel(run * 7919 + 5, rank, kind, size, true, true),
          shape,
          deviceJudge,
          ({ kernel, scalars }, at, views) => launchOn(device, kernel, at, views, scalars),
        );
        say(true, name);
      } catch (error) {
        say(false, `${name}: ${(error as Error).message}`);
      }
    }
}

const ramp = (n: number): np.NDArray => np.asarray(Float64Array.from({ length: n }, (_, i) => 1 + ((i * 0.6180339887) % 1)));

/** Programs in float64, and by how much of the largest element results may be off. */
const programs: Readonly<Record<string, readonly [run: () => np.NDArray, bound: number]>> = {
  'products of matrices': [
    () =>
      ramp(33 * 20)
        .reshape([33, 20])
        .matmul(ramp(20 * 18).reshape([20, 18]))
        .matmul(ramp(18)),
    2 ** -41,
  ],
  'functions and a sum': [() => np.exp(ramp(5000).multiply(-0.125)).sum(), 2 ** -40],
  copies: [() => ramp(5000).add(0.1).astype('float64').reshape([50, 100]).transpose().copy(), 2 ** -47],
  'moves alone': [() => ramp(4000).reshape([40, 100]).slice('::-1, 3:').copy(), 0],
  'comparisons and choices': [() => np.where(ramp(3000).greater(1.5), ramp(3000), ramp(3000).negative()), 0],
  'sums of rows and columns': [
    () =>
      ramp(60 * 50)
        .reshape([60, 50])
        .sum({ axis: 1 })
        .add(
          ramp(60).multiply(
            ramp(60 * 50)
              .reshape([50, 60])
              .sum({ axis: 0 }),
          ),
        ),
    2 ** -40,
  ],
  'random numbers': [() => np.random.generator(5).random(2000), 2 ** -46],
  'rounds that depend on values': [
    () =>
      np.vectorize((x) => {
        let z = x;
        let n = 0;
        for (let k = 0; k < 100; k++) {
          if (z > 1000) break;
          z = z * 2 + 1;
          n++;
        }
        return z + n;
      })(ramp(500)),
    2 ** -46,
  ],
  'a residual': [
    () => {
      let [x, r] = [np.zeros(500), ramp(500)];
      // 12 operations: SwiftShader compiles kernels of 16.
      for (let i = 0; i < 3; i++) {
        x = x.add(r.multiply(0.25));
        r = ramp(500).subtract(x.multiply(2));
      }
      return r;
    },
    2 ** -42,
  ],
};

async function results(
  config: Parameters<typeof createRuntime>[0],
  place: 0 | 1,
): Promise<Map<string, { data: number[]; ran: number }>> {
  const found = new Map<string, { data: number[]; ran: number }>();
  const rt = createRuntime({ procs: 1, tracing: 'off', ...config }, place === 0 ? {} : { place: () => 1 });
  await onRuntime(rt, async () => {
    for (const [name, [program]] of Object.entries(programs)) {
      const before = rt.stats().devices?.gpu0 ?? 0;
      const data = Array.from((await program().data()) as Float64Array);
      found.set(name, { data, ran: (rt.stats().devices?.gpu0 ?? 0) - before });
    }
    if (place === 1)
      say(
        rt.stats().stayed === undefined || Object.keys(rt.stats().stayed ?? {}).length === 0,
        `nothing stayed on the cpu for its dtype: ${JSON.stringify(rt.stats().stayed)}`,
      );
  });
  return found;
}

/** Programs of the library on the device, beside the cpu. */
async function library(): Promise<void> {
  const want = await results({ device: 'js' }, 0);
  for (const [name, { data, ran }] of await results({ device: 'webgpu', float64: 'emulate' }, 1)) {
    const expected = want.get(name)?.data ?? [];
    const size = Math.max(...expected.map(Math.abs));
    const off = Math.max(...data.map((value, i) => Math.abs(value - expected[i])));
    const allowed = programs[name][1] * size;
    say(
      ran > 0 && data.length === expected.length && off <= allowed,
      `${name}, ${ran} tasks on the GPU, off by ${off} of ${allowed}`,
    );
  }
}

/** All of it; every function for kernels of more than a few operations. */
export async function emulated(runs: number, size: number): Promise<void> {
  const device = new WebGpuAccelerator(0, { emulates: true });
  functions(device, size > 4 ? Object.keys(emulation.bounds) : ['add', 'mul', 'div', 'sqrt', 'exp', 'log', 'sin']);
  random(device, runs, size);
  await device.close();
  await library();
}
