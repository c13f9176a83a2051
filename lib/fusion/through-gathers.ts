/**
 * Tasks that gather from results of the window, rewritten: they compute the elements that they gather ("Fusing Gathers", section 3.3 and
 * constraint 11).
 *
 *     0: y = f(x)          over (n)         y is used by the gather alone
 *     1: z = take(y, i)    over (m)         becomes z = f(take(x, i)): y need not exist, and 1 does not wait for 0
 *
 * That is done where only gathers, and producers that are gone through, use the producer's result, or readers that can be in its kernel
 * (`beside.ts`), where all arguments of the rewritten task are in memory anyway, and where it takes less time (`gather-time.ts`): elements
 * that are gathered twice are computed twice.
 */
import { invariant } from '../base/index.js';
import type { GatheredThrough } from '../compile/index.js';
import type { Kernel } from '../ir/index.js';
import type { Constraint } from '../partition/index.js';
import { mayOverlap, sameShape, type View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { ArgSpec, Task } from '../task/index.js';
import { readsBeside, shareKernel } from './beside.js';
import type { Growth } from './cluster.js';
import { gatheredKernel } from './fused-kernels.js';
import { pays, type UsedWindow } from './gather-time.js';
import { bindingOf, kernelAt, ownKernel } from './part.js';
import { foldsRows, isElementwise, type ThroughTask, writes } from './producers.js';
import { Uses } from './uses.js';

/** Producers on one way, at most. */
const MOST_PRODUCERS = 8;
/** Arguments of a rewritten task, at most: one gather is cheaper than many. */
const MOST_ARGS = 8;

/** Facts of a window's roots. */
interface Memory {
  /** Whether a slot has to be in memory. */
  readonly isKept: (slot: number) => boolean;
  /** Whether a root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
}

/** By position: tasks that gather through producers, null elsewhere. */
export function gatherWays(tasks: readonly Task[], memory: Memory, growth: Growth): (ThroughTask | null)[] {
  const found: (ThroughTask | null)[] = tasks.map(() => null);
  if (!tasks.some((task) => task.kind.fusible && task.roots.some((_, k) => isWhole(task, k)))) return found;
  const window = { tasks, uses: new Uses(tasks) };
  tasks.forEach((task, t) => {
    if (task.kind.fusible) found[t] = rewritten(window, t, memory);
  });
  let left = producersLeft(window, found, growth);
  // A task that is left as it is may use results that further tasks go through.
  while (dropped(found, left)) left = producersLeft(window, found, growth);
  const gone = new Set([...left].flatMap(([p, kind]) => (kind === 'gone' ? [p] : [])));
  for (const group of sharingProducers(found)) {
    if (pays(window, found, gone, group)) continue;
    for (const t of group) {
      for (const p of found[t]?.producers ?? []) gone.delete(p);
      found[t] = null;
    }
  }
  return found.map((way) => way && { ...way, beside: way.producers.filter((p) => left.get(p) === 'beside') });
}

/** Remains of producers that tasks go through: nothing; their kernels, for readers beside; or their results, in memory. */
type Left = ReadonlyMap<number, 'gone' | 'beside' | 'stored'>;

/** By producer that tasks go through: its remains. */
function producersLeft(window: UsedWindow, found: readonly (ThroughTask | null)[], growth: Growth): Left {
  const goers = new Map<number, Set<number>>();
  found.forEach((through, t) => {
    for (const p of through?.producers ?? []) goers.set(p, (goers.get(p) ?? new Set()).add(t));
  });
  const left = new Map<number, 'gone' | 'beside' | 'stored'>();
  const planned = (t: number): Task => found[t]?.task ?? window.tasks[t];
  // The users of a producer's results come behind it.
  for (const [p, own] of [...goers].sort(([a], [b]) => b - a)) {
    const producer = window.tasks[p];
    const results = producer.roots.filter((_, k) => writes(producer, k));
    // Nothing keeps a fold over rows to itself that a further task reads, though nothing is left of that one.
    const isFold = producer.kind.args.some(({ access }) => access === 'rows');
    const isLeft = (t: number): boolean => t !== p && (isFold || left.get(t) !== 'gone');
    const readers = new Set(results.flatMap((root) => window.uses.usersOf(root).filter(isLeft)));
    const beside = [...readers].filter((t) => !own.has(t) || planned(t).roots.some((root) => results.includes(root)));
    if (beside.length === 0) left.set(p, 'gone');
    else {
      const isShared = beside.every((t) => t > p && !own.has(t) && readsBeside(planned(t), producer));
      left.set(p, isShared && shareKernel(window, p, beside, planned, growth) ? 'beside' : 'stored');
    }
  }
  return left;
}

/** Leaves tasks as they are if results of their producers have to be in memory; whether there were such tasks. */
function dropped(found: (ThroughTask | null)[], left: Left): boolean {
  let any = false;
  found.forEach((through, t) => {
    if (through === null || through.producers.every((p) => left.get(p) !== 'stored')) return;
    found[t] = null;
    any = true;
  });
  return any;
}

/** Tasks that go through producers, grouped by common producers. */
function sharingProducers(found: readonly (ThroughTask | null)[]): number[][] {
  const groups = new Set<{ tasks: number[]; producers: number[] }>();
  const groupOf = new Map<number, { tasks: number[]; producers: number[] }>();
  found.forEach((through, t) => {
    if (through === null) return;
    const shared = new Set(through.producers.flatMap((p) => groupOf.get(p) ?? []));
    const [own, ...others] = [...shared].sort((a, b) => b.producers.length - a.producers.length);
    const group = own ?? { tasks: [], producers: [] };
    groups.add(group);
    group.tasks.push(t, ...others.flatMap(({ tasks }) => tasks));
    const joining = [...others.flatMap(({ producers }) => producers), ...through.producers.filter((p) => !groupOf.has(p))];
    for (const p of joining) groupOf.set(p, group);
    group.producers.push(...joining);
    for (const other of others) groups.delete(other);
  });
  return [...groups].map(({ tasks }) => tasks.sort((a, b) => a - b));
}

/** A task with all producers that it gathers from gone through; null where there are none, or one cannot be. */
function rewritten(window: UsedWindow, t: number, { isKept, held }: Memory): ThroughTask | null {
  const { tasks, uses } = window;
  let through: ThroughTask = { task: tasks[t], producers: [], scalars: tasks[t].scalars.map((_, i) => [t, i] as const) };
  for (;;) {
    const k = through.task.roots.findIndex((root, i) => isWhole(through.task, i) && uses.lastWriter(root, t) >= 0);
    if (k < 0) return through.producers.length === 0 ? null : through;
    const root = through.task.roots[k];
    const p = uses.lastWriter(root, t);
    if (isKept(root.slot) || root.address !== 0 || through.producers.length === MOST_PRODUCERS) return null;
    if (isSmallFold(tasks[p], root, held)) return null;
    const next = replaced(window, through, k, p, t);
    if (next === null || next.task.roots.length > MOST_ARGS) return null;
    through = next;
  }
}

/**
 * Whether a result is a fold that is not known to be dead, as small ones are not, nor can be computed later, as its operands may be gone by then:
 * it would be computed all the same.
 */
function isSmallFold({ kind, roots }: Task, result: Root, held: Memory['held']): boolean {
  return kind.args.some(({ access }) => access === 'rows') && !held(result) && roots.some(held);
}

function isWhole({ kind }: Task, k: number): boolean {
  return kind.args[k].access === 'whole' && kind.args[k].privilege === 'read';
}

/** The task with argument `k` computed by the producer `p`. */
function replaced(window: UsedWindow, through: ThroughTask, k: number, p: number, t: number): ThroughTask | null {
  const { task, producers, scalars } = through;
  const producer = window.tasks[p];
  const root = task.roots[k];
  const result = producer.roots.indexOf(root);
  const isComputed = isElementwise(producer, result, root) || foldsRows(producer, result, root);
  if (!isComputed || task.views[k] !== root.view) return null;
  if (task.kind.constraints.some((c) => c.kind === 'scale' || c.kind === 'bloat')) return null;
  const { shape } = root.view;
  const alike = new Set(
    [...task.views.keys()].filter((i) => i !== k && isWhole(task, i) && sameShape(task.views[i].shape, shape)),
  );
  const shaped = ({ domain, views }: Task, kernel: Kernel) => ({ kernel, domain, shapes: views.map((view) => view.shape) });
  const own = kernelAt(producer, producer.domain.length);
  const composed = gatheredKernel(shaped(task, ownKernel(task)), k, shaped(producer, own), result, alike);
  if (composed === null) return null;
  const inputs = composed.args.flatMap(({ of, arg }) => (of === 'producer' ? [arg] : []));
  if (inputs.some((arg) => isChanged(window, producer.roots[arg], producer.views[arg], p, t))) return null;
  const of = composed.args.map((origin) => (origin.of === 'producer' ? producer : task));
  const args = composed.args.map((origin, i): ArgSpec => {
    if (origin.of === 'consumer') return task.kind.args[origin.arg];
    return { privilege: 'read', access: composed.kernel.args[i].access };
  });
  const kind = { ...task.kind, args, constraints: constraintsOf(task, k, composed), body: bodyOf(composed.kernel) };
  return {
    task: {
      ...task,
      kind,
      roots: composed.args.map(({ arg }, i) => of[i].roots[arg]),
      views: composed.args.map(({ arg }, i) => bindingOf(of[i], arg).view),
      scalars: [...task.scalars, ...producer.scalars],
    },
    producers: [...producers, p],
    scalars: [...scalars, ...producer.scalars.map((_, i) => [p, i] as const)],
  };
}

function bodyOf(kernel: ReturnType<typeof ownKernel>): Task['kind']['body'] {
  return { kind: 'kernel', kernel: () => kernel };
}

/** Whether a task from `p` to the one before `t` writes elements that a view of a root reaches. */
function isChanged({ tasks, uses }: UsedWindow, root: Root, view: View, p: number, t: number): boolean {
  return uses.writersOf(root).some((w) => {
    const task = tasks[w];
    const overlaps = (other: Root, k: number): boolean => other === root && writes(task, k) && mayOverlap(task.views[k], view);
    return p <= w && w < t && task.roots.some(overlaps);
  });
}

/** The task's constraints on its new arguments: an argument that pointed at argument `k` points at all arguments that stand for it. */
function constraintsOf(task: Task, k: number, { args, kernel, isSpread }: GatheredThrough): Constraint[] {
  const at = (arg: number): number => args.findIndex((origin) => origin.of === 'consumer' && origin.arg === arg);
  const stand = args.flatMap(({ of }, i) => (of === 'producer' && kernel.args[i].access === 'whole' ? [i] : []));
  return task.kind.constraints.flatMap((c): Constraint[] => {
    if (c.kind === 'align') return c.a === k || c.b === k ? [] : [{ ...c, a: at(c.a), b: at(c.b) }];
    if (c.kind === 'broadcast') return c.arg === k ? stand.map((arg) => ({ ...c, arg })) : [{ ...c, arg: at(c.arg) }];
    invariant(c.kind === 'image', 'constraints of a task that gathers');
    const moved = { ...c, from: at(c.from), ...(c.until !== undefined && { until: at(c.until) }) };
    if (c.to !== k) return [{ ...moved, to: at(c.to) }];
    return stand.map((arg) => (isSpread ? { kind: 'broadcast', arg } : { ...moved, to: arg }));
  });
}
