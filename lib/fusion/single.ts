/**
 * Steps of one task each, for windows that are launched without a plan: a task's kernel does not depend on the sizes and offsets of its
 * views, so that it is looked up rather than composed. Nothing is solved: rows are cut evenly.
 */
import { type Kernel, type Structure, structureOf, unitsOf } from '../ir/index.js';
import { type Machine, none, pointsWanted } from '../partition/index.js';
import { ONE_POINT, type Shape } from '../shape/index.js';
import type { Task, TaskKind } from '../task/index.js';
import { fusedKernel } from './fused-kernels.js';
import type { ImageOf } from './images.js';
import { accessOf, bindingOf, doesNothing, kernelAt, ownBindings, slotsUsed } from './part.js';
import { NO_WAYS, type Step } from './plan.js';

/** Arguments of a task that has such a step, at most: how they coincide is a number. */
const MOST_ARGS = 8;

/** The kernel of tasks of one kind and rank with arguments that coincide in the same way. */
export interface Single {
  readonly rank: number;
  readonly coincidence: number;
  readonly kernel: Kernel;
  readonly structure: Structure;
  /** The task's arguments that it has. */
  readonly args: readonly number[];
  readonly images: readonly null[];
  /** Whether there is nothing to do. */
  readonly empty: boolean;
}

const known = new WeakMap<TaskKind, Single[]>();

/** Whether a task can be a step by itself without being solved: the device runs it, over any domain. */
export function canBeSingle({ kind, roots }: Task): boolean {
  return kind.body.kind !== 'js' && kind.points === null && kind.index === null && roots.length <= MOST_ARGS;
}

/**
 * The step that runs the `index`-th task of a window; the tasks before it have `firstScalar` scalars. Null where there is nothing to do.
 */
export function singleStep(task: Task, index: number, firstScalar: number, machine: Machine): Step | null {
  const { kind, domain } = task;
  const single = kind.fusible ? singleOf(task) : null;
  if (single?.empty) return null;
  const bindings = single === null ? ownBindings(task) : single.args.map((k) => bindingOf(task, k));
  const used = slotsUsed(bindings, single === null ? kind.args : single.kernel.args);
  return {
    tasks: [index],
    device: 0,
    split: null,
    through: NO_WAYS,
    kernel: single === null ? null : single.kernel,
    domain,
    launch: ONE_POINT,
    tiles: none,
    unitsPerPoint: single === null ? 0 : unitsPerPoint(task, single, machine),
    bindings,
    images: single === null ? bindings.map((): ImageOf | null => null) : single.images,
    index: null,
    parts: null,
    scalars: task.scalars.map((_, i) => firstScalar + i),
    keys: used.writes.map((slot) => ({ slot, key: null })),
    ...used,
  };
}

function unitsPerPoint({ domain }: Task, { kernel, structure }: Single, machine: Machine): number {
  const { count } = unitsOf(domain, kernel.rowRank, structure);
  return unitsEach(count, domain, machine);
}

/** Units of each point, where so many are cut evenly. */
export function unitsEach(units: number, domain: Shape, machine: Machine): number {
  return Math.ceil(units / pointsWanted(domain, machine));
}

/** The kernel of a fusible task by itself. */
export function singleOf(task: Task): Single {
  const rank = task.domain.length;
  const coincidence = coincidenceOf(task);
  let singles = known.get(task.kind);
  if (singles === undefined) known.set(task.kind, (singles = []));
  for (const single of singles) if (single.rank === rank && single.coincidence === coincidence) return single;
  const made = makeSingle(task, coincidence);
  singles.push(made);
  return made;
}

/** Which arguments are the same, and which are uniform, as a number. */
function coincidenceOf(task: Task): number {
  const { kind, roots } = task;
  let code = 0;
  for (let k = 0; k < roots.length; k++) {
    const uniform = accessOf(task, k) !== kind.args[k].access;
    code = code * (2 * MOST_ARGS) + 2 * firstLike(task, k) + (uniform ? 1 : 0);
  }
  return code;
}

/** The first argument that is the same as argument `k`. */
function firstLike(task: Task, k: number): number {
  const { roots, views } = task;
  const access = accessOf(task, k);
  let first = 0;
  while (roots[first] !== roots[k] || views[first] !== views[k] || accessOf(task, first) !== access) first++;
  return first;
}

function makeSingle(task: Task, coincidence: number): Single {
  const { roots, domain } = task;
  const first = roots.map((_, k) => firstLike(task, k));
  const distinct = [...new Set(first)];
  const part = {
    kernel: kernelAt(task, domain.length),
    args: first.map((k) => distinct.indexOf(k)),
    scalars: task.scalars.map((_, i) => i),
  };
  const { kernel, args } = fusedKernel([part], new Set());
  return {
    rank: domain.length,
    coincidence,
    kernel,
    structure: structureOf(kernel),
    args: args.map((i) => distinct[i]),
    images: args.map(() => null),
    empty: doesNothing(kernel),
  };
}
