/**
 * Random programs in which large arrays find no memory: results that need none of them are right, and results that need one are right, or
 * throws `OutOfMemoryError`. With memory again, everything works.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { OutOfMemoryError } from '../../lib/base/index.js';
import type { Device } from '../../lib/device/index.js';
import type { Config } from '../../lib/runtime/config.js';
import { deviceOf } from '../../lib/runtime/current.js';
import { createRuntime } from '../../lib/runtime/public.js';
import { onRuntime } from '../support/on-runtime.js';
import { Draw } from '../support/random.js';
import { seeds } from '../support/seeds.js';

const LARGE = 450_000;
const SMALL = 5;
/** Blocks from here on are refused: less than a third of a large array, more than chunks of small ones. */
const REFUSED = 1_100_000;

const CONFIGS: readonly Partial<Config>[] = [
  {},
  { plans: 'fresh', clusters: 'prefix', shifts: false },
  { fusion: false },
  { graphs: 'on', procs: 3, grain: 1, inline: false, shifts: false },
  { memories: 2, procs: 2 },
  { memories: 3, procs: 3, graphs: 'on' },
  { device: 'js', shifts: false },
];

/** An array whose elements are all the same: its value, and whether it needs memory that may be refused. */
interface Known {
  readonly array: np.NDArray;
  value: number;
  needs: boolean;
}

class Program {
  readonly #large: Known[] = [];
  readonly #small: Known[] = [];

  constructor() {
    for (const value of [1, 2]) {
      this.#large.push({ array: np.full([LARGE], value), value, needs: false });
      this.#small.push({ array: np.full([SMALL], value), value, needs: false });
    }
  }

  async ready(): Promise<void> {
    for (const { array } of this.#large) await array.slice(0).item();
  }

  issue(steps: readonly number[]): void {
    for (const step of steps) this.#step(step);
  }

  #step(step: number): void {
    const [large, small] = [this.#large, this.#small];
    const [x, y, s] = [large[step % large.length], large[(step >> 3) % large.length], small[step % small.length]];
    const made = (to: Known[], array: np.NDArray, value: number, needs: boolean): void => {
      to.push({ array, value, needs });
    };
    const changed = (to: Known, by: Known): void => {
      to.array.addAssign(by === s && to !== s ? by.array.slice(0) : by.array);
      to.value += by.value;
      to.needs ||= by.needs;
    };
    const moves = [
      () => made(large, np.full([LARGE], step % 5), step % 5, true),
      () => made(large, x.array.add(y.array), x.value + y.value, true),
      () => made(large, x.array.mul(s.array.slice(1)), x.value * s.value, true),
      () => made(small, x.array.slice(`7:${7 + SMALL}`).add(1), x.value + 1, x.needs),
      () => made(small, np.add(np.zeros([SMALL]), x.array.sum()), x.value * LARGE, x.needs),
      () => made(small, s.array.sub(x.array.slice(-1)), s.value - x.value, s.needs || x.needs),
      () => changed(x, y === x ? s : y),
      () => changed(x, s),
      () => made(small, s.array.mul(2), s.value * 2, s.needs),
      () => made(small, np.add(np.ones([SMALL]), x.array.mul(2).max()), x.value * 2 + 1, true),
    ];
    moves[(step >> 6) % moves.length]();
  }

  /** The first mistake in its arrays; null for none. `refused`: memory was; not `isStrict`: any array may have failed then. */
  async fault(refused: boolean, isStrict: boolean): Promise<string | null> {
    for (const [k, { array, value, needs }] of [...this.#large, ...this.#small].entries()) {
      try {
        const got = await array.slice(2).item();
        if (got !== value) return `array ${k} has ${got} in place of ${value}`;
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        if (!refused || (isStrict && !needs)) return `array ${k}, of ${value}: ${error.message}`;
      }
    }
    return null;
  }
}

/** Refuses memory while `refuses` says so. */
function refusing(device: Device, refuses: () => boolean): void {
  const alloc = device.alloc.bind(device);
  device.alloc = (bytes) => (refuses() && bytes >= REFUSED ? 0 : alloc(bytes));
}

for (const config of CONFIGS) {
  t.test(`memory is refused, ${JSON.stringify(config)}`, { timeout: 300_000 }, async (t) => {
    await onRuntime(createRuntime(config), async (rt) => {
      let refuses = false;
      // A task fused with one that has no memory fails, too, where it reads through tasks of other kernels.
      const isStrict = config.shifts === false || config.fusion === false || (config.memories ?? 1) > 1;
      refusing(deviceOf(rt), () => refuses);
      for (const seed of seeds(2)) {
        const draw = new Draw(seed);
        const steps = Array.from({ length: 14 }, () => draw.int(1 << 20));
        for (const round of [1, 2]) {
          const program = new Program();
          await program.ready();
          refuses = round === 1;
          program.issue(steps);
          t.equal(await program.fault(refuses, isStrict), null, `seed ${seed}, round ${round}`);
          refuses = false;
        }
      }
    });
  });
}
