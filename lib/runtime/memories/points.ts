/**
 * The points of a step as launches: the record of each over its part of the domain, its arguments addressed in the
 * instances that coherence chose. Records depend on the instances' boxes and not on where they are, so they are made
 * once for each arrangement of boxes.
 */
import type { Instance, Mapping } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { Step } from '../../fusion/index.js';
import { RECORD } from '../../native/index.js';
import { localView } from '../../partition/index.js';
import { internView, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Pool } from '../memory.js';
import type { Template } from '../template.js';
import type { Templates } from '../templates.js';
import type { Cut } from './cut.js';
import type { Queue } from './queue.js';

/** One point of a mapped step. */
export interface Point {
  readonly number: number;
  /** By share of the cut; null where the point has no element. */
  readonly instances: readonly (Instance | null)[];
}

export function pointOf(points: Points, mapping: Mapping, number: number): Point {
  return { number, instances: points.cut.shares.map((_, a) => mapping.args[a].instanceAt(number)) };
}

/** Arrangements whose records are kept. */
const MANY = 1000;

export class Points {
  readonly cut: Cut;
  readonly #step: Step;
  readonly #templates: Templates;
  readonly #sizes: readonly number[];
  /** By slot: the shapes of the roots. */
  readonly #shapes: readonly (readonly number[])[];
  readonly #made = new Map<string, Template | null>();

  constructor(step: Step, cut: Cut, tasks: readonly Task[], slots: readonly Root[], templates: Templates) {
    this.cut = cut;
    this.#step = step;
    this.#templates = templates;
    this.#sizes = slots.map((r) => r.dtype.size);
    this.#shapes = slots.map((r) => r.view.shape);
    // Compiled now, so that what cannot be is found before anything of the plan is launched.
    templates.of(step, tasks, this.#sizes);
  }

  /** The record of a point; null for a JavaScript body. */
  templateAt(point: Point, tasks: readonly Task[]): Template | null {
    const key = `${point.number}${point.instances.map((i) => (i === null ? '-' : `${i.rect.low.join()}:${i.rect.high.join()}`)).join(';')}`;
    let template = this.#made.get(key);
    if (template === undefined) {
      const { low, high } = this.cut.rects[point.number];
      const step = {
        ...this.#step,
        domain: low.map((n, i) => high[i] - n),
        bindings: this.#step.bindings.map((binding, k) => ({ ...binding, view: this.viewAt(point, k) })),
      };
      if (this.#made.size >= MANY) this.#made.clear();
      this.#made.set(key, (template = this.#templates.of(step, tasks, this.#sizes)));
    }
    return template;
  }

  /** Argument `k` as the point sees it in its instance. */
  viewAt(point: Point, k: number): View {
    const { slot, view } = this.#step.bindings[k];
    const instance = point.instances[this.cut.shareOf[k]];
    if (instance === null) return internView(view.shape, view.strides, 0);
    const { shape, strides, offset } = localView(view, this.cut.localTo[k](point.number), this.#shapes[slot], instance.rect);
    return internView(shape, strides, offset);
  }

  addressOf(point: Point, k: number): number {
    return point.instances[this.cut.shareOf[k]]?.address ?? 0;
  }

  /** Writes a point's record into the queue; its launch number. Throws `OutOfMemoryError`. */
  write(
    template: Template,
    point: Point,
    wait: number,
    tasks: readonly Task[],
    device: Device,
    queue: Queue,
    pool: Pool,
  ): number {
    const partials = template.partials.map(({ bytes }) => pool.take(bytes));
    const at = queue.push(template.record);
    const { records, raw } = device;
    partials.forEach((block, i) => {
      records[at + template.partials[i].at] = block.address;
      if (block.ready > wait) wait = block.ready;
    });
    if (template.executable !== null) records[at + RECORD.KERNEL] = template.executable.number(template.elements);
    records[at + RECORD.WAIT] = wait;
    template.pointers.forEach((p, k) => {
      records[at + p.at] = this.addressOf(point, k) + p.offset;
    });
    for (const s of template.scalars) {
      const value = tasks[s.task].scalars[s.index];
      if (s.int64) raw[at + s.at] = BigInt.asIntN(64, BigInt(value));
      else records[at + s.at] = Number(value);
    }
    for (const block of partials) pool.give(block.address, block.bytes, queue.last);
    return queue.last;
  }
}
