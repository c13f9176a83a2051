/**
 * What several memories cost small work, in a process of its own: `node two-memories.js [MEMORIES]`. A chain of 64 additions and a loop
 * like conjugate gradients, of 100 elements each, on one memory and on several (two, unless given) by turns in processes of their
 * own. Prints microseconds a task, medians and least, and their ratio: the bound is 2.
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

const programs = { chain, cg };

/** Microseconds a task, least and median of rounds, in this process. */
function measure(name: keyof typeof programs, memories: number): { least: number; median: number } {
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
function measured(name: string, memories: number): { least: number; median: number } {
  return JSON.parse(execFileSync(process.execPath, [process.argv[1], 'run', name, String(memories)], { encoding: 'utf8' }));
}

const [first = '2', name, memories] = process.argv.slice(2);
if (first === 'run') {
  console.log(JSON.stringify(measure(name as keyof typeof programs, Number(memories))));
  process.exit(0);
}
const middle = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1];
for (const program of Object.keys(programs)) {
  const pairs = Array.from({ length: PAIRS }, () => [measured(program, 1), measured(program, Number(first))]);
  const [one, several] = [0, 1].map((k) => middle(pairs.map((pair) => pair[k].median)));
  const ratio = middle(pairs.map(([a, b]) => b.least / a.least));
  console.log(JSON.stringify({ program, memories: Number(first), one, several, ratio }));
}
