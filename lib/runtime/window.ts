/**
 * A window: tasks that are launched together, and the roots that they use, by slot. A window that was recorded against what was
 * expected (`expected.ts`) has its slots and scalars alone; its tasks are made when somebody asks for them, which few do.
 */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Expected } from './expected.js';

/** The scalars of tasks that are launched together. */
export interface Scalars {
  /** The `index`-th scalar of a task. */
  scalar(task: number, index: number): number | bigint;
}

const NONE: readonly never[] = [];

export class Window implements Scalars {
  readonly length: number;
  /** What the tasks are known to be; null where they are in no form yet. */
  readonly expected: Expected | null;
  /** Roots by number in the form; none before it has one. */
  slots: readonly Root[];
  readonly #scalars: readonly (number | bigint)[];
  #tasks: readonly Task[] | null;

  private constructor(
    length: number,
    tasks: readonly Task[] | null,
    expected: Expected | null,
    slots: readonly Root[],
    scalars: readonly (number | bigint)[],
  ) {
    this.length = length;
    this.expected = expected;
    this.slots = slots;
    this.#scalars = scalars;
    this.#tasks = tasks;
  }

  /** `slots`: the roots by number, where the tasks are in a form. */
  static of(tasks: readonly Task[], slots: readonly Root[] = NONE): Window {
    return new Window(tasks.length, tasks, null, slots, NONE);
  }

  /** The tasks that were expected, on these roots and with these scalars. */
  static asExpected(expected: Expected, slots: readonly Root[], scalars: readonly (number | bigint)[]): Window {
    return new Window(expected.tasks.length, null, expected, slots, scalars);
  }

  get tasks(): readonly Task[] {
    return (this.#tasks ??= this.expected?.unfold(this.length, this.slots, this.#scalars) ?? NONE);
  }

  scalar(task: number, index: number): number | bigint {
    if (this.expected === null) return this.tasks[task].scalars[index];
    return this.#scalars[this.expected.tasks[task].firstScalar + index];
  }
}
