/**
 * The window that is being filled. As long as its tasks are those that were expected, nothing is made for them: new roots take
 * their places in the slots, scalars are put behind those before them. At the first task that is another one, what came is
 * unfolded into tasks, and the window goes on as any other.
 */
import { type Shape, sameShape, type View } from '../shape/index.js';
import type { Root, Store } from '../store/index.js';
import type { Task, TaskKind } from '../task/index.js';
import type { Expected, ExpectedRoot, ExpectedTask } from './expected.js';
import { Window } from './window.js';
import { taskOn, taskOnRoots } from './windows.js';

const NO_SCALARS: readonly number[] = [];
const NOTHING: readonly never[] = [];

export class Filling {
  /** The window's number: roots in it carry it as `mark`. */
  number = 1;
  length = 0;
  readonly #small: number;
  readonly #noteLarge: (bytes: number) => void;
  #tasks: Task[] = [];
  /** What all tasks so far were as expected from. */
  #expected: Expected | null = null;
  #expecting: readonly ExpectedTask[] = NOTHING;
  #places: readonly ExpectedRoot[] = NOTHING;
  #slots: Root[] = [];
  #scalars: (number | bigint)[] = [];

  /** `noteLarge` hears of roots of more than `small` bytes that have no memory yet. */
  constructor(small: number, noteLarge: (bytes: number) => void) {
    this.#small = small;
    this.#noteLarge = noteLarge;
  }

  /** What the window will be if it is as the last that came here; null: nobody can say. For a window without tasks. */
  expect(expected: Expected | null): void {
    if (this.length > 0) return;
    this.#expected = expected;
    this.#expecting = expected === null ? NOTHING : expected.tasks;
    this.#places = expected === null ? NOTHING : expected.roots;
  }

  /** A task on stores. Throws `ArgumentError` for a write to what nobody may write to. */
  add(kind: TaskKind, domain: Shape, stores: readonly Store[], scalars: readonly (number | bigint)[] = NO_SCALARS): void {
    if (!this.#isNext(kind, domain, stores, scalars)) this.#addTask(kind, domain, stores, scalars);
    this.length++;
  }

  /** The same for a function of `a`, or of `a` and `b`, and perhaps a number, that gives `out`. */
  addCall(kind: TaskKind, domain: Shape, a: Store, b: Store | null, out: Store, scalar?: number | bigint): void {
    const task = this.#next(kind, domain);
    if (task !== null && this.#fitsCall(task, a, b, out)) {
      if (scalar !== undefined) this.#scalars.push(scalar);
    } else this.#addTask(kind, domain, b === null ? [a, out] : [a, b, out], scalar === undefined ? NO_SCALARS : [scalar]);
    this.length++;
  }

  /** The same on roots, as `views` see them; whoever calls it again and again gives the same array of views. */
  addOn(kind: TaskKind, domain: Shape, roots: readonly Root[], views: readonly View[]): void {
    if (!this.#isNextOn(kind, domain, roots, views)) {
      this.#unfold();
      this.#tasks.push(taskOnRoots(kind, domain, roots, views, this.#enter, this.number));
    }
    this.length++;
  }

  /** Whatever was expected, this is another task. */
  #addTask(kind: TaskKind, domain: Shape, stores: readonly Store[], scalars: readonly (number | bigint)[]): void {
    this.#unfold();
    this.#tasks.push(taskOn(kind, domain, stores, scalars, this.#enter, this.number));
  }

  #isNext(kind: TaskKind, domain: Shape, stores: readonly Store[], scalars: readonly (number | bigint)[]): boolean {
    const task = this.#next(kind, domain);
    if (task === null || stores.length !== task.slots.length || scalars.length !== task.scalars) return false;
    for (let k = 0; k < stores.length; k++) {
      if ((task.writes[k] && stores[k].root.readOnly) || !this.#fits(task, k, stores[k])) return false;
    }
    for (let i = 0; i < scalars.length; i++) this.#scalars.push(scalars[i]);
    return true;
  }

  #fitsCall(task: ExpectedTask, a: Store, b: Store | null, out: Store): boolean {
    if (!this.#fits(task, 0, a) || (b !== null && !this.#fits(task, 1, b))) return false;
    return !out.root.readOnly && this.#fits(task, b === null ? 1 : 2, out);
  }

  #isNextOn(kind: TaskKind, domain: Shape, roots: readonly Root[], views: readonly View[]): boolean {
    const task = this.#next(kind, domain);
    if (task === null || roots.length !== task.slots.length || task.scalars !== 0) return false;
    const same = views === task.views;
    for (let k = 0; k < roots.length; k++) {
      if ((!same && views[k] !== task.views[k]) || (task.writes[k] && roots[k].readOnly)) return false;
      if (!this.#fitsRoot(task, k, roots[k])) return false;
    }
    return true;
  }

  /** The task that is expected next, if it is of this kind and over this domain. */
  #next(kind: TaskKind, domain: Shape): ExpectedTask | null {
    const tasks = this.#expecting;
    if (this.length >= tasks.length) return null;
    const task = tasks[this.length];
    return task.kind === kind && (task.domain === domain || sameShape(task.domain, domain)) ? task : null;
  }

  /** Whether an argument is the expected one; a root that was not used before takes its place. */
  #fits(task: ExpectedTask, k: number, { root, view }: Store): boolean {
    return view === task.views[k] && this.#fitsRoot(task, k, root);
  }

  #fitsRoot(task: ExpectedTask, k: number, root: Root): boolean {
    const slot = task.slots[k];
    const slots = this.#slots;
    return slot < slots.length ? slots[slot] === root : this.#takesPlace(root);
  }

  /** Puts a root into the next slot, if it is new in the window and in the expected state. */
  #takesPlace(root: Root): boolean {
    const place = this.#places[this.#slots.length];
    if (root.mark === this.number || root.recipe !== null) return false;
    if (root.view !== place.view || root.key !== place.key || (root.address !== 0) !== place.stored) return false;
    this.#slots.push(root);
    this.#enter(root);
    return true;
  }

  /** A task of the window uses a root that none before it used. */
  readonly #enter = (root: Root): void => {
    root.mark = this.number;
    if (root.bytes > this.#small && root.address === 0) this.#noteLarge(root.bytes);
  };

  /** From here on, tasks are made. */
  #unfold(): void {
    if (this.#expected === null) return;
    this.#tasks = this.#expected.unfold(this.length, this.#slots, this.#scalars);
    this.#expectNothing();
  }

  /** The tasks so far. */
  get tasks(): readonly Task[] {
    this.#unfold();
    return this.#tasks;
  }

  /** The window as it is now; a new one begins. */
  take(): Window {
    const expected = this.#expected;
    const complete = expected !== null && this.length === expected.tasks.length;
    const window = complete ? Window.asExpected(expected, this.#slots, this.#scalars) : Window.of(this.tasks);
    this.begin([]);
    return window;
  }

  /** A window begins with these tasks. */
  begin(tasks: Task[]): void {
    this.#tasks = tasks;
    this.length = tasks.length;
    this.#expectNothing();
  }

  #expectNothing(): void {
    this.#expected = null;
    this.#expecting = this.#places = NOTHING;
    this.#slots = [];
    this.#scalars = [];
  }
}
