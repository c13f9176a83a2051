/**
 * Endless random programs whose every array has one value in all of its elements, so that the oracle is a number for each. They can
 * be interrupted anywhere: what is about to change is noted first, and may be found as it was or as it was to be.
 */
import * as np from '../../lib/array/index.js';
import { isStackOverflow } from '../../lib/base/index.js';
import { type Draw, generator } from './random.js';

interface Variable {
  readonly x: np.NDArray;
  /** The values that its elements may have. */
  want: readonly number[];
}

const VARIABLES = 6;
const MODULUS = 97;
/** Values that an element may have, by what was interrupted; of arrays with more nothing is known worth knowing. */
const MOST_VALUES = 32;

type Step = (program: Interruptible) => void;

export class Interruptible {
  #variables: Variable[] = [];
  readonly #size: number;
  readonly #steps: readonly Step[];
  #at = 0;
  readonly #next: () => number;
  /** What was found to be wrong. */
  readonly problems: string[] = [];

  /** `throws`: how often a step's argument throws when it is looked at. */
  constructor(draw: Draw, size: number, throws: number) {
    this.#size = size;
    this.#next = generator(draw.int(2 ** 31));
    // A few steps again and again, so that windows come again and are replayed.
    this.#steps = Array.from({ length: 3 + draw.int(12) }, () => drawStep(draw, throws));
  }

  get size(): number {
    return this.#size;
  }

  /** One step; what it throws is the interruption's, or the array's that could not be computed. */
  step(): void {
    if (this.#variables.length < 2) this.#push(full(this.#size, 3), [3]);
    const step = this.#steps[this.#at++ % this.#steps.length];
    step(this);
  }

  pick(): Variable {
    return this.#variables[Math.floor(this.#next() * this.#variables.length)];
  }

  #push(x: np.NDArray, want: readonly number[]): void {
    this.#variables = [...this.#variables.slice(1 - VARIABLES), { x, want }];
  }

  result(x: np.NDArray, want: readonly number[]): void {
    const values = [...new Set(want)];
    if (values.length <= MOST_VALUES) this.#push(x, values);
  }

  /** Changes a variable in place: as it was or as it will be, until it is done. */
  change(variable: Variable, after: readonly number[], how: () => void): void {
    variable.want = [...new Set([...variable.want, ...after])];
    if (variable.want.length > MOST_VALUES) this.forget(variable);
    how();
    variable.want = after;
  }

  forget(variable: Variable): void {
    this.#variables = this.#variables.filter((v) => v !== variable);
  }

  check(variable: Variable, got: number, times = 1): void {
    if (!variable.want.some((v) => v * times === got)) this.problems.push(`${got}, not ${times} times one of ${variable.want}`);
    variable.want = variable.want.filter((v) => v * times === got);
  }

  /** Looks at every variable; those that an interruption left without contents say so and are forgotten. */
  checkAll(): void {
    for (const variable of this.#variables) {
      try {
        const data = variable.x.dataSync() as Float64Array;
        if (data.some((v) => v !== data[0])) this.problems.push('elements differ');
        else this.check(variable, data[0]);
      } catch (error) {
        if (isStackOverflow(error)) throw error;
        this.forget(variable);
        if (!(error instanceof np.InterruptedError))
          this.problems.push(`strange: ${error instanceof Error ? error.stack : error}`);
      }
    }
  }
}

function full(size: number, value: number): np.NDArray {
  return np.asarray(new Float64Array(size).fill(value));
}

const both = (a: readonly number[], b: readonly number[], f: (x: number, y: number) => number): number[] =>
  a.flatMap((x) => b.map((y) => f(x, y)));

/** An argument that throws when it is asked for its value. */
const rude = {
  valueOf(): number {
    throw new Error('rude');
  },
  get shape(): number[] {
    throw new Error('rude');
  },
};

const getter = { get: (): number => rude.valueOf(), enumerable: true };

const STEPS: readonly Step[] = [
  (p) => {
    const [a, b] = [p.pick(), p.pick()];
    p.result(
      np.remainder(a.x.add(b.x), MODULUS),
      both(a.want, b.want, (x, y) => (x + y) % MODULUS),
    );
  },
  (p) => {
    const a = p.pick();
    p.result(
      np.remainder(a.x.multiply(3).add(7), MODULUS),
      a.want.map((v) => (v * 3 + 7) % MODULUS),
    );
  },
  (p) => {
    const a = p.pick();
    p.change(
      a,
      a.want.map((v) => v + 1),
      () => a.x.addAssign(1),
    );
  },
  (p) => {
    const [a, b] = [p.pick(), p.pick()];
    p.change(a, b.want, () => a.x.assign(b.x));
  },
  (p) => {
    const a = p.pick();
    p.check(a, a.x.sum().itemSync() as number, p.size);
  },
  (p) => {
    const a = p.pick();
    p.check(a, (a.x.slice('::7').dataSync() as Float64Array)[0]);
  },
  (p) => {
    const a = p.pick();
    p.result(np.sort(a.x), a.want);
  },
  (p) => p.result(full(p.size, 5), [5]),
  (p) => {
    const a = p.pick();
    const kept = np.scope(() => np.minimum(a.x.add(2), 60).subtract(1));
    p.result(
      kept,
      a.want.map((v) => Math.min(v + 2, 60) - 1),
    );
  },
  (p) => {
    const a = p.pick();
    p.forget(a);
    a.x.dispose();
    p.result(full(p.size, 2), [2]);
  },
];

function drawStep(draw: Draw, throws: number): Step {
  const step = draw.pick(STEPS);
  if (!draw.chance(throws)) return step;
  const which = draw.int(4);
  return (p) => {
    const { x } = p.pick();
    try {
      if (which === 0) x.add(rude as never);
      else if (which === 1) np.sum(x, Object.defineProperty({}, 'axis', getter) as never);
      else if (which === 2) np.asarray(Object.defineProperty([1, 2], 1, getter) as never);
      else np.concatenate([x, rude as never]);
    } catch (error) {
      // An object that the library does not even look at.
      if (!(error instanceof np.ManipleError)) throw error;
    }
    step(p);
  };
}
