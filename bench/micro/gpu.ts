/**
 * Programs in float32 on a GPU through WebGPU, and what was found of CuPy, JAX and PyTorch on a GPU of this machine (`rivals/gpu.py`). Prints an
 * object: the adapter, gigabytes a second of a copy, of Black-Scholes and of a stencil, and microseconds for each of 100 small kernels of a
 * window that comes again. On a software driver sizes are small, and the figures say nothing of a GPU.
 */
import { execFileSync } from 'node:child_process';

import * as np from 'maniple';
import { configure } from 'maniple/runtime';
import { describeGpu } from '../../lib/device/index.js';
import { blackScholes } from '../app/black-scholes.js';
import { numpyProgram } from '../harness/rivals.js';

/** Adapters that are programs. */
const SOFTWARE = /llvmpipe|lavapipe|swiftshader/i;
const ROUNDS = 7;

/** The median of seconds for a program that writes an array, of which a number is waited for. */
async function seconds(run: () => np.NDArray): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const began = performance.now();
    await run().slice(':1').data();
    if (round >= 2) found.push((performance.now() - began) / 1000);
  }
  return found.sort((a, b) => a - b)[ROUNDS >> 1];
}

/** Gigabytes a second of a copy, which reads and writes once. */
async function copyRate(n: number): Promise<number> {
  const [x, out] = [np.ones(n), np.zeros(n)];
  return (2 * 4 * n) / (await seconds(() => out.assign(x.negative()))) / 1e9;
}

async function pricingRate(n: number): Promise<number> {
  const drawn = (low: number, high: number): np.NDArray => np.linspace(low, high, n);
  const [s, x, t, r, v] = [drawn(50, 150), drawn(150, 50), drawn(0.1, 2.1), drawn(0.01, 0.05), drawn(0.1, 0.5)];
  const out = np.zeros(n);
  return (6 * 4 * n) / (await seconds(() => out.assign(blackScholes(s, x, t, r, v).call))) / 1e9;
}

async function stencilRate(n: number): Promise<number> {
  const [from, to] = [np.ones([n + 2, n + 2]), np.ones([n + 2, n + 2])];
  const run = (): np.NDArray => {
    const shifted = [from.slice('1:-1', '1:-1'), from.slice(':-2', '1:-1'), from.slice('2:', '1:-1'), from.slice('1:-1', ':-2')];
    const sum = shifted.reduce((a, b) => a.add(b)).add(from.slice('1:-1', '2:'));
    to.slice('1:-1', '1:-1').assign(sum.multiply(0.2));
    return to.reshape([-1]);
  };
  return (2 * 4 * n * n) / (await seconds(run)) / 1e9;
}

/** Microseconds for each of 100 kernels, sums and what depends on them: until they are handed over, and until they are complete. */
async function smallKernels(): Promise<{ readonly handed: number; readonly complete: number }> {
  const [handed, complete]: number[][] = [[], []];
  for (let round = 0; round < 60; round++) {
    let x = np.device('webgpu', () => np.ones(64));
    await np.runtime.fence();
    const began = performance.now();
    np.device('webgpu', () => {
      for (let k = 0; k < 50; k++) x = x.subtract(x.sum().multiply(0.001));
    });
    np.runtime.flush();
    const issued = performance.now();
    await np.runtime.fence();
    handed.push((issued - began) * 10);
    complete.push((performance.now() - began) * 10);
  }
  const median = (list: number[]): number => list.slice(20).sort((a, b) => a - b)[20];
  return { handed: median(handed), complete: median(complete) };
}

/** Gigabytes a second of rivals that were found on a GPU, by name. */
function rivals(n: number): Record<string, number> {
  const program = numpyProgram('gpu.py', [String(n)]);
  if (program === null) return {};
  try {
    return JSON.parse(execFileSync(program.file, program.args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return {};
  }
}

async function measure(adapter: string): Promise<Record<string, unknown>> {
  const physical = !SOFTWARE.test(adapter);
  if (!physical) process.stderr.write(`gpu: no physical GPU here, ${adapter}: figures of a software driver at small sizes\n`);
  configure({ device: 'webgpu', dtype: 'float32' });
  const [n, side] = physical ? [100_000_000, 16_384] : [200_000, 400];
  const copy = await copyRate(n);
  const pricing = await pricingRate(n);
  const stencil = await stencilRate(side);
  const { handed, complete } = await smallKernels();
  const shares = { pricingShare: pricing / copy, stencilShare: stencil / copy };
  return { adapter, physical: Number(physical), copy, pricing, stencil, ...shares, handed, complete, ...rivals(n) };
}

const adapter = describeGpu();
if (adapter.startsWith('none')) process.stderr.write(`gpu: no physical GPU here, ${adapter}\n`);
console.log(JSON.stringify(adapter.startsWith('none') ? { adapter } : await measure(adapter)));
