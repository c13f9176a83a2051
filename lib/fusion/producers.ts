/** Producers: tasks of a window that compute results which later tasks of it read, and tasks that are rewritten to compute these themselves. */
import { sameShape } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';

/** A task that reads through producers. */
export interface ThroughTask {
  readonly task: Task;
  /** Producers that are gone through, each before the ones that it reads from. */
  readonly producers: readonly number[];
  /** Producers whose results tasks read as they are, in kernels that are to keep the results to themselves (`beside.ts`). */
  readonly beside?: readonly number[];
  /** By scalar of the task: the task of the window that has it, and its place there. */
  readonly scalars: readonly (readonly [task: number, place: number])[];
}

export function writes({ kind }: Task, k: number): boolean {
  return kind.args[k].privilege !== 'read';
}

/** Whether a task computes all of a root, element by element, and does not read it. */
export function isElementwise({ kind, roots, views, domain }: Task, k: number, root: Root): boolean {
  const { privilege, access } = kind.args[k];
  if (!kind.fusible || domain.length === 0 || roots.lastIndexOf(root) !== k) return false;
  return privilege === 'write' && access === 'elementwise' && views[k] === root.view && sameShape(domain, root.view.shape);
}

/** Whether a task computes all of a root as a fold over rows of one axis, and does not read it. */
export function foldsRows({ kind, roots, views, domain }: Task, k: number, root: Root): boolean {
  const { privilege, access } = kind.args[k];
  if (!kind.fusible || domain.length < 2 || roots.lastIndexOf(root) !== k) return false;
  return privilege === 'write' && access === 'rows' && views[k] === root.view && sameShape(domain.slice(0, -1), root.view.shape);
}
