/**
 * Candidates for being left out: slots that a fused kernel can keep to itself. One is first overwritten as a whole, used inside one group
 * only, and reached element by element (Definition 4 of Diffuse, without asking whether the program holds it).
 *
 * A slot that is left out but still held by the program can be computed later by its *slice*: the tasks of the group that lead to it. That
 * works while all contents that the slice reads from outside are still there at the end of the window: `intact`.
 *
 *     t = a + b; u = t * 2; a += 1      t: its slice is the first task, which reads a; a is written later, so not intact
 */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { ThroughTask } from './producers.js';

export interface Candidate {
  readonly slot: number;
  /** The tasks of its group, by their positions; one list for all candidates of a group. */
  readonly tasks: readonly number[];
  /** A later task of the group reads it. */
  readonly consumed: boolean;
  /** Whether its slice can be computed at the end of the window. */
  readonly intact: boolean;
  /** Whether its slice reads roots, from outside, with memory that is given back by hand. */
  readonly readsHeld: boolean;
}

/** A group's tasks, by their positions in order, and the slots that it can keep to itself. */
export interface Locals {
  readonly tasks: readonly number[];
  readonly slots: ReadonlySet<number>;
}

/**
 * The candidates of a window; its roots carry their slots. `held`: whether a root's memory is given back by hand; `through`: tasks that
 * read through producers, by position. Their slices need the producers, so that groups and the groups of their producers have one list of
 * tasks; results that are gone through are consumed.
 */
export function candidatesOf(
  tasks: readonly Task[],
  groups: readonly Locals[],
  held: (root: Root) => boolean,
  through: readonly (ThroughTask | null)[] = [],
): Candidate[] {
  const gone = resultsOf(tasks, through);
  const lastWrite = new Map<Root, number>();
  tasks.forEach((task, t) => {
    task.roots.forEach((root, k) => task.kind.args[k].privilege !== 'read' && lastWrite.set(root, t));
  });
  const lists = slicedTogether(groups, through);
  const found = groups.map((group, g) => {
    const list = lists[g];
    const found = new Map<number, { consumed: boolean; intact: boolean; readsHeld: boolean }>();
    for (const t of group.tasks) follow(tasks[t], t);
    return [...found].map(
      ([slot, { consumed, intact, readsHeld }]): Candidate => ({ slot, tasks: list, consumed, intact, readsHeld }),
    );

    /** Notes the facts of a task's written slots, from its read ones. */
    function follow(task: Task, t: number): void {
      let intact = true;
      let readsHeld = false;
      task.roots.forEach((root, k) => {
        const local = group.slots.has(root.slot);
        const { privilege } = task.kind.args[k];
        if (!local) intact &&= privilege === 'read' && (lastWrite.get(root) ?? -1) < t;
        if (privilege === 'write') return;
        const known = local ? found.get(root.slot) : undefined;
        if (known !== undefined) known.consumed = true;
        intact &&= known?.intact ?? true;
        readsHeld ||= known?.readsHeld ?? held(root);
      });
      task.roots.forEach((root, k) => {
        if (task.kind.args[k].privilege === 'read' || !group.slots.has(root.slot)) return;
        const before = found.get(root.slot) ?? { consumed: gone.has(root.slot), intact: true, readsHeld: false };
        found.set(root.slot, {
          consumed: before.consumed,
          intact: intact && before.intact,
          readsHeld: readsHeld || before.readsHeld,
        });
      });
    }
  });
  // Candidates of one list are neighbours.
  const byList = new Map<readonly number[], Candidate[][]>(lists.map((list) => [list, []]));
  found.forEach((candidates, g) => byList.get(lists[g])?.push(candidates));
  return [...byList.values()].flat(2);
}

/** By group: its tasks, with the tasks of the groups that its tasks' producers are in, in the program's order. */
function slicedTogether(groups: readonly Locals[], through: readonly (ThroughTask | null)[]): (readonly number[])[] {
  const lists = groups.map(({ tasks }) => tasks);
  const groupOf: number[] = [];
  groups.forEach(({ tasks }, g) => {
    for (const t of tasks) groupOf[t] = g;
  });
  through.forEach((way, t) => {
    for (const p of way?.producers ?? []) {
      const [own, theirs] = [lists[groupOf[t]], lists[groupOf[p]]];
      if (own === theirs) continue;
      const all = [...own, ...theirs].sort((a, b) => a - b);
      lists.forEach((list, g) => {
        if (list === own || list === theirs) lists[g] = all;
      });
    }
  });
  return lists;
}

/** Slots of results that tasks gather through. */
export function resultsOf(tasks: readonly Task[], through: readonly (ThroughTask | null)[]): Set<number> {
  const slots = new Set<number>();
  for (const p of through.flatMap((way) => way?.producers ?? []))
    tasks[p].roots.forEach((root, k) => tasks[p].kind.args[k].privilege !== 'read' && slots.add(root.slot));
  return slots;
}

/** Tasks that compute `targets` (positions in the window, in order), and the roots that they read from outside. */
export interface Slice {
  readonly tasks: readonly number[];
  readonly inputs: readonly Root[];
}

/** The slice of the tasks at `positions` that computes `targets`; `local`: roots that their group keeps to itself. */
export function sliceOf(
  tasks: readonly Task[],
  positions: readonly number[],
  local: ReadonlySet<Root>,
  targets: Iterable<Root>,
): Slice {
  const wanted = new Set(targets);
  const inputs = new Set<Root>();
  const needed: number[] = [];
  for (let i = positions.length - 1; i >= 0; i--) {
    const t = positions[i];
    const { kind, roots } = tasks[t];
    if (!roots.some((root, k) => kind.args[k].privilege !== 'read' && wanted.has(root))) continue;
    needed.push(t);
    roots.forEach((root, k) => {
      if (kind.args[k].privilege !== 'write') (local.has(root) ? wanted : inputs).add(root);
    });
  }
  return { tasks: needed.reverse(), inputs: [...inputs] };
}
