/**
 * 500 kernels of 64 elements on a GPU, each of which needs the one before: a kernel's cost to the host until it is encoded and submitted, and how
 * long the window takes beside kernels that are waited for one by one.
 */
import { WebGpuAccelerator } from '../../lib/device/index.js';
import { dependent, double } from '../../test/support/webgpu-kernels.js';

const KERNELS = 500;
const ROUNDS = 30;

export interface Dependents {
  /** Microseconds a kernel until the window is encoded and submitted, by the thread that issues and the GPU's owner together. */
  readonly encoded: number;
  /** The time until the window is complete, over that of kernels that are waited for. */
  readonly chained: number;
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1];

export async function dependents(): Promise<Dependents> {
  const device = new WebGpuAccelerator(0);
  const executable = device.compile(double);
  const places = [device.alloc(256), device.alloc(256)];
  /** Seconds until a window is submitted, and until it is complete. */
  const window = (kernels: number): readonly [number, number] => {
    dependent(device, executable, kernels, places);
    const { submits } = device;
    const began = performance.now();
    const last = device.submit(kernels);
    while (device.submits === submits);
    const submitted = performance.now();
    device.wait(last);
    return [(submitted - began) / 1000, (performance.now() - began) / 1000];
  };
  const [encoded, whole, apart]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const [submitted, complete] = window(KERNELS);
    let sum = 0;
    // Fewer of them, for the time that they take on a driver that is a program.
    for (let k = 0; k < KERNELS / 10; k++) sum += window(1)[1];
    if (round < 2) continue;
    encoded.push((submitted / KERNELS) * 1e6);
    whole.push(complete);
    apart.push(sum * 10);
  }
  await device.close();
  return { encoded: median(encoded), chained: median(whole) / median(apart) };
}
