/**
 * Which processor runs which node. Ranges of a step lie in order over all processors, so that neighbours are near and the
 * same part of every array is the same processor's; a step of one node goes where it can begin first, in the order of the
 * program, as if the estimated costs were true.
 */
import { type Template, workOf } from '../template.js';
import type { GraphNode } from './graph.js';

/** Estimates, in nanoseconds: a node, an element through one operation, a message between processors. */
const NODE = 50;
const ELEMENT = 0.3;
const MESSAGE = 300;
/** An element of an opaque body. */
const OPAQUE = 10;

/** What a step costs, in nanoseconds; never exact. */
export function costOf({ step, elements }: Template): number {
  if (step.kernel === null) return elements * OPAQUE;
  return elements * workOf(step.kernel) * ELEMENT;
}

/** A processor for each node. */
export function placed(nodes: readonly GraphNode[], templates: readonly Template[], procs: number): Int32Array {
  const costs = templates.map(costOf);
  const processor = new Int32Array(nodes.length);
  const over = new Float64Array(nodes.length);
  const free = new Float64Array(procs);
  nodes.forEach(({ step, item, items, after, from, to }, n) => {
    const arrival = (p: number): number =>
      after.reduce((time, a) => Math.max(time, over[a] + (processor[a] === p ? 0 : MESSAGE)), free[p]);
    let best = Math.floor((item * procs) / items);
    if (items === 1) {
      best = after.length > 0 ? processor[after[after.length - 1]] : 0;
      for (let p = 0; p < procs; p++) if (arrival(p) < arrival(best)) best = p;
    }
    processor[n] = best;
    over[n] = free[best] = arrival(best) + NODE + (to > from ? costs[step] / items : 0);
  });
  return processor;
}
