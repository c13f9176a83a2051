/** Windows with steps on the GPU and on the host by turns, for `webgpu-program.ts`: the thread that issues waits for neither. */
import * as np from '../../lib/array/index.js';
import { CpuDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { defaults, Runtime } from '../../lib/runtime/index.js';
import { onRuntime } from './on-runtime.js';
import { ramp } from './ramp.js';
import { say } from './webgpu-kernels.js';

const N = 20_000;

/** A round of a program: on the GPU, on the host, and on the GPU again. */
function round(x: np.NDArray): np.NDArray {
  const a = np.device('gpu0', () => x.multiply(0.5).add(1));
  const b = np.device('cpu', () => a.multiply(3).subtract(2));
  return np.device('gpu0', () => b.minimum(1000));
}

const rounded = (x: number): number => Math.min(Math.fround(Math.fround(Math.fround(Math.fround(x * 0.5) + 1) * 3) - 2), 1000);

/** Steps that follow each other through both devices: issued without a wait, right when they are read, in every order of waits. */
export async function chaining(): Promise<void> {
  if (loadAddon() === null) return say(true, 'a host without threads of its own waits');
  const [gpu, cpu] = [new WebGpuAccelerator(0), new CpuDevice({ procs: 2, tier: 'block' })];
  const waits: string[] = [];
  const [waitGpu, waitCpu] = [gpu.wait.bind(gpu), cpu.wait.bind(cpu)];
  gpu.wait = (n) => {
    waits.push('gpu0');
    waitGpu(n);
  };
  cpu.wait = (n) => {
    waits.push('cpu');
    waitCpu(n);
  };
  const rt = new Runtime({ ...defaults(), procs: 2, plans: 'kept', tracing: 'off', graphs: 'on', small: 0 }, cpu, null, {
    accelerators: [gpu],
  });
  await onRuntime(rt, async () => {
    let x = ramp(N);
    let want = Array.from(await x.data(), Number);
    const seen: number[] = [];
    let right = 0;
    for (let k = 0; k < 24; k++) {
      waits.length = 0;
      x = round(x);
      want = want.map(rounded);
      rt.flush();
      seen.push(waits.length);
      // By turns awaited, read at once, and left to the event loop.
      const found = k % 3 === 0 ? await x.data() : k % 3 === 1 ? x.dataSync() : null;
      if (found === null) await new Promise((turn) => setTimeout(turn, 5));
      if (found === null || want.every((value, i) => value === found[i])) right++;
    }
    say(right === 24, `${right} of 24 rounds are right`);
    say(
      seen.slice(6).every((count) => count === 0),
      `waits while windows are issued: ${seen.join(' ')}`,
    );
    const rows = ramp(N).reshape([200, 100]);
    const ahead = Array.from({ length: 12 }, (_, i) => {
      const left = np.device('gpu0', () => rows.add(i));
      const right = np.device('cpu', () => left.slice(`${i}:150`).multiply(2));
      rt.flush();
      return np.device('gpu0', () => right.sum());
    });
    const sums = ahead.map((sum) => Number(sum.itemSync()));
    const alone = await Promise.all(
      ahead.map(async (_, i) => np.device('cpu', () => rows.add(i).slice(`${i}:150`).multiply(2).sum()).item()),
    );
    say(String(sums) === String(alone.map(Number)), 'parts that are packed, copied and summed, read at once');
  });
}
