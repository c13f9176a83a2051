/**
 * When a program is compiled for replay, and when it stays a list of records. Records are taken point by point by whoever is
 * free; actors have their places, wait for no step as a whole, and need no records to be written.
 */
import { RECORD } from '../../native/index.js';
import type { Template } from '../template.js';
import { isSmall, RANGES_A_PROCESSOR } from './lower.js';
import { costOf } from './place.js';

export type Graphs = 'auto' | 'on' | 'off';

/**
 * Runs before a program is compiled: what comes once or twice may not come again. Each step is compared with those before it, which
 * saves a little at each run: as many runs more as it takes to pay for so many comparisons each.
 */
const RUNS = 3;
const COMPARISONS_A_RUN = 64;
/** Nanoseconds of a step, on average, beyond which waiting for whole steps shows less than a thread that is late in its place. */
const LONG = 200_000;
/** Nodes of a graph, at most. */
const MOST_NODES = 1 << 17;

/** Is a program that begins its `runs`-th run worth compiling? Null templates are JavaScript bodies, which no graph has. */
export function isWorthwhile(
  graphs: Graphs,
  runs: number,
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
  if (runs < RUNS + Math.floor(templates.length ** 2 / COMPARISONS_A_RUN)) return false;
  if (isSmall(known)) return true;
  const cost = known.reduce((sum, template) => sum + costOf(template), 0);
  return known.length > 1 && cost / known.length < LONG;
}
