/**
 * The window that is being filled. As long as its tasks match the predicted window, no task objects are made: new roots take their places
 * in the slots, scalars are appended. At the first task that differs, the matched ones are unfolded into tasks, and the window goes on as
 * any other.
 */
import { type Shape, sameShape, type View } from '../../shape/index.js';
import { placeOf, type Root, type Store } from '../../store/index.js';
import type { Task, TaskKind } from '../../task/index.js';
import { apart, areAlike, fitsCall, fitsForms } from './call-views.js';
import type { Launch, PredictedCall, PredictedRoot, PredictedTask, PredictedWindow } from './predicted-window.js';
import { areSitesExact } from './sites.js';
import { mark, type Opened, type Temporaries, taskOn } from './tasks.js';
import { Window } from './window.js';

const NO_SCALARS: readonly number[] = [];
const NOTHING: readonly never[] = [];

export class WindowBuilder implements Opened {
  /** The window's number: roots in it carry it as `mark`. */
  number = 1;
  length = 0;
  /** Called where tasks differ from the predicted window. */
  diverged = (): void => undefined;
  /** Bytes up to which results are matched: stores of larger ones hold tokens, which the caller makes. */
  tokenless: number;
  /** The runtime's number: its roots carry it as `owner`. */
  readonly owner: number;
  readonly #temporaries: Temporaries;
  #tasks: Task[] = [];
  /** The window that all tasks so far matched; null where one differed. */
  #window: Window | null = null;
  #expecting: readonly PredictedTask[] = NOTHING;
  #calls: readonly (PredictedCall | null)[] = NOTHING;
  #places: readonly PredictedRoot[] = NOTHING;
  #slots: Root[] = [];

  constructor(tokenless: number, temporaries: Temporaries, owner = 0) {
    this.owner = owner;
    this.tokenless = tokenless;
    this.#temporaries = temporaries;
  }

  /** Sets the predicted window that tasks are compared with; null for none. Ignored once the window has tasks. */
  expect(expected: PredictedWindow | null): void {
    if (this.length > 0) return;
    if (expected === null || areSitesExact()) this.#expectNothing();
    else {
      const window = Window.expecting(expected, this.number, this.owner);
      this.#window = window;
      this.#slots = window.slots;
      this.#expecting = expected.tasks;
      this.#calls = expected.calls;
      this.#places = expected.roots;
    }
  }

  /**
   * The predicted root of the result of calling `of` on these arrays, if that is the task that is expected next; it is in the window then.
   * `how`: as in `Called`; `scalar`: the operand that is a number. Null: the caller adds the task.
   */
  match(of: object, how: number, scalar: number, a: Store, b: Store | null, c: Store | null): PredictedRoot | null {
    const window = this.#window;
    if (window === null || this.length >= this.#calls.length) return null;
    const call = this.#calls[this.length];
    if (call === null || call.of !== of || call.how !== how || call.result.bytes > this.tokenless) return null;
    const moved = window.shifts !== null || !fitsCall(call, a, b, c);
    if (!(moved ? this.#fitsMoved(window, call, a, b, c) : this.#seesAll(window, call, a, b, c))) return null;
    if (call.scalar >= 0) window.scalars[call.scalar] = scalar;
    return this.#goesOn(window, call.result);
  }

  #seesAll(window: Window, call: PredictedCall, a: Store, b: Store | null, c: Store | null): boolean {
    if (!this.#seesAt(call.slotA, a, window) || (b !== null && !this.#seesAt(call.slotB, b, window))) return false;
    return c === null || this.#seesAt(call.slotC, c, window);
  }

  /** Whether the operands of a call are the expected ones, in a window with views elsewhere. */
  #fitsMoved(window: Window, call: PredictedCall, a: Store, b: Store | null, c: Store | null): boolean {
    if (!window.moves || !fitsForms(call, a, b, c) || !this.#seesFrom(window, call.slotA, a, apart(a, call.viewA))) return false;
    if (b !== null && !this.#seesFrom(window, call.slotB, b, apart(b, call.viewB))) return false;
    return c === null || this.#seesFrom(window, call.slotC, c, apart(c, call.viewC));
  }

  /** As `#seesAt`, by a view that lies so far behind the expected one. */
  #seesFrom(window: Window, slot: number, operand: Store, by: number): boolean {
    const first = slot >= window.used;
    return this.#seesAt(slot, operand, window) && window.liesBehind(slot, by, first);
  }

  /** As `match`, for a task on arrays seen by these views, and no number. */
  matchOn({ kind, domain, swapped }: Launch, views: readonly View[], operands: readonly Store[]): PredictedRoot | null {
    const window = this.#window;
    if (window === null || this.length >= this.#expecting.length) return null;
    const task = this.#expecting[this.length];
    const { result, slots } = task;
    if (task.kind !== kind || result === null || result.bytes > this.tokenless) return null;
    const moved = task.views !== views || window.shifts !== null;
    if (moved && !(window.moves && sameShape(task.domain, domain) && areAlike(views, task.views))) return null;
    const last = operands.length - 1;
    // In the order of the task, in which new roots take their slots.
    for (let k = 0; k <= last; k++) {
      const operand = operands[swapped ? last - k : k];
      const by = moved ? views[k].offset - task.views[k].offset : 0;
      if (!(moved ? this.#seesFrom(window, slots[k], operand, by) : this.#seesAt(slots[k], operand, window))) return null;
    }
    return this.#goesOn(window, result);
  }

  /** The next task is in the window, with its new root. */
  #goesOn(window: Window, result: PredictedRoot): PredictedRoot {
    window.used = result.slot + 1;
    if (!result.deferred) {
      window.rootAt(result.slot);
      if (result.bytes > this.#temporaries.least) this.#temporaries.addUnwatched(result.bytes);
    }
    this.length++;
    return result;
  }

  /** The window that all tasks so far matched; null where one differed. */
  get window(): Window | null {
    return this.#window;
  }

  /** Whether an operand of a call is of the root that is expected in this slot. */
  #seesAt(slot: number, { source, held }: Store, window: Window): boolean {
    if (typeof source === 'number') return source === slot && held === window;
    if (source.dead) return false;
    if (slot < window.used) return this.#slots[slot] === source;
    return source.dtype === this.#places[slot].dtype && this.#takesPlace(source, window);
  }

  /**
   * Adds a task on stores, as `views` see them; null: by their own views. Calls that repeat pass an identical array of views, to be compared
   * fast. Throws `ArgumentError` for a write to a read-only root.
   */
  add(
    kind: TaskKind,
    domain: Shape,
    stores: readonly Store[],
    scalars: readonly (number | bigint)[] = NO_SCALARS,
    views: readonly View[] | null = null,
  ): void {
    if (!this.#isNext(kind, domain, stores, scalars, views))
      this.#unfold().push(taskOn(kind, domain, stores, views, scalars, this));
    this.length++;
  }

  /** Adds a function of `a`, or of `a` and `b`, and perhaps a number, that gives `out`. */
  addCall(kind: TaskKind, domain: Shape, a: Store, b: Store | null, out: Store, scalar?: number | bigint): void {
    const window = this.#window;
    const task = this.#next(kind, domain);
    if (window !== null && task !== null && this.#fitsCall(task, a, b, out)) {
      if (scalar !== undefined) window.scalars[task.firstScalar] = scalar;
    } else {
      const stores = b === null ? [a, out] : [a, b, out];
      this.#unfold().push(taskOn(kind, domain, stores, null, scalar === undefined ? NO_SCALARS : [scalar], this));
    }
    this.length++;
  }

  #isNext(
    kind: TaskKind,
    domain: Shape,
    stores: readonly Store[],
    scalars: readonly (number | bigint)[],
    views: readonly View[] | null,
  ): boolean {
    const window = this.#window;
    const task = this.#next(kind, domain);
    if (window === null || task === null || stores.length !== task.slots.length || scalars.length !== task.scalars) return false;
    for (let k = 0; k < stores.length; k++)
      if (!this.#fits(task, k, stores[k], views === null ? stores[k].view : views[k])) return false;
    for (let i = 0; i < scalars.length; i++) window.scalars[task.firstScalar + i] = scalars[i];
    return true;
  }

  #fitsCall(task: PredictedTask, a: Store, b: Store | null, out: Store): boolean {
    if (!this.#fits(task, 0, a, a.view) || (b !== null && !this.#fits(task, 1, b, b.view))) return false;
    return this.#fits(task, b === null ? 1 : 2, out, out.view);
  }

  /** The task that is expected next, if it is of this kind and over this domain. */
  #next(kind: TaskKind, domain: Shape): PredictedTask | null {
    const tasks = this.#expecting;
    if (this.length >= tasks.length) return null;
    const task = tasks[this.length];
    return task.kind === kind && (task.domain === domain || sameShape(task.domain, domain)) ? task : null;
  }

  /** Whether an argument, seen by a view, is the expected one; a root that was not used before takes its place. */
  #fits(task: PredictedTask, k: number, store: Store, view: View): boolean {
    const expected = task.views[k];
    const window = this.#window;
    if (window === null) return false;
    if (view === expected && window.shifts === null) return this.#fitsRoot(task, k, store);
    if (!window.moves || view.form !== expected.form) return false;
    const slot = task.slots[k];
    const first = slot >= window.used;
    return this.#fitsRoot(task, k, store) && window.liesBehind(slot, view.offset - expected.offset, first);
  }

  #fitsRoot(task: PredictedTask, k: number, { source, held }: Store): boolean {
    const slot = task.slots[k];
    const window = this.#window;
    if (window === null) return false;
    // A deferred slot is matched by its number; its root is made only where the task writes it, to see whether it is read-only.
    if (typeof source === 'number')
      return held === window && source === slot && !(task.writes[k] && window.rootAt(slot).readOnly);
    if (task.writes[k] && source.readOnly) return false;
    return slot < window.used ? this.#slots[slot] === source : this.#takesPlace(source, window);
  }

  /** Puts a root into the next slot, if it is in the expected state, and new in the window or in the slot's first. */
  #takesPlace(root: Root, window: Window): boolean {
    const place = this.#places[window.used];
    const again = place.first !== place.slot;
    if (again && this.#slots[place.first] !== root) return false;
    if (!again && (root.mark === this.number || root.recipe !== null || root.owner !== this.owner)) return false;
    if (root.view !== place.view || root.key !== place.key || placeOf(root) !== place.place) return false;
    window.put(window.used++, root);
    if (!again) this.enter(root);
    return true;
  }

  /** A task of the window uses a root that none before it used. */
  enter(root: Root): void {
    root.mark = this.number;
    if (root.bytes > this.#temporaries.least && root.address === 0) this.#temporaries.add(root.bytes);
  }

  /** From here on, tasks are made; returns the ones so far. */
  #unfold(): Task[] {
    const window = this.#window;
    if (window === null) return this.#tasks;
    window.length = this.length;
    const { tasks } = window;
    this.#tasks = [...tasks];
    this.#expectNothing();
    window.dissolve();
    this.diverged();
    return this.#tasks;
  }

  /** The tasks so far. */
  get tasks(): readonly Task[] {
    return this.#unfold();
  }

  /** Whether no task waits. */
  get isEmpty(): boolean {
    return this.length === 0 && this.#tasks.length === 0;
  }

  /** The window as it is now. */
  whole(): Window {
    const window = this.#window;
    if (window === null || !this.isAsExpected) return Window.of(this.tasks);
    return window.finish(this.length);
  }

  /** Whether all tasks are there that were expected. */
  get isAsExpected(): boolean {
    return this.#window !== null && this.length === this.#expecting.length;
  }

  /** A window begins with these tasks; the `entry` owns the earlier ones from here on. */
  begin(tasks: Task[], entry: { taken: boolean }): void {
    // Without a call between: either all of this is done or nothing.
    entry.taken = true;
    this.#tasks = tasks;
    this.length = tasks.length;
    this.#window = null;
    this.#expecting = this.#calls = this.#places = NOTHING;
    this.#slots = [];
  }

  /** Goes on after an interruption: the waiting tasks become a window of this number. */
  restart(number: number): void {
    const { tasks } = this;
    mark(tasks, number);
    this.number = number;
    this.length = tasks.length;
  }

  #expectNothing(): void {
    this.#window = null;
    this.#expecting = this.#calls = this.#places = NOTHING;
    this.#slots = [];
  }
}
