/**
 * The slots of an apart form (`canonical.ts`): a root that no task of the window writes has one for each place that it is read at in turn.
 * Plans are made as if each place were a root of its own, a *stand-in* with the root's layout and state; launches find the root itself in
 * each of its slots, so that addresses, waits and uses need no further care.
 *
 *     x[4] * y; x[9] * y; x[4] * y      slots  x y . x . x      bases  4 0 . 9 . 4      first  0 1 2 0 4 0
 *
 * A place is compared with the one before it alone: rows drawn at random coincide by chance, and must not have another form then.
 */
import { Root } from '../store/index.js';
import type { Task } from '../task/index.js';

/** A window as it is planned. */
interface Given {
  readonly tasks: readonly Task[];
  readonly slots: readonly Root[];
}

export class Places {
  /** By slot: the first slot of its root. */
  readonly first: number[] = [];
  /** By argument of the window's tasks, in order: its slot. */
  readonly slots: number[] = [];
  /** Slots of roots that have further slots. */
  readonly #shared = new Set<number>();
  readonly #written = new Set<Root>();
  #given: Given | null = null;

  constructor(tasks: readonly Task[]) {
    for (const { kind, roots } of tasks)
      for (let k = 0; k < roots.length; k++) if (kind.args[k].privilege !== 'read') this.#written.add(roots[k]);
  }

  /** Whether a view of a root with a number needs another slot; `base`: of the root's last slot. */
  isNew(root: Root, offset: number, base: number): boolean {
    return offset !== base && !this.#written.has(root);
  }

  /** The next slot, of a root whose first slot this is. */
  add(first: number): void {
    const slot = this.first.push(first) - 1;
    if (first !== slot) this.#shared.add(first).add(slot);
  }

  /** Whether some root has further slots. */
  get areSeveral(): boolean {
    return this.#shared.size > 0;
  }

  /** Roots carry the numbers of their first slots from here on. */
  numberFirst(roots: readonly Root[]): void {
    this.first.forEach((first, slot) => {
      roots[slot].slot = first;
    });
  }

  /** Whether the root of a slot has further slots. */
  isShared(slot: number): boolean {
    return this.#shared.has(slot);
  }

  /** The window on stand-ins: `roots` are its roots by slot. */
  given(tasks: readonly Task[], roots: readonly Root[]): Given {
    if (this.#given !== null) return this.#given;
    const slots = roots.map((root, slot) => (this.first[slot] === slot ? root : standIn(root, slot)));
    let at = 0;
    const own = tasks.map((task) => ({ ...task, roots: task.roots.map(() => slots[this.slots[at++]]) }));
    return (this.#given = { tasks: own, slots });
  }
}

function standIn(root: Root, slot: number): Root {
  const { dtype, view, address, key, owner, mark, readOnly } = root;
  const made = new Root(dtype, view.shape, view);
  Object.assign(made, { address, owner, mark, slot });
  made.key = key;
  made.readOnly = readOnly;
  return made;
}
