/**
 * All programs of a few combinators: maps, scans forwards, gathers and scatters, each of any arrays that there are. The last array is the
 * program's result, and each of the arrays leads to it. Of programs that differ by the order of independent combinators alone there is one.
 */
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { Combinators } from './combinators.js';

type Kind = 'map' | 'scan' | 'gather' | 'scatter';
/** A combinator, and the arrays that it reads, by number: 0 is the input, i the result of combinator i. */
interface Step {
  readonly kind: Kind;
  readonly reads: readonly number[];
}

/** The graphs of all programs of so many combinators. */
export function* programsOf(length: number): Generator<FusionGraph> {
  for (const steps of from([], length)) yield graphOf(steps);
}

function* from(steps: readonly Step[], length: number): Generator<readonly Step[]> {
  if (steps.length === length) {
    if (isConnected(steps) && isFirst(steps)) yield steps;
    return;
  }
  const overwritten = steps.flatMap(({ kind, reads }) => (kind === 'scatter' ? [reads[0]] : []));
  const arrays = Array.from({ length: steps.length + 1 }, (_, i) => i).filter((i) => !overwritten.includes(i));
  for (const a of arrays) {
    yield* from([...steps, { kind: 'map', reads: [a] }], length);
    yield* from([...steps, { kind: 'scan', reads: [a] }], length);
    for (const b of arrays) {
      yield* from([...steps, { kind: 'gather', reads: [a, b] }], length);
      if (a !== b && a > 0) yield* from([...steps, { kind: 'scatter', reads: [a, b] }], length);
    }
  }
}

/** Whether each array but the last is read. */
function isConnected(steps: readonly Step[]): boolean {
  const read = new Set(steps.flatMap(({ reads }) => reads));
  return steps.slice(1).every((_, i) => read.has(i + 1));
}

/** Whether no other order of a program's combinators is written before this one. */
function isFirst(steps: readonly Step[]): boolean {
  const own = steps.map((step) => written(step, (array) => array)).join('');
  const isBefore = (order: readonly number[]): boolean => {
    const names = [0];
    let text = '';
    order.forEach((s, i) => {
      names[s + 1] = i + 1;
      text += written(steps[s], (array) => names[array]);
    });
    return text < own;
  };
  for (const order of orders(steps, [])) if (isBefore(order)) return false;
  return true;
}

/** All orders in which combinators come behind what they read, and scatters behind all other readers of what they overwrite. */
function* orders(steps: readonly Step[], chosen: readonly number[]): Generator<readonly number[]> {
  if (chosen.length === steps.length) {
    yield chosen;
    return;
  }
  for (let s = 0; s < steps.length; s++) {
    if (chosen.includes(s)) continue;
    const { kind, reads } = steps[s];
    const readers = (array: number): number[] => steps.flatMap((step, t) => (t !== s && step.reads.includes(array) ? [t] : []));
    const before = [...reads.flatMap((a) => (a > 0 ? [a - 1] : [])), ...(kind === 'scatter' ? readers(reads[0]) : [])];
    if (before.every((t) => chosen.includes(t))) yield* orders(steps, [...chosen, s]);
  }
}

function written({ kind, reads }: Step, name: (array: number) => number): string {
  return `${kind} ${reads.map(name).join(' ')};`;
}

function graphOf(steps: readonly Step[]): FusionGraph {
  const program = new Combinators().inputs(8, 'v0');
  steps.forEach(({ kind, reads }, i) => {
    const [a, b] = reads.map((read) => `v${read}`);
    const name = `v${i + 1}`;
    const bytes = 8 * (i + 2);
    if (kind === 'map') program.map(name, bytes, [a]);
    else if (kind === 'scan') program.scan(name, bytes, [a]);
    else if (kind === 'gather') program.gather(name, bytes, [a], [b]);
    else program.scatter(name, bytes, a, [b]);
  });
  return program.returns(`v${steps.length}`).graph();
}
