/**
 * The order of launches on a machine with several queues: launch n of queue q has the number q · 2^44 + n. Queue 0 is the host's device's,
 * whose launches waits and graphs order; the others run their launches one after another. A launch of one queue is over for a launch of
 * another that follows it, or that comes when the log says that it is complete (`clocks.ts`).
 */
import { Clocks } from './clocks.js';
import type { GraphOrder } from './graph-order.js';
import type { Among } from './holding.js';
import { queueOf } from './launches.js';
import type { Tell } from './problem.js';

/** The latest launches of each queue. */
export class Latest {
  readonly #launches: number[] = [];

  /** The latest of the queue of this launch; 0 for none. */
  of(launch: number): number {
    return this.#launches[queueOf(launch)] ?? 0;
  }

  note(launch: number): void {
    const queue = queueOf(launch);
    this.#launches[queue] = Math.max(this.#launches[queue] ?? 0, launch);
  }
}

export class QueueOrder implements Among {
  readonly #graphs: GraphOrder;
  readonly #tell: Tell;
  readonly #last = new Latest();
  readonly completed = new Latest();
  readonly #clocks = new Clocks();
  /** Memories of the host. */
  hosts = 1;
  /** Whether accelerators have queues of their own. */
  #isSeveral = false;

  constructor(graphs: GraphOrder, tell: Tell) {
    this.#graphs = graphs;
    this.#tell = tell;
  }

  /** The machine has so many memories, of which the first are the host's. */
  begin(memories: number, hosts: number): void {
    this.hosts = hosts;
    this.#isSeveral = memories > hosts;
  }

  /** The queue of launches in a memory. */
  queueIn(memory: number): number {
    return Math.max(0, memory - this.hosts + 1);
  }

  /** Launches of a queue up to this one are complete. */
  complete(launch: number): void {
    this.completed.note(launch);
    if (this.#isSeveral) this.#clocks.complete(launch);
    // Downloads have no line.
    if (queueOf(launch) > 0) this.#last.note(launch);
  }

  /** Checks that a launch, 0 for one of the host's, comes next in its queue and waits for one before it. */
  number(event: { readonly launch: number; readonly wait: number; readonly follows?: readonly number[] }): void {
    const { launch, wait, follows = [] } = event;
    for (const other of follows)
      if (other > this.#last.of(other)) this.#tell('cycle', `launch ${launch} follows launch ${other}, which is not before it`);
    const last = this.#last.of(launch);
    const first = last === 0 && queueOf(launch) > 0;
    if (launch !== 0 && !first && launch !== last + 1) this.#tell('cycle', `launch ${launch} comes after launch ${last}`);
    if (launch !== 0 ? wait >= launch : wait > last)
      this.#tell('cycle', `launch ${launch === 0 ? 'by the host' : launch} waits for launch ${wait}, which is not before it`);
    if (launch !== 0) this.#last.note(launch);
    if (this.#isSeveral) this.#clocks.begin(event);
  }

  has(launch: number): boolean {
    return queueOf(launch) === 0 && this.#graphs.has(launch);
  }

  leads(earlier: number, later: number): boolean {
    const [before, after] = [queueOf(earlier), queueOf(later)];
    if (before === 0 && after === 0 && this.#graphs.leads(earlier, later)) return true;
    if (before === after && before > 0) return earlier < later;
    return this.#isSeveral && this.#clocks.leads(earlier, later);
  }
}
