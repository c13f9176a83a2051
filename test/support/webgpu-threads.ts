/**
 * A program with threads that run the library on a GPU and end themselves amid work of a kind, which is its argument: the program goes on, its own
 * arrays are right, and a GPU can be used again. (A thread that is ended from outside, by `terminate()`, may end the process: lib/DESIGN.md, "GPUs".)
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import * as np from '../../lib/array/index.js';
import { WebGpuAccelerator } from '../../lib/device/index.js';
import { dense } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { double, say } from './webgpu-kernels.js';
import { underWay } from './webgpu-under-way.js';

if (isMainThread) {
  process.stdout.write('begin threads\n');
  for (const rounds of [0, 2]) {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { work: process.argv[2], rounds } });
    const [code] = await once(worker, 'exit');
    const sum = await np.arange(1000).add(1).sum().item();
    say(code === 7 && sum === 500_500, `the program goes on after ${rounds} rounds: exit code ${code}`);
  }
  const device = new WebGpuAccelerator(0, { fastMath: true });
  const out = dense(new Float32Array(10));
  const status = launchOn(device, double, [10], [dense(new Float32Array(10).fill(2)), out]);
  say(status === 0 && out.data[9] === 4, 'a GPU is used again');
  await device.close();
} else {
  const { work, rounds } = workerData as { readonly work: string; readonly rounds: number };
  const device = new WebGpuAccelerator(0, { fastMath: true });
  for (let k = 0; k < rounds; k++) underWay[work](device);
  process.exit(7);
}
