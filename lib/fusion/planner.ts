/**
 * Makes plans (Diffuse sections 4 to 6): has a window clustered, finds the slots that each cluster can keep to itself (`candidates.ts`),
 * composes and optimizes its kernel. Runs once for each canonical form and choice of slots that get no memory.
 */

import { none, type Partition } from '../partition/index.js';
import { keptHome, type Placed, type Placer } from '../placement/index.js';
import { ONE_POINT } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { Arguments } from './arguments.js';
import { type Candidate, candidatesOf, resultsOf } from './candidates.js';
import { type Cluster, type Growth, localsOf } from './cluster.js';
import { type ClustererName, clusterers, unfused } from './clusterers.js';
import type { Barrier } from './constraint-barrier.js';
import { keyOf } from './cut.js';
import { fusedKernel } from './fused-kernels.js';
import type { Group } from './group.js';
import { imagesOf, keptImages } from './images.js';
import { indexStep } from './index-step.js';
import { Offers } from './offer.js';
import { accessOf, bindingOf, doesNothing, isLiftable, kernelAt, ownBindings, slotsUsed } from './part.js';
import { NO_WAYS, type Plan, type Step } from './plan.js';
import type { ThroughTask } from './producers.js';
import { goneIn, waysThrough } from './through.js';

export interface Planning extends Pick<Growth, 'machine' | 'oneMemory'> {
  /** With `fuse` false every task is a launch of its own. */
  readonly fuse: boolean;
  /** How tasks are gathered into kernels. */
  readonly clusters: ClustererName;
  /** Places tasks on the machine's devices; null where there is but one. */
  readonly placer: Placer | null;
  /** Whether tasks may compute the elements that they read through shifted views, too, beside the ones that they gather. */
  readonly shifts: boolean;
  /** Whether a root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
}

/**
 * The machine, options and devices that clusters of a window are grown for: its tasks are placed first. `gone`: tasks of which nothing is
 * left.
 */
export function growthOf(
  tasks: readonly Task[],
  slots: readonly Root[],
  planning: Planning,
  gone?: ReadonlySet<number>,
): Growth & Pick<Plan, 'placed'> {
  const placed = planning.placer?.place(tasks, slots) ?? null;
  return {
    machine: planning.machine,
    oneMemory: planning.oneMemory,
    devices: placed?.devices ?? null,
    hasRoom: placed?.hasRoom ?? null,
    placed,
    gone,
    offers: new Offers(),
  };
}

/** Facts learnt from windows of one form. */
interface Known {
  /** Levels of tasks that the solver found; null for none. */
  readonly levels: readonly number[] | null;
  /** Whether a slot has to be in memory, so that nothing is gathered through the task that computes it. */
  isKept(slot: number): boolean;
}

const NOTHING: Known = { levels: null, isKept: () => false };

/** A window cut into groups. */
export interface CutWindow {
  /** The slots that may be left out. */
  readonly candidates: readonly Candidate[];
  /** Slots that tasks gather through. */
  readonly gatheredThrough: ReadonlySet<number>;
  /** The plan in which these slots get no memory; for one call. */
  plan(leftOut: readonly number[]): Plan;
}

/** Is told of each window before it is cut; its roots carry their slots. */
type Watcher = (tasks: readonly Task[], slots: readonly Root[], planning: Planning) => void;

let watcher: Watcher | null = null;

/** Has windows watched that are planned from now on; null: no more. */
export function watchPlanning(watching: Watcher | null): void {
  watcher = watching;
}

/** Cuts a window; its roots carry their slots. `known`: facts learnt from earlier windows of its form. */
export function cutWindow(tasks: readonly Task[], slots: readonly Root[], planning: Planning, known: Known = NOTHING): CutWindow {
  watcher?.(tasks, slots, planning);
  return new Planner(tasks, slots, planning, known);
}

/** A window's tasks in clusters. */
interface Gathered {
  readonly through: readonly (ThroughTask | null)[];
  readonly given: readonly Task[];
  readonly growth: Growth & Pick<Plan, 'placed'>;
  readonly clusters: readonly Cluster[];
  readonly barriers: readonly Barrier[];
  readonly locals: readonly ReadonlySet<number>[];
  readonly stored: readonly number[];
}

class Planner implements CutWindow {
  readonly candidates: readonly Candidate[];
  readonly gatheredThrough: ReadonlySet<number>;
  readonly #through: readonly (ThroughTask | null)[];
  readonly #clusters: readonly Cluster[];
  /** By cluster: the slots that it can keep to itself. */
  readonly #locals: readonly ReadonlySet<number>[];
  readonly #tasks: readonly Task[];
  readonly #slots: readonly Root[];
  readonly #planning: Planning;
  /** By task: how many scalars the tasks before it have. */
  readonly #firstScalar: Int32Array;
  readonly #placed: Placed | null;
  readonly #steps: Step[] = [];
  /** By task: why its device refuses the kernel that it is part of. */
  readonly #refused = new Map<number, string>();
  readonly #barriers: readonly Barrier[];

  constructor(tasks: readonly Task[], slots: readonly Root[], planning: Planning, known: Known) {
    this.#planning = planning;
    this.#slots = slots;
    this.#firstScalar = new Int32Array(tasks.length);
    let scalars = 0;
    tasks.forEach((task, t) => {
      this.#firstScalar[t] = scalars;
      scalars += task.scalars.length;
    });
    const stored = new Set<number>();
    let way: Gathered;
    // A result that comes to lie in memory after all is gathered, rather than computed twice.
    do {
      way = this.#gathered(tasks, known, (slot) => stored.has(slot) || known.isKept(slot));
      for (const slot of way.stored) stored.add(slot);
    } while (way.stored.length > 0);
    const { through, given, growth, clusters } = way;
    this.#through = through;
    this.#tasks = given;
    this.gatheredThrough = resultsOf(tasks, this.#through);
    this.#placed = growth.placed;
    this.#clusters = clusters;
    this.#barriers = way.barriers;
    this.#locals = way.locals;
    const groups = clusters.map(({ positions }, c) => ({ tasks: positions, slots: this.#locals[c] }));
    this.candidates = candidatesOf(given, groups, planning.held, this.#through);
  }

  /** The window's tasks with ways through producers, in clusters; `stored`: results with such ways that no cluster keeps to itself. */
  #gathered(tasks: readonly Task[], { levels }: Known, isKept: (slot: number) => boolean): Gathered {
    const through = waysThrough(tasks, this.#planning, isKept);
    const given = tasks.map((task, t) => through[t]?.task ?? task);
    const growth = growthOf(given, this.#slots, this.#planning, goneIn(given, through));
    const clusterer = this.#planning.fuse ? clusterers[this.#planning.clusters] : unfused;
    const { clusters, barriers } = clusterer(given, growth, this.#slots, levels);
    const locals = localsOf(clusters, this.#slots, growth.gone);
    const beside = new Set(through.flatMap((way) => way?.beside ?? []));
    const results = [...beside].flatMap((p) => tasks[p].roots.filter((_, k) => tasks[p].kind.args[k].privilege !== 'read'));
    const stored = results.map(({ slot }) => slot).filter((slot) => !isKept(slot) && !locals.some((own) => own.has(slot)));
    return { through, given, growth, clusters, barriers, locals, stored };
  }

  plan(leftOut: readonly number[]): Plan {
    const out = new Set(leftOut);
    this.#clusters.forEach((cluster, c) => {
      const [first] = cluster.positions;
      const { fusible, index } = this.#tasks[first].kind;
      if (fusible) this.#fused(cluster, this.#locals[c], out);
      else if (index !== null) this.#steps.push(indexStep(this.#tasks[first], first, index, this.#firstScalar[first]));
      else this.#opaque(first, cluster.group);
    });
    const lengths = this.#clusters.map(({ positions }) => positions.length);
    return {
      steps: this.#steps,
      lastUses: this.#lastUses(),
      eliminated: leftOut,
      barriers: this.#barriers,
      placed: keptHome(this.#placed, this.#refused),
      lengths,
    };
  }

  #opaque(index: number, group: Group): void {
    const task = this.#tasks[index];
    const bindings = ownBindings(task);
    const scalars = task.scalars.map((_, i) => this.#firstScalar[index] + i);
    const used = slotsUsed(bindings, task.kind.args);
    const solution = task.kind.points === 'rows' && group.solution !== null && group.solution.points > 1 ? group.solution : null;
    this.#steps.push({
      device: this.#placed?.devices[index] ?? 0,
      tasks: [index],
      split: null,
      through: NO_WAYS,
      kernel: null,
      domain: task.domain,
      launch: solution?.launch ?? ONE_POINT,
      tiles: none,
      unitsPerPoint: 0,
      bindings,
      images: bindings.map(() => null),
      index: null,
      parts: solution?.partitions ?? null,
      scalars,
      keys: this.#keys(group, used.writes),
      ...used,
    });
  }

  #fused({ positions, tasks, group, split }: Cluster, locals: ReadonlySet<number>, leftOut: ReadonlySet<number>): void {
    const merged = new Arguments();
    const scalars: number[] = [];
    const parts = [];
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i];
      const places = this.#scalarsOf(task, positions[i]);
      const args = task.roots.map((_, k) => merged.add(bindingOf(task, k)));
      // Producers that several tasks go through have their scalars once, so that their nodes are common subexpressions.
      const isOwn = this.#through[positions[i]] === null;
      const slots = places.map((place) => (isOwn || !scalars.includes(place) ? scalars.push(place) - 1 : scalars.indexOf(place)));
      parts.push({ kernel: kernelAt(task, group.domain.length), constraints: task.kind.constraints, args, scalars: slots });
    }
    const temporaries = merged.where((slot) => leftOut.has(slot) && locals.has(slot));
    const { kernel, args } = fusedKernel(parts, temporaries);
    if (doesNothing(kernel)) return;
    const device = this.#placed?.devices[positions[0]] ?? 0;
    const refusal = this.#planning.placer?.refuses(device, kernel) ?? null;
    if (refusal !== null) for (const position of positions) this.#refused.set(position, refusal);
    const bindings = args.map((i) => merged.bindings[i]);
    const used = slotsUsed(bindings, kernel.args);
    const isWritten = (k: number): boolean => used.writes.includes(bindings[k].slot);
    this.#steps.push({
      device: refusal === null ? device : 0,
      tasks: positions,
      split,
      through: positions.flatMap((t) => (this.#through[t] === null ? [] : [[t, ...this.#through[t].producers]])),
      kernel,
      domain: group.domain,
      launch: group.solution?.launch ?? ONE_POINT,
      tiles: tilesOf(tasks, group),
      unitsPerPoint: group.solution?.unitsPerPoint ?? 1,
      bindings,
      images: keptImages(imagesOf(parts, merged.bindings.length), args, isWritten),
      index: null,
      parts: null,
      scalars,
      keys: this.#keys(group, used.writes),
      ...used,
    });
  }

  /** Places of a task's scalars among the window's. */
  #scalarsOf({ scalars }: Task, t: number): number[] {
    const own = this.#through[t]?.scalars;
    return scalars.map((_, i) => (own === undefined ? this.#firstScalar[t] + i : this.#firstScalar[own[i][0]] + own[i][1]));
  }

  /** The new key partitions of written roots. */
  #keys(group: Group, writes: readonly number[]): { slot: number; key: Partition | null }[] {
    return writes.map((slot) => {
      const partition = group.writtenThrough(slot);
      return { slot, key: partition === null ? null : keyOf(this.#slots[slot].view, partition, this.#planning.machine) };
    });
  }

  /** By step: slots that it uses for the last time. */
  #lastUses(): number[][] {
    const last = new Map<number, number>();
    this.#steps.forEach((step, i) => {
      for (const { slot } of step.bindings) last.set(slot, i);
    });
    const lastUses: number[][] = this.#steps.map(() => []);
    for (const [slot, i] of last) lastUses[i].push(slot);
    return lastUses;
  }
}

/** How the group's domain is cut: as an element-wise argument of the task that decided it. */
function tilesOf(tasks: readonly Task[], group: Group): Partition {
  const decider = tasks.find((task) => !isLiftable(task));
  const k = decider?.roots.findIndex((_, k) => accessOf(decider, k) === 'elementwise') ?? -1;
  return group.solution?.partitions[k] ?? none;
}
