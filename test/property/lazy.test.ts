/**
 * Random programs of lazy arrays with writes in place between them, against plain Arrays: whatever is written to an array or a mask after a
 * selection, the selection holds what it selected. Elements are equal exactly, in every configuration; sums are of small integers, so that
 * their order does not matter.
 */

import t from 'tap';
import * as np from '../../lib/array/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import fc from '../support/seeded.js';
import '../support/arrays.js';
import { ASSORTED } from '../support/configs.js';
import { onRuntime } from '../support/on-runtime.js';
import { runsOf } from '../support/seeds.js';

const SIZE = 50;
const RUNS = 6;

/** A selection, or a result computed from some, and its elements. */
interface Chosen {
  readonly lazy: np.NDArray;
  readonly values: readonly number[];
}

/** The arrays of a program, and its selections so far. */
class Model {
  readonly values = [0, 1].map((k) => Array.from({ length: SIZE }, (_, i) => ((i * 7 + k * 11) % 13) - 6));
  readonly mask: boolean[] = Array.from({ length: SIZE }, (_, i) => i % 3 !== 0);
  readonly arrays = this.values.map((list) => np.asarray(list));
  readonly selector = np.asarray(this.mask);
  readonly chosen: Chosen[] = [];
  readonly sums: (readonly [np.NDArray, number])[] = [];

  pick(n: number): Chosen {
    return this.chosen[n % this.chosen.length] ?? this.select(n);
  }

  select(n: number): Chosen {
    const k = n % 2;
    const made = {
      lazy: this.arrays[k].get(this.selector),
      values: this.values[k].filter((_, i) => this.mask[i]),
    };
    this.chosen.push(made);
    return made;
  }
}

/** Steps of a program, each with a number of its own. */
const steps: readonly ((model: Model, n: number) => void)[] = [
  (m, n) => void m.select(n),
  (m, n) => {
    const x = m.pick(n);
    m.chosen.push({ ...x, lazy: x.lazy.multiply(2).subtract(1), values: x.values.map((v) => 2 * v - 1) });
  },
  (m, n) => {
    const x = m.pick(n);
    const same = m.chosen.filter((y) => y.values.length === x.values.length);
    const y = same[n % same.length] ?? x;
    m.chosen.push({ ...x, lazy: np.maximum(x.lazy, y.lazy), values: x.values.map((v, i) => Math.max(v, y.values[i])) });
  },
  (m, n) => {
    const x = m.pick(n);
    m.chosen.push({ lazy: x.lazy.get(x.lazy.greater(0)), values: x.values.filter((v) => v > 0) });
  },
  (m, n) => {
    const x = m.pick(n);
    m.sums.push([x.lazy.sum(), x.values.reduce((a, b) => a + b, 0)]);
    m.sums.push([np.countNonzero(x.lazy), x.values.filter((v) => v !== 0).length]);
  },
  (m, n) => {
    const x = m.pick(n);
    if (x.values.length > 0) m.sums.push([x.lazy.max(), Math.max(...x.values)]);
  },
  (m, n) => {
    m.arrays[n % 2].addAssign(1);
    m.values[n % 2].forEach((v, i, list) => (list[i] = v + 1));
  },
  (m, n) => {
    const at = n % SIZE;
    m.selector.slice(at).assign(!m.mask[at]);
    m.mask[at] = !m.mask[at];
  },
  (m, n) => {
    const k = n % 2;
    m.arrays[k].set(m.selector, m.arrays[k].get(m.selector).negative());
    m.values[k].forEach((v, i, list) => {
      if (m.mask[i]) list[i] = -v;
    });
  },
];

async function holds(program: readonly (readonly [number, number])[]): Promise<boolean> {
  const model = new Model();
  for (const [step, n] of program) steps[step % steps.length](model, n);
  for (const { lazy, values } of model.chosen) {
    const found = (await lazy.tolist()) as number[];
    if (found.length !== values.length || found.some((v, i) => v !== values[i] && !(v === 0 && values[i] === 0))) return false;
  }
  for (const [sum, expected] of model.sums) if (Number(await sum.item()) !== expected) return false;
  for (const [k, x] of model.arrays.entries()) {
    const found = (await x.tolist()) as number[];
    if (found.some((v, i) => v + 0 !== model.values[k][i] + 0)) return false;
  }
  return true;
}

const programs = fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(SIZE - 1)), { maxLength: 25 });

for (const config of ASSORTED) {
  t.test(JSON.stringify(config), async (t) => {
    const runs = runsOf(RUNS);
    await onRuntime(createRuntime(config), async () => {
      await fc.assert(fc.asyncProperty(programs, holds), { numRuns: runs });
    });
    t.pass();
  });
}
