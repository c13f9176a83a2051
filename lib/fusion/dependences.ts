/**
 * Dependences between the tasks of a window, as far as clusters need them: the clusters that a task has to come behind. Two uses of a root
 * depend on each other where one of them writes and their views may have an element in common.
 *
 *     0: b = a + 1     cluster 0            reads a, writes b
 *     1: c = sum(b)    cluster 1            reads b: behind 0
 *     2: a *= 2                             writes a, which 0 reads: in 0 or behind it, and not behind 1
 */
import { mayOverlap, type View } from '../shape/index.js';
import type { Task } from '../task/index.js';

/** Uses of a root by tasks through one view. */
interface Use {
  readonly view: View;
  /** The last clusters that read and that wrote it through this view; -1 for none. */
  read: number;
  written: number;
}

/** Views of a root that are told apart; further ones count as uses of the whole root. */
const MOST_VIEWS = 32;

export class Dependences {
  /** By slot. */
  readonly #uses: (Use[] | undefined)[] = [];
  /** By slot: the cluster that writes to it first; its memory is there from then on, also for other parts of it. */
  readonly #begun: (number | undefined)[] = [];
  /** The last cluster that runs a body in JavaScript: these run in the program's order, because of their side effects. */
  #body = 0;

  /** The first cluster that a task may be in, after all tasks before it. */
  firstFor({ kind, roots, views }: Task): number {
    let first = kind.body.kind === 'js' ? this.#body : 0;
    for (let k = 0; k < roots.length; k++) {
      const writes = kind.args[k].privilege !== 'read';
      first = Math.max(first, this.#begun[roots[k].slot] ?? 0);
      for (const use of this.#uses[roots[k].slot] ?? []) {
        const last = writes ? Math.max(use.read, use.written) : use.written;
        if (last > first && mayOverlap(use.view, views[k])) first = last;
      }
    }
    return first;
  }

  /** A task is in this cluster. */
  note({ kind, roots, views }: Task, cluster: number): void {
    if (kind.body.kind === 'js') this.#body = cluster;
    for (let k = 0; k < roots.length; k++) {
      const uses = (this.#uses[roots[k].slot] ??= []);
      const view = uses.length < MOST_VIEWS ? views[k] : roots[k].view;
      let use: Use | undefined;
      for (const known of uses) if (known.view === view) use = known;
      if (use === undefined) uses.push((use = { view, read: -1, written: -1 }));
      if (kind.args[k].privilege === 'read') use.read = Math.max(use.read, cluster);
      else {
        use.written = Math.max(use.written, cluster);
        this.#begun[roots[k].slot] ??= cluster;
      }
    }
  }
}
