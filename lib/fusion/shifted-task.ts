/**
 * A task that reads results through shifted views, rewritten so that it computes their elements: each result, seen through one view, is an
 * evaluation of its producer's source, whose operands are seen through that view as well.
 */
import { type Evaluation, isPlain, type Origin, type Source, sourceOf, throughLoads } from '../compile/index.js';
import type { DType } from '../dtype/index.js';
import type { Kernel, KernelArg } from '../ir/index.js';
import type { View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import { type ArgSpec, impliedConstraints, type Task } from '../task/index.js';
import { type Binding, bindingOf, kernelAt } from './part.js';
import type { ThroughTask } from './producers.js';
import type { Recomputed } from './recomputation.js';
import { seenThrough, shiftOf } from './shift.js';

/** Arguments of a rewritten task, and evaluations in it, at most. */
const MOST_ARGS = 40;
const MOST_EVALUATIONS = 256;

/** Results to go through: their producers. */
export type Gone = Pick<ReadonlyMap<Root, number>, 'get' | 'has'>;

export class ShiftedTask {
  readonly #tasks: readonly Task[];
  readonly #t: number;
  readonly #gone: Gone;
  readonly #isChanged: (root: Root, view: View, p: number) => boolean;
  readonly #recomputed: Recomputed | null;
  readonly #args: KernelArg[] = [];
  readonly #bindings: (Binding & { readonly root: Root })[] = [];
  readonly #places = new Map<string, number>();
  readonly #evaluations = new Map<string, Evaluation | null>();
  readonly #producers = new Set<number>();
  readonly #scalars: (readonly [task: number, place: number])[] = [];
  readonly #dtypes: DType[] = [];
  readonly #firstScalar = new Map<number, number>();

  /**
   * `gone`: results to go through, and their producers. `isChanged`: whether elements that a producer reads are written again before the
   * task. `recomputed`: counts the evaluations; null for no counting.
   */
  constructor(
    tasks: readonly Task[],
    t: number,
    gone: Gone,
    isChanged: (root: Root, view: View, p: number) => boolean,
    recomputed: Recomputed | null,
  ) {
    this.#tasks = tasks;
    this.#t = t;
    this.#gone = gone;
    this.#isChanged = isChanged;
    this.#recomputed = recomputed;
  }

  /** Whether all elements can be computed, and not too many would be. */
  canBe(): boolean {
    const task = this.#tasks[this.#t];
    return this.#origins(task, kernelAt(task, task.domain.length)) !== null;
  }

  /** By argument of the task: where its loads are found; null where one cannot be. */
  #origins(task: Task, own: Kernel): Origin[] | null {
    this.#scalarsOf(this.#t, own);
    const origins = own.args.map((arg, k): Origin | null => {
      const { view, access } = bindingOf(task, k);
      const root = task.roots[k];
      const isLoad = access === 'elementwise' || access === 'full';
      if (!isLoad || !this.#gone.has(root) || view === root.view) return this.#argument(root, view, arg);
      return this.#evaluated(root, view);
    });
    const known = origins.filter((origin) => origin !== null);
    const isLarge = this.#args.length > MOST_ARGS || this.#evaluations.size > MOST_EVALUATIONS;
    return isLarge || known.length < origins.length ? null : known;
  }

  /** The task; null where it cannot be. */
  rewritten(): ThroughTask | null {
    const task = this.#tasks[this.#t];
    const own = kernelAt(task, task.domain.length);
    const origins = this.#origins(task, own);
    if (origins === null) return null;
    const kernel = throughLoads(own, origins, this.#args, this.#dtypes);
    const args = kernel.args.map(({ privilege, access }, i): ArgSpec => {
      const k = origins.findIndex((origin) => origin.kind === 'argument' && origin.arg === i);
      return k < 0 ? { privilege, access } : { ...task.kind.args[k], access };
    });
    return {
      task: {
        ...task,
        kind: { ...task.kind, args, constraints: impliedConstraints(args), body: { kind: 'kernel', kernel: () => kernel } },
        roots: this.#bindings.map(({ root }) => root),
        views: this.#bindings.map(({ view }) => view),
        scalars: this.#scalars.map(([t, place]) => this.#tasks[t].scalars[place]),
      },
      producers: [...this.#producers].sort((a, b) => b - a),
      scalars: this.#scalars,
    };
  }

  /** An argument of the new task; reads of one view are one. */
  #argument(root: Root, view: View, arg: KernelArg): Origin {
    const key = `${root.slot},${view.id},${arg.access},${arg.privilege === 'read' ? '' : this.#args.length}`;
    let place = this.#places.get(key);
    if (place === undefined) {
      this.#places.set(key, (place = this.#args.push(arg) - 1));
      this.#bindings.push({ slot: root.slot, view, access: arg.access, root });
    }
    return { kind: 'argument', arg: place };
  }

  /** A result seen through a view of it; null where that cannot be. */
  #evaluated(root: Root, view: View): Origin | null {
    const key = `${root.slot},${view.id}`;
    let by = this.#evaluations.get(key);
    if (by === undefined && this.#evaluations.size <= MOST_EVALUATIONS) {
      this.#evaluations.set(key, null);
      this.#evaluations.set(key, (by = this.#evaluation(root, view, key)));
    }
    return by === undefined || by === null ? null : { kind: 'computed', by };
  }

  #evaluation(root: Root, view: View, key: string): Evaluation | null {
    const p = this.#gone.get(root);
    const shift = shiftOf(view, root.view);
    if (p === undefined || shift === null) return null;
    const producer = this.#tasks[p];
    const kernel = kernelAt(producer, producer.domain.length);
    const source = sourceOf(kernel, producer.roots.indexOf(root));
    if (source === null || !isPlain(source)) return null;
    this.#producers.add(p);
    this.#recomputed?.add(key, source, view.size);
    const origins = kernel.args.map((arg, k): Origin | null => {
      if (!isLoaded(source, k)) return null;
      const { view: operand, access } = bindingOf(producer, k);
      const from = producer.roots[k];
      if (access === 'full') return this.#leaf(from, operand, { ...arg, privilege: 'read' }, p);
      const seen = seenThrough(operand, shift, view);
      if (this.#gone.has(from)) return this.#evaluated(from, seen);
      const rank = view.shape.length;
      return this.#leaf(from, seen, { ...arg, privilege: 'read', access: rank === 0 ? 'full' : access, rank }, p);
    });
    const isWhole = origins.every((origin, k) => origin !== null || !isLoaded(source, k));
    return isWhole ? { source, origins, scalars: this.#scalarsOf(p, kernel) } : null;
  }

  /** An operand in memory; null where it does not hold any more what the producer reads. */
  #leaf(root: Root, view: View, arg: KernelArg, p: number): Origin | null {
    return this.#isChanged(root, view, p) ? null : this.#argument(root, view, arg);
  }

  /** The numbers of a task's scalars in the new one. */
  #scalarsOf(t: number, { scalars }: Kernel): number[] {
    let first = this.#firstScalar.get(t);
    if (first === undefined) {
      this.#firstScalar.set(t, (first = this.#scalars.length));
      this.#scalars.push(...scalars.map((_, i) => [t, i] as const));
      this.#dtypes.push(...scalars);
    }
    return scalars.map((_, i) => (first ?? 0) + i);
  }
}

function isLoaded({ nodes }: Source, k: number): boolean {
  return nodes.some((node) => node.op === 'load' && node.arg === k);
}
