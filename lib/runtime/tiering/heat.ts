/**
 * When a program is compiled to a graph, and when it stays a list of records. Records are taken point by point by any free thread;
 * actors have their places, wait for no step as a whole, and need no records to be written.
 */
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';
import { costOf, type Template } from '../launch/index.js';
import { costs } from './costs.js';

export type Graphs = 'auto' | 'on' | 'off';

/** Ranges for each processor of a step that no partition cuts. */
export const RANGES_A_PROCESSOR = 2;

const always = (): boolean => true;

/** How often a program ran since it was last compiled, and how often it was compiled. */
export class Heat {
  #runs = 0;
  #compiles = 0;

  /**
   * Counts a run without a graph. Whether there were enough of them to compile one. `pays`: whether so many more than each graph waits for pay
   * for this one.
   */
  warms(graphs: Graphs, pays: (more: number) => boolean = always): boolean {
    const more = ++this.#runs - costs.runs;
    return graphs === 'on' || (more >= 0 && pays(more));
  }

  /** Whether it was compiled so often that it is not compiled again. */
  get isSpent(): boolean {
    return this.#compiles > costs.compiles;
  }

  /** Whether it may be compiled once more. */
  compiles(): boolean {
    this.#runs = 0;
    return ++this.#compiles <= costs.compiles;
  }
}

/** Whether a graph suits these launches, if they come often. Null templates are JavaScript bodies, which no graph has. */
export function isGraphic(
  graphs: Graphs,
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
  if (nodes > costs.nodes) return false;
  if (graphs === 'on' || known.every(isInline)) return true;
  const cost = known.reduce((sum, { step, elements }) => sum + costOf(step.kernel, elements), 0);
  return known.length > 1 && cost / known.length < costs.longStep;
}

/** Whether a step is small enough for the calling thread. */
export function isInline({ record }: Template): boolean {
  return (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0;
}
