/**
 * The cost of several memories for small work: `node two-memories.js [MEMORIES [PAIRS]]`. A chain of 64 additions and a loop like conjugate
 * gradients, of 100 elements each, on one memory and on several (two, unless given) by turns in processes of their own (five pairs, unless
 * given). Prints microseconds a task and the ratio, by medians, and the ratio by the least times, which other work on the machine disturbs
 * less.
 */
import { execFileSync } from 'node:child_process';
import * as np from 'maniple';
import { createRuntime, parseConfig, useRuntime } from 'maniple/runtime';

type Program = { readonly tasks: number; readonly run: () => unknown };

const SIZE = 100;
const SETTLING = 8000;
const [ROUNDS, ITERATIONS] = [21, 300];
const PAIRS = 5;

function chain(): Program {
  const [a, b] = [np.linspace(0, 1, SIZE), np.linspace(1, 2, SIZE)];
  const run = (): unknown => {
    let x = a;
    for (let i = 0; i < 64; i++) x = x.add(b);
    return x.sum().itemSync();
  };
  return { tasks: 65, run };
}

function cg(): Program {
  let [x, r, p] = [np.zeros([SIZE]), np.linspace(1, 2, SIZE), np.linspace(1, 2, SIZE)];
  const run = (): unknown => {
    const rr = r.multiply(r).sum();
    const q = p.multiply(2);
    const alpha = rr.divide(p.multiply(q).sum());
    x = x.add(p.multiply(alpha));
    r = r.subtract(q.multiply(alpha));
    const next = r.multiply(r).sum();
    p = r.add(p.multiply(next.divide(rr)));
    return next.itemSync();
  };
  return { tasks: 15, run };
}

export const programs = { chain, cg };

/** Microseconds a task, of the rounds of one process. */
export interface Times {
  readonly least: number;
  readonly median: number;
}

function measure(name: keyof typeof programs, memories: number): Times {
  useRuntime(createRuntime({ ...parseConfig(process.env.MANIPLE_CONFIG ?? ''), memories }));
  const { tasks, run } = programs[name]();
  for (let i = 0; i < SETTLING; i++) run();
  const times: number[] = [];
  for (let r = 0; r < ROUNDS; r++) {
    const start = performance.now();
    for (let i = 0; i < ITERATIONS; i++) run();
    times.push(((performance.now() - start) * 1000) / (ITERATIONS * tasks));
  }
  times.sort((a, b) => a - b);
  return { least: times[0], median: times[ROUNDS >> 1] };
}

/** `measure` in a process of its own. */
function measured(name: string, memories: number): Times {
  return JSON.parse(execFileSync(process.execPath, [process.argv[1], 'run', name, String(memories)], { encoding: 'utf8' }));
}

const middle = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1];

/** The figures of pairs of processes for a program, on one memory and on several: medians over pairs, of the ratio too. */
export function figuresOf(program: string, pairs: readonly (readonly [Times, Times])[]): Readonly<Record<string, number>> {
  return {
    [`${program} one`]: middle(pairs.map(([one]) => one.median)),
    [`${program} several`]: middle(pairs.map(([, several]) => several.median)),
    [`${program} ratio`]: middle(pairs.map(([one, several]) => several.median / one.median)),
    [`${program} least`]: middle(pairs.map(([one, several]) => several.least / one.least)),
  };
}

function countOf(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`two-memories: expected an integer of at least 1 for ${name}, got ${text}`);
}

function main(memories: number, pairs: number): void {
  const figures = Object.keys(programs).map((program) =>
    figuresOf(
      program,
      Array.from({ length: pairs }, () => [measured(program, 1), measured(program, memories)]),
    ),
  );
  console.log(JSON.stringify({ bench: 'micro/two-memories', unit: 'us', memories, ...Object.assign({}, ...figures) }));
}

if (process.argv[1]?.endsWith('two-memories.js')) {
  const [first = '2', second = String(PAIRS), third = '1'] = process.argv.slice(2);
  if (first === 'run') {
    console.log(JSON.stringify(measure(second as keyof typeof programs, Number(third))));
    process.exit(0);
  }
  main(countOf('MEMORIES', first), countOf('PAIRS', second));
}
