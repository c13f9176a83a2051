/** Small things that are done to the tasks and roots of a window. */
import { ArgumentError, DisposedError, InterruptedError, isStackOverflow, ManipleError, TaskError } from '../../base/index.js';
import type { Machine } from '../../partition/index.js';
import { isIntact, type Shape, sameShape, type View } from '../../shape/index.js';
import { checkOwner, checkWritable, type Root, type Store } from '../../store/index.js';
import type { Task, TaskKind } from '../../task/index.js';
import type { Config } from '../config.js';

/** Points for each processor, where there is work enough: what one is late with, another takes. */
const POINTS_A_PROCESSOR = 2;

/** The machine that windows are planned for. */
export function machineOf(config: Config): Machine {
  const points = config.procs === 1 ? 1 : config.procs * POINTS_A_PROCESSOR;
  const atOnce = config.memories > 1 ? 1 : config.procs;
  return { procs: Math.max(points, config.memories), atOnce, grainElements: config.grain };
}

/** Tasks of a window that may become one launch; with folds, for whose results the rest may have to wait, fewer. */
const PROMISING = 1024;
const PROMISING_WITH_FOLDS = 256;

/**
 * Tasks from which on a window is full, `known` by those before it. One that may become a single launch is waited for longer: to
 * cut it stores what its rest would still have used. What cannot fuse keeps memory meanwhile, and is better begun.
 */
export function fullAt(tasks: readonly Task[], known: number, { window }: Readonly<Config>): number {
  const [{ domain }] = tasks;
  const together = window === 0 && tasks.every((task) => task.kind.fusible && sameShape(task.domain, domain));
  if (!together) return known;
  const maps = tasks.every((task) => task.kind.args.every(({ access }) => access === 'elementwise'));
  return Math.max(known, maps ? PROMISING : PROMISING_WITH_FOLDS);
}

/** The window that a task is for, its runtime, and who hears of the roots that it did not use before. */
export interface Opened {
  readonly number: number;
  readonly owner: number;
  enter(root: Root): void;
}

/**
 * A task on stores. The views are those of the last task of the
 * kind where they are the same, as they often are. Throws `ArgumentError` for a write to what nobody may write to,
 * and for what belongs to another runtime.
 */
export function taskOn(
  kind: TaskKind,
  domain: Shape,
  stores: readonly Store[],
  scalars: readonly (number | bigint)[],
  window: Opened,
): Task {
  const count = stores.length;
  const roots = new Array<Root>(count);
  const { last } = kind;
  let same = last.views.length === count;
  for (let k = 0; k < count; k++) {
    const { root, view } = stores[k];
    if (root.readOnly && kind.args[k].privilege !== 'read') checkWritable(root, kind.name);
    roots[k] = root;
    if (root.mark !== window.number || root.owner !== window.owner) enter(kind, root, window);
    if (same && view !== last.views[k]) same = false;
  }
  if (!same) last.views = stores.map((store) => store.view);
  return { kind, domain, roots, views: last.views, scalars };
}

/** The same on stores' roots, as `views` see them; without scalars. */
export function taskOnRoots(
  kind: TaskKind,
  domain: Shape,
  stores: readonly Store[],
  views: readonly View[],
  window: Opened,
): Task {
  const roots = new Array<Root>(stores.length);
  for (let k = 0; k < roots.length; k++) {
    const { root } = stores[k];
    roots[k] = root;
    if (root.readOnly && kind.args[k].privilege !== 'read') checkWritable(root, kind.name);
    if (root.mark !== window.number || root.owner !== window.owner) enter(kind, root, window);
  }
  return { kind, domain, roots, views, scalars: NO_SCALARS };
}

const NO_SCALARS: readonly number[] = [];

function enter(kind: TaskKind, root: Root, window: Opened): void {
  checkOwner(root, window.owner, kind.name);
  if (root.mark !== window.number) window.enter(root);
}

/** Notes the window that uses these tasks' roots. */
export function mark(tasks: readonly Task[], window: number): void {
  for (const task of tasks) for (const root of task.roots) root.mark = window;
}

/** Throws `ArgumentError` when somebody wrote into the sizes of a view that a task uses, or was made of: they lead outside its root. */
export function checkIntact(tasks: readonly Task[]): void {
  for (const { kind, roots, views } of tasks) {
    for (let k = 0; k < views.length; k++) {
      const { low, high } = views[k];
      const { bytes, dtype } = roots[k];
      if (isIntact(views[k]) && low >= 0 && high * dtype.size <= Math.max(bytes, low * dtype.size)) continue;
      throw new ArgumentError(
        `${kind.name}: somebody wrote into the shape or the strides of an array's view, which other arrays share; use x.shape, a copy`,
      );
    }
  }
}

/** Whatever went wrong with a window, for its readers: nothing is thrown at whoever happened to flush it. */
function asManipleError(error: unknown): ManipleError {
  if (error instanceof ManipleError) return error;
  return new TaskError(`the runtime could not launch a window: ${String(error)}`, { cause: error });
}

/** Of a window that `cause`, or something that left no trace, kept from being launched as a whole. */
export function interruptedBy(cause: unknown): ManipleError {
  if (cause !== undefined && !isStackOverflow(cause)) return asManipleError(cause);
  return new InterruptedError(
    'the program was interrupted (by a timeout, Ctrl-C or a stack that overflowed) while this array was being computed; compute it again',
    { cause },
  );
}

/** Of contents that no launch and no upload is known to have made. */
export function lostError(operation: string): InterruptedError {
  return new InterruptedError(
    `${operation}: the array has no contents: the program was interrupted before they were computed; compute it again`,
  );
}

/** Makes `error` what readers of the tasks' results get. */
export function poison(tasks: readonly Task[], error: ManipleError): void {
  for (const task of tasks) {
    task.kind.args.forEach((arg, k) => {
      if (arg.privilege !== 'read') task.roots[k].error = error;
    });
  }
}

/** Of who asks a runtime for something after it was closed. */
export function closedError(operation: string): DisposedError {
  return new DisposedError(`${operation}: the runtime that has these arrays was closed; read what is needed before close()`);
}

/** Settles when the event loop has turned. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
