/** The errors of a launch that failed: what each of its tasks failed with, the index that is outside, and where the task was issued. */
import {
  ArgumentError,
  ConvergenceError,
  DeviceError,
  IndexError,
  InterruptedError,
  issuedFrom,
  type ManipleError,
  OutOfMemoryError,
  type Site,
  TaskError,
} from '../../base/index.js';
import type { Step } from '../../fusion/index.js';
import { STATUS } from '../../ir/index.js';
import type { Task } from '../../task/index.js';
import { contentsAt, type Peek } from './recomputed.js';
import { OUTSIDE, outsideIn } from './selection.js';

/** A launch's own error for a task of its step, by position in the window; null where the task did not fail. */
export type StepFailure = (task: number) => ManipleError | null;

/** A launch that failed, and why in a driver's words. */
interface Failed {
  readonly launch: number;
  readonly status: number;
  readonly reason: string | null;
}

/** The failure of a step that a launch ran. */
export function failureOfStep({ status, launch, reason }: Failed, tasks: readonly Task[], step: Step, peek: Peek): StepFailure {
  if (status !== STATUS.INDEX) {
    const error = describe(status, nameOf(tasks, step), likeliestSite(tasks, step), reason);
    return () => error;
  }
  const intact: Peek = (root, view) => (root.lastWrite > launch ? null : peek(root, view));
  // Tasks that go through producers which gather look at the producers' indices, too.
  const all = new Set([...step.tasks, ...step.through.flat()]);
  const suspects = [...all].filter((t) => selects(tasks[t])).sort((a, b) => a - b);
  const found = suspects.map((t) => outsideIn(tasks[t], (root, view) => contentsAt(tasks, intact, root, view, t)));
  // The index that was outside may have been overwritten since: then it may be any task's.
  const some = found.some((text) => text !== null);
  const errors = new Map(
    suspects.flatMap((t, i) => (some && found[i] === null ? [] : [[t, indexError(tasks[t], step, found[i])] as const])),
  );
  return (t) => errors.get(t) ?? null;
}

/** The failure of a launch that is no task's, by its name; `reason`: in a driver's words. */
export function failureOf(status: number, name: string, reason: string | null): ManipleError {
  return describe(status, name, null, reason);
}

/** Only tasks that select by index can fail with an index error. */
function selects({ kind }: Task): boolean {
  return kind.args.some(({ access }) => access === 'whole' || access === 'bins');
}

function indexError(task: Task, step: Step, found: string | null): ManipleError {
  const { name, outside } = task.kind;
  const beside = step.tasks.length === 1 ? '' : ` (in a kernel of ${step.tasks.length} fused tasks)`;
  return issuedFrom(new IndexError(outside ?? `${name}${beside}: ${found ?? OUTSIDE}`), task.site ?? null);
}

/** The one position that the step's tasks which may fail by their contents have. */
function likeliestSite(tasks: readonly Task[], { tasks: positions }: Step): Site | null {
  const sites = positions.flatMap((t) => tasks[t].site ?? []);
  return sites.every(({ where }) => where === sites[0].where) ? (sites[0] ?? null) : null;
}

/** A launch by the names of its first and last task. */
function nameOf(tasks: readonly Task[], step: Step): string {
  const first = tasks[step.tasks[0]].kind.name;
  const last = tasks[step.tasks[step.tasks.length - 1]].kind.name;
  return step.tasks.length === 1 ? first : `${first} … ${last} (${step.tasks.length} fused tasks)`;
}

type Made = new (message: string) => ManipleError;

/** Kinds of errors and their texts, by status. */
const TEXTS = new Map<number, readonly [Made, string]>([
  [STATUS.INDEX, [IndexError, OUTSIDE]],
  [STATUS.MEMORY, [OutOfMemoryError, 'no memory for intermediate results']],
  [STATUS.SINGULAR, [ArgumentError, 'the matrix is singular, so there is no unique solution']],
  [STATUS.INDEFINITE, [ArgumentError, 'the matrix is not positive definite']],
  [STATUS.NOT_FINITE, [ArgumentError, 'expected finite elements, got a matrix with NaN or infinity']],
  [STATUS.DIVERGED, [ConvergenceError, 'the iteration did not converge']],
  [STATUS.LOST, [TaskError, 'a thread that ran some of it ended; compute it again']],
  [STATUS.INTERRUPTED, [InterruptedError, 'the program was interrupted while it ran; compute it again']],
  [
    STATUS.DEVICE_LOST,
    [DeviceError, 'the device was lost before it ran; the contents of its memory are gone, compute them again on the cpu'],
  ],
  [
    STATUS.REFUSED,
    [
      TaskError,
      "the addon refused the launch: its kernel is unknown, its parameters are not the kernel's, or an address is not one of an array; " +
        'this is a mistake of maniple and not of the program: please report it',
    ],
  ],
]);

/** The text in front of and behind the words of a GPU's driver, where it gave a reason. */
const REASONED = new Map<number, readonly [string, string]>([
  [STATUS.MEMORY, ['no memory on the device', 'use smaller arrays, or --deviceMemory to leave some of it']],
  [STATUS.REFUSED, ['the device refused the launch', 'this is a mistake of maniple or of the driver: please report it']],
]);

function describe(status: number, name: string, site: Site | null, reason: string | null): ManipleError {
  const [Kind, usual] = TEXTS.get(status) ?? [TaskError, `the task failed with status ${status}`];
  const reasoned = reason === null ? undefined : REASONED.get(status);
  const text = reasoned === undefined ? usual : `${reasoned[0]}: ${reason}; ${reasoned[1]}`;
  return issuedFrom(new Kind(`${name}: ${text}`), site);
}
