/** Parameters of the task runtime's calls. */
import { ANYTHING, ArgumentError, INTEGER, type Kind, kind, optional } from '../base/index.js';
import type { RegisteredTask } from './bodies.js';
import type { Event } from './event.js';

/** Whether it is a task that `register`, `registerModule` or `registerNative` gave. */
export function isTask(given: unknown): boolean {
  const task = given as Partial<RegisteredTask> | null | undefined;
  return typeof task === 'object' && task !== null && typeof task.kind === 'string' && typeof task.number === 'number';
}

/** The kind of tasks from `register`, `registerModule` and `registerNative`. */
export const TASK: Kind<RegisteredTask<never>> = kind('a registered task', isTask);
const EVENTS: Kind<readonly Event[]> = kind('an Array of events', (given) => Array.isArray(given));
/** The parameters of `launch`. */
export const LAUNCH: readonly Kind[] = [INTEGER, TASK, ANYTHING, optional(EVENTS)];

/** A count of threads. Throws `ArgumentError`. */
export function checkCount(name: string, count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= 1024) return count;
  throw new ArgumentError(`createTaskRuntime: ${name} must be an integer in 1 … 1024 (got ${count})`);
}
