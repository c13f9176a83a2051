/**
 * The list of a window's launches: decisions are recorded here, and launch records are written from here (`launches.ts`). Instances are
 * places in a table, so that the list can be carried out again on new ones: with the conditions of all roots before and after, a trace is
 * made of it (thesis ch. 5, 6.4.1). Instances of the conditions before come first in the table.
 */
import type { Condition, Instance, Operation } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import type { Root } from '../../store/index.js';
import { hasFinish, type Template } from '../launch/index.js';
import type { Told } from '../replay/index.js';
import type { ListedLaunch, Move, Use } from './listed-launch.js';
import type { PartialRows } from './partials.js';
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

/** Copies between instances, their bytes, and folds. */
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
  readonly launches: ListedLaunch[] = [];
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
  /** Launches of other queues than the host's device's are part of it. */
  #leaves = false;
  readonly #places = new Map<Instance, number>();
  readonly #conditionOf: ConditionOf | null;
  readonly #first: number;
  readonly #placeOf = (instance: Instance): number => this.place(instance);

  /**
   * `last`: the last launch so far; the conditions of slots that are `used` are taken down for a window that may be carried out
   * again.
   */
  constructor(last: number, slots = NO_ROOTS, conditionOf: ConditionOf | null = null, used: readonly number[] = NO_SLOTS) {
    this.#conditionOf = conditionOf;
    this.slots = slots;
    this.#first = last + 1;
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
    return this.slots.find((root) => root !== undefined && root.id === id) ?? null;
  }

  /** A root is about to be let go of. */
  released(slot: number): void {
    this.#leave(slot, true);
  }

  /** The window is over, launch `last` being its last: whether every launch of it is known. */
  end(last: number): boolean {
    for (const { slot } of this.before) if (!this.after.has(slot)) this.#leave(slot, false);
    return !this.#leaves && last - this.#first + 1 === this.launches.length;
  }

  /** A launch goes by an accelerator's queue: the window is no graph of the host's device. */
  leavesQueue(): void {
    this.#leaves = true;
  }

  #leave(slot: number, released: boolean): void {
    if (this.#conditionOf === null) return;
    this.after.set(slot, { condition: this.#conditionOf(this.slots[slot], this.#placeOf), released });
    this.order.push(slot);
  }

  /** Notes that launches from `first` to `last` carried out a step. */
  note(step: Step, first: number, last: number): void {
    this.steps.push({ step, first: first - this.#first, last: last - this.#first });
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
    return this.#push({
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
    return this.#between(move, [source, target], {
      uses: [
        { block: source, rect, writes: false },
        { block: target, rect, writes: true },
      ],
      memory: to.memory,
      finishes: false,
      told: { event: 'copy', from: source, to: target, rect },
    });
  }

  /** `move`: the launch that makes elements of partial results. */
  fold(op: Extract<Operation, { kind: 'fold' }>, rows: PartialRows, scratch: Instance, move: Move): ListedLaunch {
    const [from, into] = [this.place(scratch), this.place(op.into)];
    const { shape, strides, offset } = rows.view;
    const slot = this.slots.findIndex((root) => root !== undefined && root.id === op.root);
    return this.#between(move, [from, into], {
      uses: [
        { block: from, rect: scratch.rect, writes: false },
        { block: into, rect: op.span.rectAt(0), writes: true },
      ],
      memory: op.into.memory,
      finishes: true,
      told: { event: 'fold', slot, root: op.root, from, into, shape, strides, offset },
    });
  }

  /** A launch without scalars and memory of its own, between two blocks. */
  #between(
    { pointers, ...move }: Move,
    blocks: readonly number[],
    rest: Pick<ListedLaunch, 'uses' | 'memory' | 'finishes' | 'told'>,
  ): ListedLaunch {
    const bound = pointers.map((pointer, k) => ({ ...pointer, block: blocks[k] }));
    return this.#push({ ...move, ...rest, pointers: bound, part: false, scratch: [], scalars: [], step: -1 });
  }

  #push(launch: ListedLaunch): ListedLaunch {
    this.launches.push(launch);
    return launch;
  }
}

/** Adds the copies and folds of launches to `traffic`. */
export function countTraffic(traffic: Traffic, launches: readonly ListedLaunch[], instances: readonly Instance[]): Traffic {
  for (const { told } of launches) {
    if (told.event === 'fold') traffic.folds++;
    if (told.event !== 'copy') continue;
    const { rect, bytes } = instances[told.from];
    traffic.copies++;
    traffic.bytes += (rectSize(told.rect) * bytes) / rectSize(rect);
  }
  return traffic;
}
