/**
 * Dependences between the tasks of a window, as far as clusters ask: behind which clusters a task has to come. Two uses of a root
 * depend on each other where one of them writes and their views may have an element in common.
 *
 *     0: b = a + 1     cluster 0            reads a, writes b
 *     1: c = sum(b)    cluster 1            reads b: behind 0
 *     2: a *= 2                             writes what 0 reads: in 0 or behind it, and not behind 1
 */
import { mayOverlap, type View } from '../shape/index.js';
import type { Task } from '../task/index.js';

/** What tasks did to a root through one view. */
interface Use {
  readonly view: View;
  /** The last clusters that read it so, and that wrote it; -1 for none. */
  read: number;
  written: number;
}

/** Views of a root that are told apart; what is beyond them counts as a use of the whole root. */
const MOST_VIEWS = 32;

export class Dependences {
  /** By slot. */
  readonly #uses: (Use[] | undefined)[] = [];
  /** By slot: the cluster that writes to it first; what it holds is there from then on, be it another part of it. */
  readonly #begun: (number | undefined)[] = [];
  /** The last cluster that runs a body in JavaScript: these run in the program's order, for what they do besides. */
  #body = 0;

  /** The first cluster that a task may be in, by all that came before it. */
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
      let use = uses.find((known) => known.view === view);
      if (use === undefined) uses.push((use = { view, read: -1, written: -1 }));
      if (kind.args[k].privilege === 'read') use.read = Math.max(use.read, cluster);
      else {
        use.written = Math.max(use.written, cluster);
        this.#begun[roots[k].slot] ??= cluster;
      }
    }
  }
}
