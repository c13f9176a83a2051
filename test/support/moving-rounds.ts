/** Programs of rounds over views that move, run on runtimes of several kinds: their results as text, and the runtime's counters. */
import type * as np from '../../lib/array/index.js';
import { type Config, createRuntime, type Runtime, type Stats } from '../../lib/runtime/index.js';
import { random } from '../fuzz/program.js';
import { onRuntime } from './on-runtime.js';

/** Gives its results; `round` ends the window of a round, `below` draws a place. */
export type RoundsProgram = (round: () => void, below: (n: number) => number) => np.NDArray[];

export const configs: readonly Partial<Config>[] = [
  { device: 'cpu', tier: 'block', plans: 'kept', procs: 1 },
  { device: 'cpu', tier: 'block', plans: 'kept', graphs: 'on', procs: 3, inline: false, grain: 1 },
  { device: 'cpu', tier: 'block', plans: 'kept', graphs: 'on', procs: 2, small: 0, tracing: 'inline' },
  { device: 'cpu', tier: 'block', plans: 'auto', procs: 2, tracing: 'inline' },
  { device: 'js', plans: 'kept' },
];

/** Runs a program three times; windows end with every `every`th round, and by themselves alone where it is 0. */
export async function textOf(
  config: Partial<Config>,
  program: RoundsProgram,
  every: number,
): Promise<{ text: string; stats: Stats }> {
  return onRuntime(createRuntime(config), async (rt: Runtime) => {
    const next = random(7);
    let text = '';
    for (let again = 0; again < 3; again++) {
      let rounds = 0;
      const results = program(
        () => every > 0 && ++rounds % every === 0 && rt.flush(),
        (n) => Math.floor(next() * n),
      );
      for (const result of results) text += `${Array.from((await result.data()) as Float64Array).join()}\n`;
    }
    return { text, stats: rt.stats() };
  });
}
