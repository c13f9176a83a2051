/**
 * The program that a log's tasks are, carried out one after the other: which version of each element every task must find. A
 * version is a number for one task's write of one element; 0 for what was never written, or may be anything.
 */
import type { LogTask, LogView } from '../../../../lib/spy/index.js';

/** Versions of a root's elements. Never changed: a write makes new ones. */
export type Versions = Float64Array;

/** Elements that a root has, at most, of which something is computed. */
export const MOST = 2 ** 16;

/** Indices of a view, at most, of a task that is carried out. */
const MOST_INDICES = 2 ** 20;

export interface Stage {
  readonly task: LogTask;
  /** By argument: the root as the task finds it. */
  readonly found: readonly Versions[];
  /** By argument: the root as the task leaves it. */
  readonly left: Versions[];
}

export class Program {
  readonly #roots = new Map<number, Versions>();
  readonly stages = new Map<number, Stage>();
  #writes = 0;

  root(root: number, size: number): void {
    this.#roots.set(root, new Float64Array(size > MOST ? 0 : size));
  }

  versions(root: number): Versions {
    return this.#roots.get(root) ?? new Float64Array(0);
  }

  task(task: LogTask): void {
    // One that finds no memory is never carried out.
    if (task.args.some((arg) => volume(arg.shape) > MOST_INDICES)) return;
    const found = task.args.map((arg) => this.versions(arg.root));
    const left = task.args.map((arg) =>
      arg.privilege === 'read' ? this.versions(arg.root) : this.#write(arg.root, viewed(arg)),
    );
    this.stages.set(task.task, { task, found, left });
  }

  /** The host fills a root. */
  fill(root: number): Versions {
    return this.#write(root, this.versions(root).keys());
  }

  /** What a task that failed should have written may be anything. */
  forget(task: LogTask): void {
    for (const arg of task.args)
      if (arg.privilege !== 'read') this.#roots.set(arg.root, new Float64Array(this.versions(arg.root).length));
  }

  #write(root: number, elements: Iterable<number>): Versions {
    const version = ++this.#writes * MOST;
    const left = this.versions(root).slice();
    for (const element of elements) left[element] = version + element;
    this.#roots.set(root, left);
    return left;
  }
}

/** A stage that computes results of producers itself: it reads their operands instead, any element of them, as the producers find them. */
export function computing(stage: Stage, producers: readonly Stage[]): Stage {
  if (producers.length === 0) return stage;
  const { task } = stage;
  const computed = new Set(
    producers.flatMap((producer) => producer.task.args.filter((arg) => arg.privilege !== 'read').map((arg) => arg.root)),
  );
  const operands = [stage, ...producers].flatMap((of, i) =>
    of.task.args.flatMap((arg, k) => {
      if ((arg.privilege === 'read' && computed.has(arg.root)) || (i > 0 && arg.privilege !== 'read')) return [];
      const access = i === 0 || arg.access === 'full' || arg.shape.length === 0 ? arg.access : ('whole' as const);
      return [{ arg: { ...arg, access }, found: of.found[k], left: of.left[k] }];
    }),
  );
  return {
    task: { ...task, args: operands.map(({ arg }) => arg) },
    found: operands.map((operand) => operand.found),
    left: operands.map((operand) => operand.left),
  };
}

/** The elements of a view, row-major. */
export function viewed({ shape, strides, offset }: LogView): number[] {
  const size = volume(shape);
  const elements = new Array<number>(size);
  for (let i = 0; i < size; i++) {
    let element = offset;
    for (let axis = shape.length - 1, rest = i; axis >= 0; axis--) {
      element += (rest % shape[axis]) * strides[axis];
      rest = Math.floor(rest / shape[axis]);
    }
    elements[i] = element;
  }
  return elements;
}

export function volume(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}
