/**
 * The list of a window's launches: decisions are recorded here, and launch records are written from here (`launches.ts`). Instances are
 * places in a table, so that the list can be carried out again on new ones: with the conditions of all roots before and after, a trace is
 * made of it (thesis ch. 5, 6.4.1). Instances of the conditions before come first in the table.
 */
import type { Condition, Instance, Operation } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import { BLOCK } from '../../ir/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import type { Root } from '../../store/index.js';
import { hasFinish, type Template } from '../launch/index.js';
import type { Told } from '../replay/index.js';
import {
  type Elements,
  isTransfer,
  type Listed,
  type ListedLaunch,
  type ListedPiece,
  type Move,
  type Use,
} from './listed-launch.js';
import type { Point, Points } from './points.js';

/** Launches of one step, by position in the recording. */
export interface Noted {
  readonly step: Step;
  readonly first: number;
  readonly last: number;
}

/** How a slot is found. */
export interface Start {
  readonly slot: number;
  readonly condition: Condition;
}

/** How a slot is left: its condition, and whether that was taken down when its root was let go of within the window. */
interface Left {
  readonly condition: Condition;
  readonly released: boolean;
}

/** Copies between memories, their bytes, and folds. */
export interface Traffic {
  copies: number;
  bytes: number;
  folds: number;
}

/** The condition that a root is in, its instances as places in a table. */
export type ConditionOf = (root: Root, placeOf: (instance: Instance) => number) => Condition;

const NO_ROOTS: readonly Root[] = [];
const NO_SLOTS: readonly number[] = [];

export class Recording {
  readonly launches: Listed[] = [];
  readonly steps: Noted[] = [];
  readonly before: readonly Start[];
  /** By slot, for the slots of `before`. */
  readonly after = new Map<number, Left>();
  /** Slots in the order in which `after` was taken down. */
  readonly order: number[] = [];
  /** By place. */
  readonly instances: Instance[] = [];
  /** Places that were there before. */
  readonly starts: number;
  readonly slots: readonly Root[];
  /** It cannot be carried out again as it is: decisions were made that depend on more than its conditions. */
  isSpoilt = false;
  readonly #places = new Map<Instance, number>();
  readonly #conditionOf: ConditionOf | null;
  readonly #before: readonly number[];
  readonly #placeOf = (instance: Instance): number => this.place(instance);

  /**
   * `last`: by queue, the last launch so far; the conditions of slots that are `used` are taken down for a window that may be carried out
   * again.
   */
  constructor(
    last: readonly number[],
    slots = NO_ROOTS,
    conditionOf: ConditionOf | null = null,
    used: readonly number[] = NO_SLOTS,
  ) {
    this.#conditionOf = conditionOf;
    this.slots = slots;
    this.#before = last;
    this.before = used.flatMap((slot) =>
      conditionOf === null ? [] : [{ slot, condition: conditionOf(slots[slot], this.#placeOf) }],
    );
    this.starts = this.instances.length;
  }

  place(instance: Instance): number {
    let place = this.#places.get(instance);
    if (place === undefined) {
      place = this.instances.push(instance) - 1;
      this.#places.set(instance, place);
    }
    return place;
  }

  /** The element size of a slot's root. */
  itemSizeOf(slot: number): number {
    return this.slots[slot].dtype.size;
  }

  /** The root of that number, where a slot has it. */
  rootOf(id: number): Root | null {
    return this.slots[this.#slotOf(id)] ?? null;
  }

  /** A root is about to be let go of. */
  released(slot: number): void {
    this.#leave(slot, true);
  }

  /** The window is over, launches `last` being its last, by queue: whether every launch of it is known. */
  end(last: readonly number[]): boolean {
    for (const { slot } of this.before) if (!this.after.has(slot)) this.#leave(slot, false);
    return !this.isSpoilt && last.reduce((sum, launch, q) => sum + launch - this.#before[q], 0) === this.launches.length;
  }

  /** Arrays were evicted, or contents read, in its midst. */
  spoil(): void {
    this.isSpoilt = true;
  }

  #leave(slot: number, released: boolean): void {
    if (this.#conditionOf === null) return;
    this.after.set(slot, { condition: this.#conditionOf(this.slots[slot], this.#placeOf), released });
    this.order.push(slot);
  }

  /** Notes that the launches from `first` on, by position, carried out a step. */
  note(step: Step, first: number): void {
    this.steps.push({ step, first, last: this.launches.length - 1 });
  }

  /** A point, as the spy's log has it. */
  toldPoint(step: Step, points: Points, point: Point): Told {
    const { from, to } = points.cut.elements[point.number];
    const uses = points.usesAt(point).map(({ requirement, ...use }) => ({ ...use, block: this.#placeAt(point, requirement) }));
    return { event: 'point', tasks: step.tasks, from, to, uses };
  }

  #placeAt({ instances }: Point, requirement: number): number {
    const instance = instances[requirement];
    return instance === null ? -1 : this.place(instance);
  }

  point(step: Step, points: Points, point: Point, template: Template): ListedLaunch {
    const { cut } = points;
    const uses = cut.requirements.flatMap(({ privilege, partials }, requirement): Use[] => {
      const instance = point.instances[requirement];
      if (instance === null) return [];
      const rect = partials === null ? point.mapping.args[requirement].footprint.rectAt(point.number) : instance.rect;
      return [{ block: this.place(instance), rect, writes: privilege !== 'read' }];
    });
    const rows = template.rows.map(({ at, statement }) => {
      const { requirement, offset } = points.rowsOf(point, statement);
      return { at, block: this.#placeAt(point, requirement), offset };
    });
    const pointers = template.pointers.map(({ at, offset }, k) => ({
      at,
      block: this.#placeAt(point, cut.requirementOf[k]),
      offset,
    }));
    return this.#add({
      ...template,
      finishes: !template.part && (step.kernel === null || hasFinish(step)),
      pointers: [...pointers, ...rows],
      uses,
      memory: point.mapping.memoryAt(point.number),
      step: this.steps.length,
      told: this.toldPoint(step, points, point),
    });
  }

  /** `rect` in the coordinates of the instances. */
  copy(from: Instance, to: Instance, rect: Rect, move: Move): ListedLaunch {
    const [source, target] = [this.place(from), this.place(to)];
    return this.#between(move, usesOf([source, rect], [target, rect]), {
      memory: to.memory,
      finishes: false,
      told: { event: 'copy', from: source, to: target, rect },
    });
  }

  /** A transfer by the queue of `memory`; `root`: with the elements. */
  transfer(
    [from, to]: readonly [Instance, Instance],
    [fromOffset, toOffset]: readonly [number, number],
    { rect, bytes, root }: { readonly rect: Rect; readonly bytes: number; readonly root: Root | null },
    memory: number,
  ): void {
    const piece = (instance: Instance, offset: number): ListedPiece => ({ block: this.place(instance), offset });
    const [source, target] = [piece(from, fromOffset), piece(to, toOffset)];
    const uses = usesOf([source.block, rect], [target.block, rect]);
    const told = { event: 'copy', from: source.block, to: target.block, rect } as const;
    const slot = root === null ? -1 : this.slots.indexOf(root);
    this.launches.push({ from: source, to: target, rect, bytes, slot, uses, told, memory, step: -1 });
  }

  /** `move`: the launch that makes elements of partial results, of an item of the operation, which are in `scratch`. */
  fold(op: Extract<Operation, { kind: 'fold' }>, item: number, view: Elements, scratch: Instance, move: Move): ListedLaunch {
    const [from, into] = [this.place(scratch), this.place(op.intoAt(item))];
    const { shape, strides, offset } = view;
    const slot = this.#slotOf(op.root);
    return this.#between(move, usesOf([from, scratch.rect], [into, op.span.rectAt(item)]), {
      memory: op.intoAt(item).memory,
      finishes: true,
      told: { event: 'fold', slot, root: op.root, from, into, shape, strides, offset },
    });
  }

  /** The launch that folds the runs [first, end) of a fold's partial results. */
  runs(
    op: Extract<Operation, { kind: 'fold' }>,
    [first, end]: readonly [number, number],
    from: Instance,
    into: Instance,
    move: Move,
  ): ListedLaunch {
    const [source, target] = [this.place(from), this.place(into)];
    const rows = { low: [first * BLOCK, 0], high: [Math.min(end * BLOCK, from.rect.high[0]), 1] };
    const slot = this.#slotOf(op.root);
    return this.#between(move, usesOf([source, rows], [target, { low: [first, 0], high: [end, 1] }]), {
      memory: into.memory,
      finishes: false,
      told: { event: 'runs', slot, root: op.root, from: source, into: target, first, end },
    });
  }

  /** The slot of the root of that number; -1 where no slot has it. */
  #slotOf(id: number): number {
    return this.slots.findIndex((root) => root !== undefined && root.id === id);
  }

  /** A launch without scalars and memory of its own, between two blocks. */
  #between(
    { pointers, ...move }: Move,
    uses: readonly Use[],
    rest: Pick<ListedLaunch, 'memory' | 'finishes' | 'told'>,
  ): ListedLaunch {
    const bound = pointers.map((pointer, k) => ({ ...pointer, block: uses[k].block }));
    return this.#add({ ...move, ...rest, uses, pointers: bound, part: false, scratch: [], scalars: [], step: -1 });
  }

  #add(launch: ListedLaunch): ListedLaunch {
    this.launches.push(launch);
    return launch;
  }
}

/** Boxes of two blocks: of the one that is read, and of the one that is written. */
function usesOf(...[[from, read], [into, written]]: readonly [readonly [number, Rect], readonly [number, Rect]]): Use[] {
  return [
    { block: from, rect: read, writes: false },
    { block: into, rect: written, writes: true },
  ];
}

/** Adds the copies between memories and the folds of launches to `traffic`; transfers are counted by link. */
export function countTraffic(traffic: Traffic, launches: readonly Listed[], instances: readonly Instance[]): Traffic {
  for (const launch of launches) {
    if (isTransfer(launch)) continue;
    const { told } = launch;
    if (told.event === 'fold') traffic.folds++;
    if (told.event !== 'copy') continue;
    const { rect, bytes, memory } = instances[told.from];
    // Rows that are gathered where they are, and elements that move to a larger instance, leave no memory.
    if (memory === instances[told.to].memory) continue;
    traffic.copies++;
    traffic.bytes += (rectSize(told.rect) * bytes) / rectSize(rect);
  }
  return traffic;
}
