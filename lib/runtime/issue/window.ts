/**
 * A window: tasks that are launched together, and the roots that they use, by slot. A window that matched a predicted window
 * (`predicted-window.ts`) has its slots and scalars alone; its tasks are made when they are asked for, which is seldom.
 *
 * Nor does it have all roots: a deferred result gets a root when that is asked for. Stores of such a result hold the window, which has the
 * recipe.
 */
import type { Site } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { Canonical, Places } from '../../fusion/index.js';
import { type RecipeOf, Root, type RootsOf } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { PredictedRoot, PredictedWindow } from './predicted-window.js';

const NONE: readonly never[] = [];
let serials = 0;

export class Window implements RootsOf {
  /** Tasks in it, and slots that they use. */
  length: number;
  used = 0;
  /** The predicted window that the tasks matched; null for a window of tasks. */
  readonly expected: PredictedWindow | null;
  /** The slots that were deferred when the window was begun: their roots need not exist. */
  readonly deferred: readonly number[];
  /** How to compute results without roots, once the window is launched. */
  recipe: RecipeOf | null = null;
  /** Roots by slot; deferred ones that were not asked for are missing. Empty before a window of tasks has its canonical form. */
  slots: Root[];
  /** By slot: the offset that its views are counted from, as the canonical form has it; null where that is 0 for all. */
  bases: readonly number[] | null;
  /** Whether a window with views elsewhere may have its form (`Canonical.moves`). */
  moves: boolean;
  /** Of a window of tasks in an apart form: the slots by argument; else null. */
  places: Places | null = null;
  /** It was cut from a stream of tasks, rather than launched by a read. */
  cut = false;
  /** By slot: how far its views lie behind the expected ones, in elements; null where none does. */
  shifts: number[] | null = null;
  /** The scalars of expected tasks in order; `inOrder` gives the scalars of any window. */
  readonly scalars: (number | bigint)[] = [];
  /** The window's number: roots carry it as `mark`. Enumerable: it tells arrays apart that are slots of different windows. */
  readonly number: number;
  /** Tells windows apart. */
  readonly serial = ++serials;
  readonly #owner: number;
  readonly #roots: readonly PredictedRoot[];
  readonly #kept: readonly number[];
  #sparse: boolean;
  #tasks: readonly Task[] | null;

  private constructor(
    tasks: readonly Task[] | null,
    expected: PredictedWindow | null,
    slots: Root[],
    number: number,
    owner: number,
  ) {
    this.length = tasks === null ? 0 : tasks.length;
    this.expected = expected;
    this.deferred = expected === null ? NONE : expected.deferred;
    this.slots = slots;
    this.bases = expected === null ? null : expected.bases;
    this.moves = expected?.moves ?? false;
    this.number = number;
    this.#owner = owner;
    this.#roots = expected === null ? NONE : expected.roots;
    this.#kept = expected === null ? NONE : expected.kept;
    this.#sparse = expected !== null;
    this.#tasks = tasks;
  }

  /** `slots`: the roots by number, where the tasks are in a form. */
  static of(tasks: readonly Task[], slots: Root[] = [], cut = false): Window {
    const window = new Window(tasks, null, slots, 0, 0);
    window.cut = cut;
    return window;
  }

  /** Makes the form of its tasks, or their apart form, and takes the roots by number from there. */
  encode(form: Canonical, apart = false): void {
    form.encode(this.tasks, apart);
    this.slots = form.slots;
    this.bases = form.bases;
    this.moves = form.moves;
    this.places = form.places;
  }

  /** Its tasks with a root for each slot, while roots carry their numbers. */
  get planned(): readonly Task[] {
    return this.places === null ? this.tasks : this.places.given(this.tasks, this.slots).tasks;
  }

  /** The window of this number, to be filled with the tasks that are expected; its roots belong to the `owner`. */
  static expecting(expected: PredictedWindow, number: number, owner: number): Window {
    return new Window(null, expected, new Array<Root>(expected.roots.length), number, owner);
  }

  /** All roots that its tasks use. */
  complete(): readonly Root[] {
    this.#sparse = false;
    for (let slot = 0; slot < this.used; slot++) this.rootAt(slot);
    return this.slots;
  }

  rootAt(slot: number): Root {
    const there: Root | undefined = this.slots[slot];
    if (there !== undefined) return there;
    const { view } = this.#roots[slot];
    const root = new Root(this.dtypeAt(slot), view.shape, view);
    root.mark = this.number;
    root.owner = this.#owner;
    root.recipe = this.recipe;
    this.put(slot, root);
    return root;
  }

  /** Whether views of a slot lie so far behind the expected ones; its `first` view says how far they all do. */
  liesBehind(slot: number, by: number, first: boolean): boolean {
    if (first && by !== 0) (this.shifts ??= new Array<number>(this.slots.length).fill(0))[slot] = by;
    return by === (this.shifts === null ? 0 : this.shifts[slot]);
  }

  /** All its tasks are there: where its views begin is known. */
  finish(length: number): this {
    this.length = length;
    const { shifts, expected } = this;
    if (shifts !== null) this.bases = shifts.map((by, slot) => by + (expected?.bases?.[slot] ?? 0));
    return this;
  }

  /** A root takes its place. */
  put(slot: number, root: Root): void {
    this.slots[slot] = root;
    if (this.#roots[slot].deferred) this.#sparse = false;
  }

  /** The slots that have roots, where the deferred ones have none; else null. */
  get kept(): readonly number[] | null {
    return this.#sparse ? this.#kept : null;
  }

  dtypeAt(slot: number): DType {
    return this.#roots[slot].dtype;
  }

  get tasks(): readonly Task[] {
    return (this.#tasks ??= this.expected?.unfold(this.length, this.complete(), this.scalars, this.shifts) ?? NONE);
  }

  /** The position of its first task, where that is known. */
  get site(): Site | null {
    return (this.#tasks === null ? this.expected?.tasks[0]?.site : this.#tasks[0]?.site) ?? null;
  }

  /** Its tasks went to a new window. Stores still find their roots here, and keep no other root alive with them. */
  dissolve(): void {
    for (const slot of this.#kept) delete this.slots[slot];
    this.#tasks = NONE;
    this.used = 0;
  }

  /** The scalars of its tasks, in order. */
  inOrder(): readonly (number | bigint)[] {
    const { scalars } = this;
    if (this.expected === null && scalars.length === 0) for (const task of this.tasks) scalars.push(...task.scalars);
    return scalars;
  }
}
