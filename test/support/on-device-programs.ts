/** Launches kernels as device programs in the interpreter, on the data of views; keeps their shaders (`dawn.ts`). */
import { type GpuFeatures, launchableKernel } from '../../lib/compile/index.js';
import type { TypedArray } from '../../lib/dtype/index.js';
import { keepShaders } from './dawn.js';
import { runDispatches } from './device-program-interpreter.js';
import type { View } from './interpret.js';
import type { RandomKernel } from './random.js';

/** The bytes of an array as words, with room for its last ones. */
function wordsOf(data: TypedArray): Uint32Array {
  const words = new Uint32Array(Math.ceil(data.byteLength / 4));
  new Uint8Array(words.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return words;
}

/** Runs a kernel over views, writing into them; returns its status. */
export function interpretLowered(
  { kernel, scalars }: RandomKernel,
  shape: readonly number[],
  views: readonly View[],
  features: GpuFeatures,
): number {
  const lowered = launchableKernel(kernel, features);
  const memory = new Map(views.map(({ data }) => [data, wordsOf(data)]));
  const launch = { shape, args: views, scalars };
  // WGSL has no types of 64 bits.
  if (!features.long) keepShaders(lowered, launch);
  const scratch = new Uint32Array(lowered.scratchWords(launch)).fill(0xdeadbeef);
  const status = new Uint32Array(1);
  const memories = [...views.map(({ data }) => memory.get(data) ?? scratch), scratch];
  runDispatches(lowered, lowered.dispatches(launch), memories, status);
  for (const [data, words] of memory) {
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength).set(new Uint8Array(words.buffer, 0, data.byteLength));
  }
  return status[0];
}
