/**
 * Random programs that read while they write: asynchronous reads that are waited for later, writes to views in place, arrays that
 * are disposed of or dropped, loops, and a runtime that may be closed with reads under way. Each read is compared with plain numbers
 * as they were when it was asked for. FUZZ_SEED and FUZZ_PROGRAMS choose others.
 */

import t from 'tap';
import * as np from '../../lib/array/index.js';
import type { Config } from '../../lib/runtime/config.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { ASSORTED } from '../support/configs.js';
import { Draw } from '../support/random.js';

const PROGRAMS = Number(process.env.FUZZ_PROGRAMS ?? 20);
const SEED = Number(process.env.FUZZ_SEED ?? 5000);
const CONFIGS: readonly Partial<Config>[] = [
  ...ASSORTED,
  { procs: 2, fusion: false },
  { procs: 2, plans: 'kept', graphs: 'on' },
  { device: 'js', memories: 2, grain: 1 },
];
/** Elements stay whole and small, so that every order of operations gives the same bits. */
const MODULUS = 97;

/** An array, and its elements: every `step`-th of `base` from `start`. */
interface Variable {
  readonly x: np.NDArray;
  readonly base: Float64Array;
  readonly start: number;
  readonly step: number;
  readonly n: number;
}

const valuesOf = ({ base, start, step, n }: Variable): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => base[start + i * step]);

const DEEDS = [
  'new',
  'add',
  'add',
  'scale',
  'addAssign',
  'addAssign',
  'view',
  'total',
  'where',
  'scan',
  'read',
  'later',
  'later',
  'sum',
] as const;
const RARER = ['wait', 'dispose', 'drop', 'scatter', 'shift'] as const;

class Program {
  readonly #draw: Draw;
  readonly #size: number;
  readonly #variables: Variable[] = [];
  readonly #reads: Promise<void>[] = [];
  readonly wrong: string[] = [];

  constructor(seed: number) {
    this.#draw = new Draw(seed);
    this.#size = this.#draw.pick([3, 100, 1000, 5000, 60_000]);
  }

  async run(): Promise<void> {
    const steps = this.#draw.pick([20, 60, 200]);
    const body = Array.from({ length: 7 }, () => this.#deed());
    const loops = this.#draw.chance(0.5);
    for (let s = 0; s < steps; s++) await this.#do(loops ? body[s % body.length] : this.#deed());
  }

  /** Reads everything and waits for it; or does not wait, so that the runtime is closed meanwhile. */
  async end(close: () => Promise<void>): Promise<void> {
    for (const v of this.#variables) this.#later('last', v.x.data(), valuesOf(v));
    if (this.#draw.chance(0.6)) await Promise.all(this.#reads);
    const closed = close();
    for (const read of await Promise.allSettled(this.#reads)) {
      if (read.status === 'rejected' && !(read.reason instanceof np.ManipleError)) this.wrong.push(String(read.reason));
    }
    await closed;
  }

  #deed(): string {
    return this.#draw.pick(this.#draw.chance(0.8) ? DEEDS : RARER);
  }

  #make(x: np.NDArray, base: Float64Array): void {
    if (this.#variables.length > 12) this.#variables.splice(0, 3);
    this.#variables.push({ x, base, start: 0, step: 1, n: base.length });
  }

  #compare(what: string, got: ArrayLike<number | bigint>, want: Float64Array): void {
    const at = got.length === want.length ? want.findIndex((value, i) => got[i] !== value) : got.length;
    if (at >= 0) this.wrong.push(`${what}: element ${at} of ${want.length} is ${got[at]}, not ${want[at]}`);
  }

  #later(what: string, read: Promise<np.TypedArray | number>, want: Float64Array): void {
    this.#reads.push(read.then((got) => this.#compare(what, typeof got === 'number' ? [got] : got, want)));
  }

  /** Writes values, kept small, to where a variable is. */
  #write({ base, start, step }: Variable, values: Float64Array): void {
    values.forEach((value, i) => {
      base[start + i * step] = ((value % MODULUS) + MODULUS) % MODULUS;
    });
  }

  async #do(deed: string): Promise<void> {
    if (this.#variables.length === 0)
      this.#make(
        np.arange(this.#size).remainder(17),
        Float64Array.from({ length: this.#size }, (_, i) => i % 17),
      );
    const v = this.#draw.pick(this.#variables);
    const w = this.#draw.pick(this.#variables.filter((other) => other.n === v.n));
    if (deed === 'wait') await (this.#draw.chance(0.5) ? Promise.all(this.#reads.splice(0)) : new Promise(setImmediate));
    else if (deed === 'read' || deed === 'later' || deed === 'sum') this.#read(deed, v);
    else if (deed === 'dispose' || deed === 'drop') this.#leave(deed, v);
    else if (deed === 'addAssign' || deed === 'shift' || deed === 'scatter') this.#change(deed, v, w);
    else this.#compute(deed, v, w);
  }

  #read(deed: string, v: Variable): void {
    const now = valuesOf(v);
    if (deed === 'read') this.#compare('read', v.x.dataSync() as Float64Array, now);
    else if (deed === 'later') this.#later('later', v.x.data(), now);
    else this.#later('sum', v.x.sum().item() as Promise<number>, Float64Array.of(now.reduce((a, b) => a + b, 0)));
  }

  #leave(deed: string, v: Variable): void {
    const gone = deed === 'dispose' ? this.#variables.filter(({ base }) => base === v.base) : [v];
    for (const each of gone) this.#variables.splice(this.#variables.indexOf(each), 1);
    if (deed === 'dispose') v.x.dispose();
  }

  #change(deed: string, v: Variable, w: Variable): void {
    const [a, b] = [valuesOf(v), valuesOf(w)];
    if (deed === 'addAssign') {
      v.x.addAssign(w.x);
      this.#write(
        v,
        a.map((value, i) => value + b[i]),
      );
    } else if (deed === 'shift') {
      v.x.slice('1:').subtractAssign(v.x.slice(':-1'));
      this.#write(
        v,
        a.map((value, i) => (i === 0 ? value : value - a[i - 1])),
      );
    } else {
      const places = Int32Array.from({ length: Math.min(v.n, 40) }, (_, i) => (i * i) % v.n);
      np.addAt(v.x, np.asarray(places), 1);
      for (const place of places) a[place] += 1;
      this.#write(v, a);
    }
    v.x.remainderAssign(MODULUS);
  }

  #compute(deed: string, v: Variable, w: Variable): void {
    const [a, b] = [valuesOf(v), valuesOf(w)];
    if (deed === 'new') this.#make(np.full(this.#size, 3), new Float64Array(this.#size).fill(3));
    else if (deed === 'add')
      this.#make(
        v.x.add(w.x).remainder(101),
        a.map((value, i) => (value + b[i]) % 101),
      );
    else if (deed === 'scale')
      this.#make(
        v.x.multiply(3).remainder(101),
        a.map((value) => (value * 3) % 101),
      );
    else if (deed === 'where')
      this.#make(
        np.where(v.x.greater(40), v.x, w.x),
        a.map((value, i) => (value > 40 ? value : b[i])),
      );
    else if (deed === 'total') {
      const total = a.reduce((x, y) => x + y, 0);
      this.#make(
        v.x.add(v.x.sum()).remainder(89),
        a.map((value) => (value + total) % 89),
      );
    } else if (deed === 'scan') {
      let total = 0;
      this.#make(
        v.x.remainder(7).cumulativeSum().remainder(53),
        a.map((value) => (total += value % 7)).map((value) => value % 53),
      );
    } else if (v.n >= 4) this.#view(v);
  }

  #view(v: Variable): void {
    const step = this.#draw.pick([1, 2, -1]);
    const from = step < 0 ? v.n - 1 : this.#draw.int(2);
    const n = step < 0 ? v.n : Math.ceil((v.n - from) / step);
    const x = v.x.slice(step < 0 ? '::-1' : `${from}::${step}`);
    this.#variables.push({ x, base: v.base, start: v.start + from * v.step, step: v.step * step, n });
  }
}

t.test('reads and writes in any order', async (t) => {
  t.comment(`seeds from ${SEED} on; FUZZ_SEED and FUZZ_PROGRAMS choose others`);
  for (let p = SEED; p < SEED + PROGRAMS; p++) {
    const config = CONFIGS[p % CONFIGS.length];
    const runtime = createRuntime(config);
    const before = useRuntime(runtime);
    const program = new Program(p);
    try {
      await program.run();
      await program.end(() => runtime.close());
    } finally {
      useRuntime(before);
      await runtime.close();
    }
    t.same(program.wrong, [], `program ${p} under ${JSON.stringify(config)}`);
  }
});
