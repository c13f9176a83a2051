/**
 * All programs of a few combinators: maps, scans forwards, gathers and scatters, each of any arrays that there are. The last array is the
 * program's result, and each of the arrays leads to it. Of programs that differ by the order of independent combinators alone there is one.
 *
 * Lists of combinators have numbers. How many there are behind a combinator depends on the arrays that are left alone, so that the list of
 * a number is found combinator by combinator; most lists are no program. Array 0, the input, is never overwritten.
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
  const total = listsOf(length);
  for (let number = 0; number < total; number++) {
    const graph = programAt(length, number);
    if (graph !== null) yield graph;
  }
}

/** How many lists of so many combinators there are. */
export function listsOf(length: number): number {
  return listsBehind(1, length);
}

/** The graph of the list with a number; null where that is no program, or one that another number has. */
export function programAt(length: number, number: number): FusionGraph | null {
  const steps: Step[] = [];
  let arrays = [0];
  let left = number;
  for (let i = 1; i <= length; i++) {
    const kept = listsBehind(arrays.length + 1, length - i);
    const over = listsBehind(arrays.length, length - i);
    const streams = arrays.length * (2 + arrays.length) * kept;
    const step =
      left < streams ? streamOf(arrays, Math.floor(left / kept)) : scatterOf(arrays, Math.floor((left - streams) / over));
    left = left < streams ? left % kept : (left - streams) % over;
    steps.push(step);
    arrays = [...arrays.filter((array) => step.kind !== 'scatter' || array !== step.reads[0]), i];
  }
  return isConnected(steps) && isFirst(steps) ? graphOf(steps) : null;
}

/** By arrays that are left and combinators to come: how many lists there are. */
const known = new Map<string, number>();

function listsBehind(arrays: number, length: number): number {
  if (length === 0) return 1;
  const key = `${arrays},${length}`;
  let count = known.get(key);
  if (count === undefined) {
    const streams = arrays * (2 + arrays) * listsBehind(arrays + 1, length - 1);
    known.set(key, (count = streams + (arrays - 1) ** 2 * listsBehind(arrays, length - 1)));
  }
  return count;
}

/** Of each array a map, a scan, and gathers at each array. */
function streamOf(arrays: readonly number[], choice: number): Step {
  const each = 2 + arrays.length;
  const a = arrays[Math.floor(choice / each)];
  const which = choice % each;
  if (which < 2) return { kind: which === 0 ? 'map' : 'scan', reads: [a] };
  return { kind: 'gather', reads: [a, arrays[which - 2]] };
}

/** Of each array but the input scatters of each other array. */
function scatterOf(arrays: readonly number[], choice: number): Step {
  const a = arrays[1 + Math.floor(choice / (arrays.length - 1))];
  return { kind: 'scatter', reads: [a, arrays.filter((array) => array !== a)[choice % (arrays.length - 1)]] };
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
