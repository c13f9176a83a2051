/**
 * The processor of each node (thesis 6.4.4, Algorithm 4: an actor for each processor). Ranges of a launch lie in order over the
 * processors of its memory, so that neighbours are near and the same part of every array is the same processor's; so do launches
 * that share them. A launch of one node, alone, goes where it can begin first, in the order of the program, as if the estimated costs
 * were true.
 *
 *     memory 0: processors 0, 1     memory 1: processors 2, 3     points 0, 1 of a step in memory 1: processors 2, 3
 */
import type { LaunchForm } from './form.js';
import type { GraphNode } from './graph.js';

/** Estimates, in nanoseconds: a node, a message between processors. */
const NODE = 50;
const MESSAGE = 300;

/** A processor for each node. */
export function placed(nodes: readonly GraphNode[], launches: readonly LaunchForm[], procs: number): Int32Array {
  const processor = new Int32Array(nodes.length);
  const over = new Float64Array(nodes.length);
  const free = new Float64Array(procs);
  nodes.forEach(({ launch, item, items, after, from, to }, n) => {
    const { cost, place } = launches[launch];
    const { low, high, rank, of } = place;
    const arrival = (p: number): number =>
      after.reduce((time, a) => Math.max(time, over[a] + (processor[a] === p ? 0 : MESSAGE)), free[p]);
    let best = low + Math.floor(((rank * items + item) * (high - low)) / (of * items));
    if (items * of === 1) {
      const last = after.length > 0 ? processor[after[after.length - 1]] : low;
      best = last >= low && last < high ? last : low;
      for (let p = low; p < high; p++) if (arrival(p) < arrival(best)) best = p;
    }
    processor[n] = best;
    over[n] = free[best] = arrival(best) + NODE + (to > from ? cost / items : 0);
  });
  return processor;
}
