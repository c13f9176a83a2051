/**
 * A predicted window: the tasks that are expected, because earlier windows of the form came at this place, without their roots and scalars,
 * and the expected state of each root. A window that is recorded against it needs no tasks and no canonical form:
 *
 *     c = a + b; d = c * 2      tasks   ADD 0 1 2 · MUL 2 3, one scalar      slots   a b c d      scalars   2
 *
 * It holds no root, so that it keeps no array of a past window alive.
 */
import type { Site } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { internView, type Shape, sameShape, type View } from '../../shape/index.js';
import { type KeyPartition, placeOf, type Root } from '../../store/index.js';
import type { Called, Task, TaskKind } from '../../task/index.js';
import type { LastUse, Passage } from '../../trace/index.js';
import { uncertain } from './sites.js';

export interface PredictedTask {
  readonly kind: TaskKind;
  readonly domain: Shape;
  readonly views: readonly View[];
  /** By argument: the slot of its root, and whether the task writes to it. */
  readonly slots: readonly number[];
  readonly writes: readonly boolean[];
  /** The number of its scalars, and of the scalars of all tasks before it. */
  readonly scalars: number;
  readonly firstScalar: number;
  /** The new root that the task writes as a whole; null for a task without one. */
  readonly result: PredictedRoot | null;
  /** Where such a task was issued. */
  readonly site: Site | null;
}

/** A task as a call of a function, recognized before a task is made of it. The fields that are compared lie in the object itself. */
export interface PredictedCall extends Called {
  readonly result: PredictedRoot;
  readonly domain: Shape;
  /** The slots and views of the operands, and of the result behind the last operand. */
  readonly slotA: number;
  readonly slotB: number;
  readonly slotC: number;
  readonly viewA: View;
  readonly viewB: View;
  readonly viewC: View;
  /** Whether one of the operands has the domain's shape. */
  readonly spans: boolean;
  /** The place of the operand that is a number among the window's scalars; -1 without one. */
  readonly scalar: number;
}

/** A task on arrays, in their order or swapped. */
export interface Launch {
  readonly kind: TaskKind;
  readonly domain: Shape;
  readonly swapped?: boolean;
}

/** A root at its first use, as the canonical form has it. */
export interface PredictedRoot {
  readonly slot: number;
  /** The first slot of the same root: another one for further places of a root that the window reads apart. */
  readonly first: number;
  readonly dtype: DType;
  readonly view: View;
  readonly bytes: number;
  readonly key: KeyPartition | null;
  /** Where its contents are (`placeOf`). */
  readonly place: number;
  /** It gets no memory, and so need not exist. */
  deferred: boolean;
}

/** A window that came, and has its form; the fields are `Window`'s. */
interface Recorded {
  readonly planned: readonly Task[];
  readonly slots: readonly Root[];
  readonly places: { readonly first: readonly number[] } | null;
  readonly bases: readonly number[] | null;
  readonly moves: boolean;
  readonly cut: boolean;
}

const NONE: readonly number[] = [];

/** The bits of operands that are numbers, in `Called.how`. */
const NUMBERS = 7;

export class PredictedWindow {
  readonly tasks: readonly PredictedTask[];
  /** The tasks that are calls and have new results; null for every other task. */
  readonly calls: readonly (PredictedCall | null)[];
  readonly roots: readonly PredictedRoot[];
  /** As `Window.bases`, and `Window.moves`. */
  readonly bases: readonly number[] | null;
  readonly moves: boolean;
  /** Whether it was launched before a read asked for that, so that its next is, too. */
  cut: boolean;
  /** As tracing knows it; null before it is cut as expected for the first time. */
  passage: Passage | null = null;
  /** Slots that are expected to be deferred, and the rest. */
  deferred = NONE;
  kept: readonly number[];
  #lastUses: readonly LastUse[] | null = null;

  /** Of a window that has just been given its form: roots carry their numbers. */
  constructor({ planned, slots, places, bases, moves, cut }: Recorded) {
    const roots = slots.map((root, slot) => expectedRoot(root, slot, places?.first[slot] ?? slot));
    this.bases = bases;
    this.moves = moves;
    this.cut = cut;
    this.roots = roots;
    this.kept = roots.map(({ slot }) => slot);
    let firstScalar = 0;
    let seen = 0;
    this.tasks = planned.map((task) => {
      const inside = seen;
      for (const { slot } of task.roots) if (slot >= seen) seen = slot + 1;
      const expected = expectedTask(task, firstScalar, resultOf(task, roots, inside));
      firstScalar += task.scalars.length;
      return expected;
    });
    this.calls = this.tasks.map(expectedCall);
  }

  /** These slots were deferred the last time. */
  defer(slots: readonly number[]): void {
    if (slots === this.deferred) return;
    for (const slot of this.deferred) this.roots[slot].deferred = false;
    for (const slot of slots) this.roots[slot].deferred = true;
    this.deferred = slots;
    this.kept = this.roots.flatMap(({ slot, deferred }) => (deferred ? [] : [slot]));
  }

  /** The last use of each root. */
  get lastUses(): readonly LastUse[] {
    if (this.#lastUses !== null) return this.#lastUses;
    const uses = new Map<number, LastUse>();
    this.tasks.forEach(({ slots, views, writes }, task) => {
      slots.forEach((slot, as) => {
        const write = writes[as] ? task : (uses.get(slot)?.write ?? -1);
        uses.set(slot, { slot, task, as, offset: views[as].offset, write });
      });
    });
    // A root with several slots has the last of its uses.
    return (this.#lastUses = [...uses.values()].sort((a, b) => a.task - b.task));
  }

  /** The first `count` tasks, on these roots and with these scalars; `shifts`: as `Window.shifts`. */
  unfold(count: number, slots: readonly Root[], scalars: readonly (number | bigint)[], shifts: readonly number[] | null): Task[] {
    return this.tasks.slice(0, count).map(({ kind, domain, views, slots: numbers, scalars: n, firstScalar, site }) => ({
      kind,
      domain,
      roots: numbers.map((slot) => slots[slot]),
      views: shifts === null ? views : views.map((view, k) => shifted(view, shifts[numbers[k]])),
      scalars: scalars.slice(firstScalar, firstScalar + n),
      site,
    }));
  }
}

/** The view that lies so many elements behind. */
function shifted(view: View, by: number): View {
  return by === 0 ? view : internView(view.shape, view.strides, view.offset + by);
}

function expectedRoot(root: Root, slot: number, first: number): PredictedRoot {
  const { dtype, view, bytes, key } = root;
  return { slot, first, dtype, view, bytes, key, place: placeOf(root), deferred: false };
}

function expectedTask(
  { kind, domain, roots, views, scalars, site = null }: Task,
  firstScalar: number,
  result: PredictedRoot | null,
): PredictedTask {
  return {
    kind,
    domain,
    views,
    slots: roots.map((r) => r.slot),
    writes: kind.args.map((arg) => arg.privilege !== 'read'),
    scalars: scalars.length,
    firstScalar,
    result,
    site: uncertain(site),
  };
}

/** Null where the task is no call, or has no new result. */
function expectedCall({ kind, domain, views, slots, firstScalar, result }: PredictedTask): PredictedCall | null {
  if (kind.call === null || result === null) return null;
  const { of, how } = kind.call;
  const operands = slots.length - 1;
  const last = (k: number): number => Math.min(k, operands);
  return {
    of,
    how,
    result,
    domain,
    slotA: slots[0],
    slotB: slots[last(1)],
    slotC: slots[last(2)],
    viewA: views[0],
    viewB: views[last(1)],
    viewC: views[last(2)],
    spans: views.slice(0, operands).some((view) => sameShape(view.shape, domain)),
    scalar: how & NUMBERS ? firstScalar : -1,
  };
}

/** The root of a task's result, if it is new: not among the first `inside` roots, which earlier tasks use. */
function resultOf({ kind, roots, views }: Task, known: readonly PredictedRoot[], inside: number): PredictedRoot | null {
  const { slot } = roots[roots.length - 1];
  const view = views[views.length - 1];
  const root = known[slot];
  // Calls of functions give whole roots.
  if (kind.call !== null && root.view !== view) return null;
  const last = roots.findIndex((r) => r.slot === slot) === roots.length - 1;
  return last && slot >= inside && root.place === 0 && root.key === null ? root : null;
}
