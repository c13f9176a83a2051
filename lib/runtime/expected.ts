/**
 * What a window is expected to be, because others of its form came where it comes: the tasks without their roots and scalars,
 * and for each root the state that it is to be in. A window that is recorded against it needs no tasks and no canonical form:
 *
 *     c = a + b; d = c * 2      tasks   ADD 0 1 2 · MUL 2 3, one scalar      slots   a b c d      scalars   2
 *
 * It holds no root: what a past window used is not kept alive for the sake of the next.
 */
import type { Shape, View } from '../shape/index.js';
import type { KeyPartition, Root } from '../store/index.js';
import type { Task, TaskKind } from '../task/index.js';

export interface ExpectedTask {
  readonly kind: TaskKind;
  readonly domain: Shape;
  readonly views: readonly View[];
  /** By argument: which root, and whether the task writes to it. */
  readonly slots: readonly number[];
  readonly writes: readonly boolean[];
  /** How many scalars it has, and the tasks before it together. */
  readonly scalars: number;
  readonly firstScalar: number;
}

/** A root at its first use, as the canonical form has it. */
export interface ExpectedRoot {
  readonly view: View;
  readonly key: KeyPartition | null;
  readonly stored: boolean;
}

export class Expected {
  readonly tasks: readonly ExpectedTask[];
  readonly roots: readonly ExpectedRoot[];

  /** Of a window that has just been given its form: roots carry their numbers. */
  constructor(tasks: readonly Task[], slots: readonly Root[]) {
    let firstScalar = 0;
    this.tasks = tasks.map(({ kind, domain, roots, views, scalars }) => {
      const writes = kind.args.map((arg) => arg.privilege !== 'read');
      const task = { kind, domain, views, slots: roots.map((r) => r.slot), writes, scalars: scalars.length, firstScalar };
      firstScalar += scalars.length;
      return task;
    });
    this.roots = slots.map(({ view, key, address }) => ({ view, key, stored: address !== 0 }));
  }

  /** The first `count` tasks, on these roots and with these scalars. */
  unfold(count: number, slots: readonly Root[], scalars: readonly (number | bigint)[]): Task[] {
    return this.tasks.slice(0, count).map(({ kind, domain, views, slots: numbers, scalars: n, firstScalar }) => ({
      kind,
      domain,
      roots: numbers.map((slot) => slots[slot]),
      views,
      scalars: scalars.slice(firstScalar, firstScalar + n),
    }));
  }
}
