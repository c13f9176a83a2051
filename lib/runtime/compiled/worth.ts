/**
 * When a program is compiled for replay, and when it stays a list of records. Records are taken point by point by whoever is
 * free; actors have their places, wait for no step as a whole, and need no records to be written.
 */
import type { Plan } from '../../fusion/index.js';
import { RECORD } from '../../native/index.js';
import type { Root } from '../../store/index.js';
import { costOf, type Template } from '../template.js';
import { isInline, RANGES_A_PROCESSOR } from './plan-form.js';

export type Graphs = 'auto' | 'on' | 'off';

/**
 * Runs before a program is compiled: what comes once or twice may not come again. Comparing two uses of a root takes twice as long as
 * a run saves for a step: where each step is compared with more than a few, there are as many runs more as it takes to pay for that.
 */
const RUNS = 3;
const COMPARISON = 2;
const FEW = 8;
/** Nanoseconds of a step, on average, beyond which waiting for whole steps shows less than a thread that is late in its place. */
const LONG = 200_000;
/** Nodes of a graph, at most. */
const MOST_NODES = 1 << 17;

/** Uses of roots that have to be compared: each with those before it since the root was last overwritten as a whole. */
export function comparisonsOf({ steps }: Plan, slots: readonly Root[]): number {
  const uses = new Map<number, number>();
  let comparisons = 0;
  for (const { bindings, reads, writes } of steps) {
    for (const { slot } of bindings) comparisons += uses.get(slot) ?? 0;
    for (const { slot, view } of bindings) {
      const anew = writes.includes(slot) && !reads.includes(slot) && view === slots[slot].view;
      uses.set(slot, anew ? 1 : (uses.get(slot) ?? 0) + 1);
    }
  }
  return comparisons;
}

/**
 * Is a program that begins its `runs`-th run worth compiling, if that takes so many `comparisons`? Null templates are JavaScript
 * bodies, which no graph has.
 */
export function isWorthwhile(
  graphs: Graphs,
  runs: number,
  comparisons: number,
  templates: readonly (Template | null)[],
  procs: number,
): templates is readonly Template[] {
  if (graphs === 'off' || templates.length === 0) return false;
  const known: Template[] = [];
  let nodes = 0;
  for (const template of templates) {
    if (template === null) return false;
    known.push(template);
    nodes += template.step.parts === null ? procs * RANGES_A_PROCESSOR : template.record[RECORD.UNITS];
  }
  if (nodes > MOST_NODES) return false;
  if (graphs === 'on') return true;
  if (runs < RUNS + COMPARISON * Math.max(0, comparisons / templates.length - FEW)) return false;
  if (known.every(isInline)) return true;
  const cost = known.reduce((sum, { step, elements }) => sum + costOf(step.kernel, elements), 0);
  return known.length > 1 && cost / known.length < LONG;
}
