/**
 * Programs in float32 on a GPU through WebGPU, and what was found of CuPy, JAX and PyTorch on a GPU of this machine (`rivals/gpu.py`), in the same
 * run. Prints an object: the adapter; gigabytes a second of a copy, of Black-Scholes and of a stencil; gigaflops of a product of matrices; the time of
 * conjugate gradients over that of their traffic at the copy's rate; microseconds for each of 100 small kernels of a window that comes again, and for each of 500
 * that depend on each other. On a software
 * driver sizes are small, and the figures say nothing of a GPU. `gpu.js 64` divides the sizes of a physical GPU by 64 (sides by 8).
 */
import { execFileSync } from 'node:child_process';

import * as np from 'maniple';
import { configure } from 'maniple/runtime';
import { describeGpu } from '../../lib/device/index.js';
import { numpyProgram } from '../harness/rivals.js';
import { dependents } from './gpu-dependents.js';
import { copy, type GpuProgram, gradients, pricing, product, type Sizes, stencil } from './gpu-programs.js';

/** Adapters that are programs. */
const SOFTWARE = /llvmpipe|lavapipe|swiftshader/i;
const ROUNDS = 7;

const ofPhysical: Sizes = { copy: 1e8, pricing: 1e8, stencil: 16_384, product: 4096, gradients: 4000 };
const ofSoftware: Sizes = { copy: 200_000, pricing: 50_000, stencil: 400, product: 128, gradients: 200 };

/** Sizes with so many times fewer elements, and arrays that the device holds. */
function shrunk(sizes: Sizes, by: number, largest: number): Sizes {
  const elements = Math.floor(largest / 4 / 1.25);
  const vector = (n: number): number => Math.min(Math.round(n / by), elements);
  const side = (n: number): number => Math.min(Math.round(n / Math.sqrt(by)), Math.floor(Math.sqrt(elements)) - 2);
  const { stencil, product, gradients } = sizes;
  return {
    copy: vector(sizes.copy),
    pricing: vector(sizes.pricing),
    stencil: side(stencil),
    product: side(product),
    gradients: side(gradients),
  };
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1];

/** The median of seconds for a program on the GPU that gives an array, of which a number is waited for. */
async function seconds({ run }: GpuProgram): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const began = performance.now();
    await np.device('webgpu', () => run().slice(':1')).data();
    if (round >= 2) found.push((performance.now() - began) / 1000);
  }
  return median(found);
}

/** Work a nanosecond: gigabytes or gigaflops a second. */
const rate = async (program: GpuProgram): Promise<number> => program.work / (await seconds(program)) / 1e9;

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
  return { handed: median(handed.slice(20)), complete: median(complete.slice(20)) };
}

/** Figures of rivals that were found on a GPU, such as `pricing by CuPy`. */
function rivals(sizes: Sizes): Record<string, number> {
  const program = numpyProgram('gpu.py', [JSON.stringify(sizes)]);
  if (program === null) return {};
  try {
    return JSON.parse(execFileSync(program.file, program.args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return {};
  }
}

/** The best of the rivals' products; null where none was found. */
function bestProduct(found: Readonly<Record<string, number>>): number | null {
  const all = Object.entries(found).filter(([key]) => key.startsWith('product by '));
  return all.length === 0 ? null : Math.max(...all.map(([, value]) => value));
}

async function measure(adapter: string): Promise<Record<string, unknown>> {
  const physical = !SOFTWARE.test(adapter);
  if (!physical) process.stderr.write(`gpu: no physical GPU here, ${adapter}: figures of a software driver at small sizes\n`);
  configure({ device: 'webgpu', dtype: 'float32' });
  const largest = Number(/arrays of up to (\d+) bytes/.exec(adapter)?.[1] ?? 2 ** 27);
  const sizes = shrunk(physical ? ofPhysical : ofSoftware, physical ? Number(process.argv[2] ?? 1) : 1, largest);
  const copied = await rate(copy(sizes.copy));
  const priced = await rate(pricing(sizes.pricing));
  const swept = await rate(stencil(sizes.stencil));
  const multiplied = await rate(product(sizes.product));
  const solving = gradients(sizes.gradients);
  const { handed, complete } = await smallKernels();
  const { encoded, chained } = await dependents();
  const others = rivals(sizes);
  const best = bestProduct(others);
  return {
    adapter,
    physical: Number(physical),
    sizes: JSON.stringify(sizes),
    copy: copied,
    pricing: priced,
    pricingShare: priced / copied,
    stencil: swept,
    stencilShare: swept / copied,
    product: multiplied,
    ...(best === null ? {} : { productShare: multiplied / best }),
    gradients: copied / (await rate(solving)),
    handed,
    complete,
    encoded,
    chained,
    ...others,
  };
}

const adapter = describeGpu();
if (adapter.startsWith('none')) process.stderr.write(`gpu: no physical GPU here, ${adapter}\n`);
console.log(JSON.stringify(adapter.startsWith('none') ? { adapter } : await measure(adapter)));
