/**
 * Random functions in JavaScript, of statements and exact operations, compiled to kernels: each element's result is that of calling the
 * function. The seed is printed.
 */
import { runInThisContext } from 'node:vm';
import t, { type Test } from 'tap';
import * as np from '../../lib/array/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import { random } from '../fuzz/program.js';
import '../support/arrays.js';
import { onRuntime } from '../support/on-runtime.js';
import { SEED } from '../support/seeded.js';
import { runsOf } from '../support/seeds.js';

const RUNS = runsOf(120);
t.comment(`MANIPLE_TEST_SEED=${SEED}`);

const NUMBERS = ['0', '1', '2', '0.5', '-1', '-0', '3', '7.25', '1e9', 'NaN', 'Infinity'];
const SAMPLES = [0, -0, 1, -1, 0.5, -2.5, 3, 8, -7, 4e9, -1e300, Infinity, -Infinity, NaN];

/** Writes functions. */
class Writer {
  readonly #next: () => number;
  #names = ['a', 'b'];
  #count = 0;
  #loops = 0;

  constructor(next: () => number) {
    this.#next = next;
  }

  #below(n: number): number {
    return Math.floor(this.#next() * n);
  }
  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)];
  }

  expression(depth: number): string {
    if (depth === 0) return this.#below(3) === 0 ? this.#pick(NUMBERS) : this.#pick(this.#names);
    const part = (): string => this.expression(depth - 1);
    switch (this.#below(8)) {
      case 0:
        return `(${part()} ${this.#pick(['<', '<=', '>', '>=', '===', '!==', '==', '!='])} ${part()})`;
      case 1:
        return `(${part()} ? ${part()} : ${part()})`;
      case 2:
        return `(${part()} ${this.#pick(['&&', '||'])} ${part()})`;
      case 3:
        return `Math.${this.#pick(['abs', 'floor', 'ceil', 'trunc', 'round', 'sign', 'sqrt', 'fround'])}(${part()})`;
      case 4:
        return `Math.${this.#pick(['min', 'max'])}(${part()}, ${part()})`;
      case 5:
        return `(${part()} ${this.#pick(['&', '|', '^', '<<', '>>', '>>>', '%'])} ${part()})`;
      case 6:
        return `(${this.#pick(['-', '+', '!', '~'])} ${part()})`;
      default:
        return `(${part()} ${this.#pick(['+', '-', '*', '/'])} ${part()})`;
    }
  }

  block(depth: number): string {
    const before = this.#names;
    this.#names = [...before];
    const statements = Array.from({ length: 1 + this.#below(3) }, () => this.statement(depth));
    this.#names = before;
    return `{ ${statements.join(' ')} }`;
  }

  statement(depth: number): string {
    switch (this.#below(depth > 0 ? 9 : 3)) {
      case 0: {
        const text = this.expression(2);
        const name = `v${this.#count++}`;
        this.#names.push(name);
        return `let ${name} = ${text};`;
      }
      case 1:
      case 2:
        return `${this.#pick(this.#names)} ${this.#pick(['=', '+=', '-=', '*='])} ${this.expression(2)};`;
      case 3:
        return `if (${this.expression(2)}) ${this.block(depth - 1)}`;
      case 4:
        return `if (${this.expression(1)}) ${this.block(depth - 1)} else ${this.block(depth - 1)}`;
      case 5:
        return `if (${this.expression(1)}) return ${this.expression(1)};`;
      case 6:
        return this.#loop(depth);
      case 7:
        return this.#loops > 0 ? `if (${this.expression(1)}) ${this.#pick(['break', 'continue'])};` : `${this.expression(1)};`;
      default: {
        const name = `f${this.#count++}`;
        const text = `const ${name} = (x) => { if (x > ${this.expression(0)}) return a; return x * ${this.expression(0)}; };`;
        return `${text} ${this.#pick(this.#names)} = ${name}(${this.expression(1)});`;
      }
    }
  }

  #loop(depth: number): string {
    const counter = `i${this.#count++}`;
    // A loop of many rounds is one of the kernel, if it is not in another.
    const most = this.#loops === 0 && this.#below(3) === 0 ? 17 + this.#below(30) : 1 + this.#below(4);
    const body = (): string => {
      this.#loops++;
      const text = this.block(depth - 1);
      this.#loops--;
      return text;
    };
    if (this.#below(2) === 0)
      return `for (let ${counter} = 0; ${counter} < ${most} && ${this.expression(1)}; ${counter}++) ${body()}`;
    return `let ${counter} = 0; ${this.#below(2) === 0 ? `while (${counter}++ < ${most}) ${body()}` : `do ${body()} while (++${counter} < ${most});`}`;
  }

  fn(): string {
    if (this.#below(4) === 0) return `(a, b) => ${this.expression(4)}`;
    const statements = Array.from({ length: 2 + this.#below(4) }, () => this.statement(3));
    return `(a, b) => { ${statements.join(' ')} return ${this.expression(2)}; }`;
  }
}

const pairs = SAMPLES.flatMap((a) => SAMPLES.map((b): [number, number] => [a, b]));

/** The function of arrays; null where a loop of many rounds, in which a variable is now a number and now a boolean, is too long to unroll. */
function compile(fn: (a: number, b: number) => number): ((...columns: np.NDArray[]) => np.NDArray) | null {
  try {
    return np.vectorize(fn);
  } catch (error) {
    if (/a loop of many rounds in which/.test((error as Error).message)) return null;
    throw error;
  }
}

async function check(t: Test, count: number, first: number): Promise<void> {
  let refused = 0;
  const columns = [0, 1].map((k) => np.asarray(pairs.map((pair) => pair[k])));
  for (let run = 0; run < count; run++) {
    const text = new Writer(random(first + run)).fn();
    const fn = runInThisContext(text) as (a: number, b: number) => number;
    const compiled = compile(fn);
    if (compiled === null) {
      refused++;
      continue;
    }
    const found = Array.from((await compiled(...columns).data()) as Float64Array, Number);
    const wanted = pairs.map(([a, b]) => Number(fn(a, b)));
    const at = wanted.findIndex((w, i) => !Object.is(w, found[i]));
    if (at >= 0) t.fail(`${text} of ${pairs[at].join(' and ')}: ${found[at]}, not ${wanted[at]}`, { seed: first + run });
  }
  t.ok(refused * 10 <= count, `${count} functions, of which ${refused} are too long to unroll, and no loop of a kernel`);
}

t.test('precompiled kernels', (t) => onRuntime(createRuntime({ procs: 1 }), () => check(t, RUNS, SEED)));
t.test('emitted JavaScript', (t) => onRuntime(createRuntime({ device: 'js', procs: 1 }), () => check(t, RUNS, SEED)));
t.test('compiled C', (t) => onRuntime(createRuntime({ procs: 1, tier: 'c' }), () => check(t, Math.ceil(RUNS / 40), SEED)));
