/** Small things that are done to the tasks and roots of a window. */
import { ArgumentError, DisposedError, InterruptedError, isStackOverflow, ManipleError, TaskError } from '../../base/index.js';
import type { Machine } from '../../partition/index.js';
import { isIntact, type Shape, type View } from '../../shape/index.js';
import { checkOwner, checkWritable, disposed, type Root, type Store } from '../../store/index.js';
import type { Task, TaskKind } from '../../task/index.js';
import type { Config } from '../config.js';
import { siteOf } from './sites.js';

/** Points for each processor, where there is work enough: an idle processor takes points of a late one. */
const POINTS_A_PROCESSOR = 2;

/** The machine that windows are planned for. */
export function machineOf(config: Config): Machine {
  const points = config.procs === 1 ? 1 : config.procs * POINTS_A_PROCESSOR;
  const atOnce = config.memories > 1 ? 1 : config.procs;
  return { procs: Math.max(points, config.memories), atOnce, grainElements: config.grain };
}

/** Is told of the window's roots that have no memory yet. */
export interface Temporaries {
  /** Bytes up to which it need not be told. */
  readonly least: number;
  add(bytes: number): void;
  /** As `add`, of a root without a token. */
  addUnwatched(bytes: number): void;
}

/** The window that a task is issued to, its runtime, and its callback for roots that are new in the window. */
export interface Opened {
  readonly number: number;
  readonly owner: number;
  enter(root: Root): void;
}

/**
 * A task on stores, as `views` see them; null: by their own views, of which it shares the array with the last task of the kind where they are
 * equal, as they often are. Throws `ArgumentError` for a write to a read-only root, and for a root of a different runtime,
 * `DisposedError` for one that was disposed of.
 */
export function taskOn(
  kind: TaskKind,
  domain: Shape,
  stores: readonly Store[],
  views: readonly View[] | null,
  scalars: readonly (number | bigint)[],
  window: Opened,
): Task {
  const site = siteOf(kind);
  const count = stores.length;
  const roots = new Array<Root>(count);
  const { last } = kind;
  let same = last.views.length === count;
  for (let k = 0; k < count; k++) {
    const { root, view } = stores[k];
    if (root.readOnly && kind.args[k].privilege !== 'read') checkWritable(root, kind.name);
    if (root.dead) throw disposed(kind.name);
    roots[k] = root;
    if (root.mark !== window.number || root.owner !== window.owner) enter(kind, root, window);
    if (same && view !== last.views[k]) same = false;
  }
  if (views === null && !same) last.views = stores.map((store) => store.view);
  return { kind, domain, roots, views: views ?? last.views, scalars, site };
}

function enter(kind: TaskKind, root: Root, window: Opened): void {
  checkOwner(root, window.owner, kind.name);
  if (root.mark !== window.number) window.enter(root);
}

/** Notes the window that uses these tasks' roots. */
export function mark(tasks: readonly Task[], window: number): void {
  for (const task of tasks) for (const root of task.roots) root.mark = window;
}

/** Throws `ArgumentError` when the program wrote into the sizes of a view that a task uses, or was made of: they lead outside its root. */
export function checkIntact(tasks: readonly Task[]): void {
  for (const { kind, roots, views } of tasks) {
    for (let k = 0; k < views.length; k++) {
      const { low, high } = views[k];
      const { bytes, dtype } = roots[k];
      // A view without elements may begin anywhere: none is touched.
      if (isIntact(views[k]) && (high === low || (low >= 0 && high * dtype.size <= bytes))) continue;
      throw new ArgumentError(
        `${kind.name}: the program wrote into the shape or the strides of an array's view, which other arrays share; use x.shape, a copy`,
      );
    }
  }
}

/** The error of a window, for its readers: the call that happened to flush it throws nothing. */
function asManipleError(error: unknown): ManipleError {
  if (error instanceof ManipleError) return error;
  return new TaskError(`the runtime could not launch a window: ${String(error)}`, { cause: error });
}

/** The error of a window that was not launched as a whole because of `cause`, or of an interruption that left no error. */
export function interruptedBy(cause: unknown): ManipleError {
  if (cause !== undefined && !isStackOverflow(cause)) return asManipleError(cause);
  return new InterruptedError(
    'the program was interrupted (by a timeout, Ctrl-C or a stack that overflowed) while this array was being computed; compute it again',
    { cause },
  );
}

/** The error of reading contents that no launch and no upload is known to have made. */
export function lostError(operation: string): InterruptedError {
  return new InterruptedError(
    `${operation}: the array has no contents: the program was interrupted before they were computed; compute it again`,
  );
}

/** Makes readers of the tasks' results throw `error`. */
export function poison(tasks: readonly Task[], error: ManipleError): void {
  for (const task of tasks) {
    task.kind.args.forEach((arg, k) => {
      if (arg.privilege !== 'read') task.roots[k].error = error;
    });
  }
}

/** The error of an operation on a runtime that was closed. */
export function closedError(operation: string): DisposedError {
  return new DisposedError(`${operation}: the runtime that has these arrays was closed; read what is needed before close()`);
}
