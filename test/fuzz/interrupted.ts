/** Drives programs that are interrupted anywhere, and looks at what they find afterwards. */
import * as np from '../../lib/array/index.js';
import type { Config } from '../../lib/runtime/config.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { atDepth, untilTimeout, whileUnwinding } from '../support/interrupt.js';
import { Interruptible } from '../support/interrupted-program.js';
import { Draw } from '../support/random.js';

/** Interruptions of one program. */
const EACH = 8;
const SIZES = [3, 1000, 1000, 40_000, 200_000];

/** Interrupts a program once; false where it got away. */
function interrupt(draw: Draw, program: Interruptible): boolean {
  const step = (): void => {
    try {
      program.step();
    } catch (error) {
      // What was lost before is the program's own error; the next step goes on without.
      if (error instanceof np.InterruptedError) program.checkAll();
      else throw error;
    }
  };
  try {
    const way = draw.int(4);
    if (way === 0) return untilTimeout(step, 1 + draw.int(2));
    if (way === 1) return whileUnwinding(step);
    let overflowed = false;
    for (let n = 0; n < 6 && !overflowed; n++) overflowed = atDepth(step, 5 + draw.int(250));
    return overflowed;
  } catch (error) {
    if (error instanceof Error && /rude/.test(error.message)) return true;
    throw error;
  }
}

/** A program that begins after it all. On a machine with accelerators its read may be the first to hear of a transfer that was interrupted. */
function independent(draw: Draw, retries: boolean): string | null {
  const n = draw.pick(SIZES);
  const k = draw.int(100);
  const sum = (): number => {
    const x = np.arange(n).add(k);
    return x.multiply(2).subtract(x).sum().itemSync() as number;
  };
  let got: number;
  try {
    got = sum();
  } catch (error) {
    if (!retries || !(error instanceof np.InterruptedError)) throw error;
    got = sum();
  }
  const want = (n * (n - 1)) / 2 + n * k;
  return got === want ? null : `${got}, not ${want}`;
}

/** Interrupts programs `times` times under a configuration; what was wrong then, and how often they were interrupted. */
export async function interrupted(
  config: Partial<Config>,
  seed: number,
  times: number,
): Promise<{ problems: string[]; count: number }> {
  const rt = createRuntime(config);
  const before = useRuntime(rt);
  const problems: string[] = [];
  let count = 0;
  try {
    for (let p = 0; count < times && problems.length === 0; p++) {
      const draw = new Draw(seed + p);
      const program = new Interruptible(draw, draw.pick(SIZES), draw.pick([0, 0, 0.1]));
      for (let n = 0; n < EACH && problems.length === 0; n++) {
        const where = `seed ${seed + p}, interruption ${n}`;
        try {
          if (interrupt(draw, program)) count++;
          if (draw.chance(0.2)) await new Promise((resolve) => setImmediate(resolve));
          if (draw.chance(0.5)) program.checkAll();
          const wrong = independent(draw, (config.played ?? 0) > 0);
          if (wrong !== null) problems.push(`${where}: ${wrong}`);
        } catch (error) {
          problems.push(`${where}: ${error instanceof Error ? error.stack : String(error)}`);
        }
        problems.push(...program.problems.map((problem) => `${where}: ${problem}`));
      }
    }
  } finally {
    useRuntime(before);
    await rt.close();
  }
  return { problems, count };
}
