/** Results of a program to the bit, and in how many launches it ran: fused programs beside their tasks one by one. */
import * as np from '../../lib/array/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { onRuntime } from './on-runtime.js';

/** Numbers in [-0.5, 0.5) that do not repeat, a zero of each sign and NaN among them. */
export function spread(shape: readonly number[]): np.NDArray {
  const size = shape.reduce((a, b) => a * b, 1);
  const values = Float64Array.from({ length: size }, (_, i) => ((i * 0.6180339887498949) % 1) - 0.5);
  values.set([0, -0, Number.NaN, Number.NaN, -0, -0], Math.min(40, size - 6));
  return np.array(values).reshape(shape);
}

/** Runs a program of `spread(shape)` once, as one window, on a runtime of its own. */
export async function bitsOf(
  config: Partial<Config>,
  shape: readonly number[],
  run: (x: np.NDArray) => readonly np.NDArray[],
): Promise<{ readonly bits: string; readonly launches: number }> {
  return onRuntime(createRuntime({ tracing: 'off', plans: 'kept', ...config }), async (rt) => {
    const x = spread(shape);
    await rt.fence();
    const before = rt.stats().launches;
    const results = run(x);
    rt.flush();
    const launches = rt.stats().launches - before;
    const bits: string[] = [];
    for (const result of results) bits.push(Array.from<number | bigint, string>(await result.data(), text).join());
    return { bits: bits.join('\n'), launches };
  });
}

const text = (x: number | bigint): string => (Object.is(x, -0) ? '-0' : String(x));
