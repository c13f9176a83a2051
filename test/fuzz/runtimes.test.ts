/**
 * Random programs over several runtimes, which are changed and closed at any point: what a program may not do is a typed error,
 * and nothing else goes wrong with whoever uses its own arrays.
 */

import t from 'tap';
import * as np from '../../lib/array/index.js';
import type { Config } from '../../lib/runtime/config.js';
import { createRuntime, type Runtime, useRuntime } from '../../lib/runtime/index.js';
import { ASSORTED } from '../support/configs.js';
import { Draw } from '../support/random.js';

const PROGRAMS = Number(process.env.FUZZ_PROGRAMS ?? 30);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const STEPS = 60;
const CONFIGS: readonly Partial<Config>[] = [...ASSORTED, { procs: 2, graphs: 'off' }];
const SIZES = [3, 1000, 50_000];

class Program {
  readonly #draw: Draw;
  readonly #runtimes: Runtime[] = [];
  readonly #arrays: np.NDArray[] = [];
  #reads: Promise<unknown>[] = [];

  constructor(seed: number) {
    this.#draw = new Draw(seed);
  }

  async run(): Promise<unknown[]> {
    const strange: unknown[] = [];
    const judge = (error: unknown): void => {
      if (!(error instanceof np.ManipleError)) strange.push(error);
    };
    const before = useRuntime(null);
    try {
      for (let step = 0; step < STEPS; step++) {
        try {
          await this.#step();
        } catch (error) {
          judge(error);
        }
      }
      for (const read of await Promise.allSettled(this.#reads)) if (read.status === 'rejected') judge(read.reason);
    } finally {
      useRuntime(before);
      await Promise.allSettled(this.#runtimes.map((runtime) => runtime.close()));
    }
    return strange;
  }

  async #step(): Promise<void> {
    const draw = this.#draw;
    const arrays = this.#arrays;
    const kind = draw.next();
    if (kind < 0.08 || this.#runtimes.length === 0) {
      const runtime = createRuntime(draw.pick(CONFIGS));
      this.#runtimes.push(runtime);
      useRuntime(runtime);
    } else if (kind < 0.2) useRuntime(draw.pick(this.#runtimes));
    else if (kind < 0.25) {
      const closing = draw.pick(this.#runtimes).close();
      this.#reads.push(closing);
      if (draw.chance(0.5)) await closing;
    } else if (kind < 0.4 || arrays.length === 0) arrays.push(np.arange(draw.pick(SIZES)).add(1));
    else if (kind < 0.6) {
      const [a, b] = [draw.pick(arrays), draw.pick(arrays)];
      arrays.push(a.size === b.size ? a.add(b) : a.sin());
    } else if (kind < 0.7) draw.pick(arrays).addAssign(1);
    else if (kind < 0.75) arrays.push(np.sort(draw.pick(arrays)));
    else if (kind < 0.8) arrays.push(draw.pick(arrays).slice('::2'));
    else if (kind < 0.85) draw.pick(arrays).dataSync();
    else if (kind < 0.95) this.#reads.push(draw.pick(arrays).sum().item());
    else if (kind < 0.97) draw.pick(arrays).dispose();
    else await Promise.allSettled(this.#reads);
  }
}

t.test('arrays of one runtime under another', async (t) => {
  for (let p = 0; p < PROGRAMS; p++) {
    const strange = await new Program(SEED + p).run();
    t.same(strange, [], `program ${SEED + p}`);
  }
});
