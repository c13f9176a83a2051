/**
 * What happens while a window is carried out step by step, written down to be done again: each launch, what it touches of
 * which instances, and the conditions of all roots before and after (thesis ch. 5, 6.4.1). Instances are places in a table;
 * those of the conditions before come first.
 */
import type { Condition, Conditions, Instance, Operation } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import { rectSize } from '../../partition/index.js';
import type { Root } from '../../store/index.js';
import { hasFinish } from '../compiled/items.js';
import type { Template } from '../template.js';
import type { Captured, Use } from './captured.js';
import type { Move } from './moves.js';
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
export interface Left {
  readonly condition: Condition;
  readonly released: boolean;
}

/** A launch that makes elements of partial results. */
export interface Finish {
  readonly record: Float64Array;
  readonly executable: Captured['executable'];
  readonly rows: number;
  readonly into: { readonly at: number; readonly offset: number };
  readonly scratchAt: number;
}

export class Recording {
  readonly launches: Captured[] = [];
  readonly steps: Noted[] = [];
  readonly before: readonly Start[];
  /** By slot, for those of `before`. */
  readonly after = new Map<number, Left>();
  /** Slots in the order in which `after` was taken down. */
  readonly order: number[] = [];
  /** By place. */
  readonly instances: Instance[] = [];
  /** Places that were there before. */
  readonly starts: number;
  readonly #places = new Map<Instance, number>();
  readonly #conditions: Conditions;
  readonly #slots: readonly Root[];
  readonly #slotOf: ReadonlyMap<number, number>;
  readonly #first: number;
  readonly #placeOf = (instance: Instance): number => this.#place(instance);

  /** `used`: the slots that launches use; `last`: the last launch so far. */
  constructor(conditions: Conditions, slots: readonly Root[], used: readonly number[], last: number) {
    this.#conditions = conditions;
    this.#slots = slots;
    this.#slotOf = new Map(used.map((slot) => [slots[slot].id, slot]));
    this.#first = last + 1;
    this.before = used.map((slot) => ({ slot, condition: conditions.of(slots[slot].id, this.#placeOf) }));
    this.starts = this.instances.length;
  }

  #place(instance: Instance): number {
    let place = this.#places.get(instance);
    if (place === undefined) {
      place = this.instances.push(instance) - 1;
      this.#places.set(instance, place);
    }
    return place;
  }

  /** The element size of a slot's root. */
  itemSizeOf(slot: number): number {
    return this.#slots[slot].dtype.size;
  }

  /** A root is about to be let go of. */
  released(slot: number): void {
    this.#leave(slot, true);
  }

  /** The window is over, launch `last` being its last: whether every launch of it is known. */
  end(last: number): boolean {
    for (const { slot } of this.before) if (!this.after.has(slot)) this.#leave(slot, false);
    return last - this.#first + 1 === this.launches.length;
  }

  #leave(slot: number, released: boolean): void {
    this.after.set(slot, { condition: this.#conditions.of(this.#slots[slot].id, this.#placeOf), released });
    this.order.push(slot);
  }

  /** Launches from `first` to `last` were those of a step. */
  note(step: Step, first: number, last: number): void {
    this.steps.push({ step, first: first - this.#first, last: last - this.#first });
  }

  point(step: Step, points: Points, point: Point, template: Template): void {
    const { cut } = points;
    const places = point.instances.map((instance) => (instance === null ? -1 : this.#place(instance)));
    const uses: Use[] = [];
    cut.shares.forEach(({ privilege, partials }, share) => {
      const instance = point.instances[share];
      if (instance === null) return;
      const rect = partials === null ? point.mapping.args[share].footprint.rectAt(point.number) : instance.rect;
      uses.push({ block: places[share], rect, writes: privilege !== 'read' });
    });
    const pointers = template.pointers.map(({ at, offset }, k) => ({ at, block: places[cut.shareOf[k]], offset }));
    const rows = template.part
      ? template.partials.map(({ at, statement }) => {
          const { share, offset } = points.rowsOf(point, statement);
          return { at, block: places[share], offset };
        })
      : [];
    const { from, to } = cut.elements[point.number];
    this.launches.push({
      ...template,
      finishes: !template.part && (step.kernel === null || hasFinish(step)),
      pointers: [...pointers, ...rows],
      scratch: template.part ? [] : template.partials,
      uses,
      memory: point.mapping.memoryAt(point.number),
      step: this.steps.length,
      told: {
        event: 'point',
        tasks: step.tasks,
        from,
        to,
        uses: points.usesAt(point).map((u) => ({ ...u, block: places[u.share] })),
      },
    });
  }

  /** `rect` in the coordinates of the instances. */
  copy(from: Instance, to: Instance, rect: Use['rect'], { record, executable, elements, pointers }: Move): void {
    const [source, target] = [this.#place(from), this.#place(to)];
    this.#push({
      record: record.slice(),
      executable,
      elements,
      pointers: [
        { ...pointers[0], block: source },
        { ...pointers[1], block: target },
      ],
      uses: [
        { block: source, rect, writes: false },
        { block: target, rect, writes: true },
      ],
      memory: to.memory,
      finishes: false,
      told: { event: 'copy', from: source, to: target, rect },
    });
  }

  fold(op: Extract<Operation, { kind: 'fold' }>, rows: PartialRows, scratch: Instance, finish: Finish): void {
    const [from, into] = [this.#place(scratch), this.#place(op.into)];
    const { shape, strides, offset } = rows.view;
    this.#push({
      record: finish.record.slice(),
      executable: finish.executable,
      elements: finish.rows,
      pointers: [
        { ...finish.into, block: into },
        { at: finish.scratchAt, block: from, offset: 0 },
      ],
      uses: [
        { block: from, rect: scratch.rect, writes: false },
        { block: into, rect: op.span.rectAt(0), writes: true },
      ],
      memory: op.into.memory,
      finishes: true,
      told: { event: 'fold', slot: this.#slotOf.get(op.root) ?? -1, from, into, shape, strides, offset },
    });
  }

  #push(launch: Omit<Captured, 'part' | 'scratch' | 'scalars' | 'step'>): void {
    this.launches.push({ ...launch, part: false, scratch: [], scalars: [], step: -1 });
  }

  /** Elements that copies move, and their bytes. */
  get traffic(): { copies: number; bytes: number; folds: number } {
    let [copies, bytes, folds] = [0, 0, 0];
    for (const { told } of this.launches) {
      if (told.event === 'fold') folds++;
      if (told.event !== 'copy') continue;
      const { rect, bytes: all } = this.instances[told.from];
      copies++;
      bytes += (rectSize(told.rect) * all) / rectSize(rect);
    }
    return { copies, bytes, folds };
  }
}
