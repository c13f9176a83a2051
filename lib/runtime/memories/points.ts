/**
 * The points of a step as launches: the record of each over its units, its arguments addressed in the instances that
 * coherence chose: as if all of a view were there, though the point touches its part alone. Records depend on the
 * instances' boxes and not on where they are, so they are made once for each arrangement of boxes.
 */

import { Generations, invariant } from '../../base/index.js';
import type { Instance, Mapping } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import { type Privilege, structureOf, unitsOf } from '../../ir/index.js';
import { localView, rectOfShape, rectShape } from '../../partition/index.js';
import { internView, type Shape, sizeOf, type View } from '../../shape/index.js';
import type { LogUse } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Range, Template } from '../launch/index.js';
import type { Cut } from './cut.js';
import type { Engine } from './engines.js';
import { indexedView } from './indexed-view.js';

/** One point of a mapped step. */
export interface Point {
  readonly number: number;
  /** By requirement of the cut; null where the point has no element. */
  readonly instances: readonly (Instance | null)[];
  readonly mapping: Mapping;
}

/** How a point uses a root. */
type PointUse = Omit<LogUse, 'root' | 'instance'> & { readonly slot: number; readonly requirement: number };

export function pointOf(points: Points, mapping: Mapping, number: number): Point {
  return { number, instances: points.cut.requirements.map((_, a) => mapping.args[a].instanceAt(number)), mapping };
}

/** Arrangements with records that are kept. */
const KEPT = 512;

export class Points {
  readonly cut: Cut;
  readonly inJavaScript: boolean;
  /** Scratch memory of a launch of all points together. */
  readonly scratch: Template['scratch'];
  readonly #step: Step;
  readonly #privileges: readonly Privilege[];
  /** The engine that runs the points. */
  readonly engine: Engine;
  readonly #sizes: readonly number[];
  /** By slot: the shapes of the roots. */
  readonly #shapes: readonly (readonly number[])[];
  readonly #made = new Generations<string, Template | null>(KEPT);

  /** `privileges`: of the step's bindings. */
  constructor(
    step: Step,
    cut: Cut,
    privileges: readonly Privilege[],
    tasks: readonly Task[],
    slots: readonly Root[],
    engine: Engine,
  ) {
    this.cut = cut;
    this.#privileges = privileges;
    this.#step = step;
    this.engine = engine;
    this.#sizes = slots.map((r) => r.dtype.size);
    this.#shapes = slots.map((r) => r.view.shape);
    // Compiled now, so that a failure is found before any step of the plan is launched.
    const fetches = step.index?.boxes.every((box) => box === null) ?? false;
    const whole = fetches ? null : engine.templates.of(step, tasks, this.#sizes);
    this.inJavaScript = !fetches && whole === null;
    this.scratch = whole?.scratch ?? [];
  }

  /** How many there are. */
  get count(): number {
    return sizeOf(this.cut.launch);
  }

  /** Whether launches are not held up by the compilation of the kernel for an accelerator; has it compiled. */
  get isCompiled(): boolean {
    return this.engine.templates.isCompiled?.(this.#step) ?? true;
  }

  /** Whether the point has no units although its step has some. */
  isIdle(point: number): boolean {
    if (this.#step.index !== null) return this.#step.index.boxes[point] === null;
    const range = this.cut.ranges?.[point];
    return range !== undefined && range.from === range.to;
  }

  /** The record of a point; null for a JavaScript body. */
  templateAt(point: Point, tasks: readonly Task[]): Template | null {
    const key = `${point.number}${point.instances.map((i) => (i === null ? '-' : `${i.rect.low.join()}:${i.rect.high.join()}`)).join(';')}`;
    let template = this.#made.get(key);
    if (template === undefined) {
      const bindings = this.#step.bindings.map((binding, k) => ({ ...binding, view: this.viewAt(point, k) }));
      const box = this.#step.index?.boxes[point.number] ?? null;
      const domain = box === null ? this.#step.domain : rectShape(box);
      const part = this.cut.ranges?.[point.number] ?? this.#gathering(domain);
      this.#made.set(key, (template = this.engine.templates.of({ ...this.#step, domain, bindings }, tasks, this.#sizes, part)));
    }
    return template;
  }

  /** All units of a point of an index launch that gathers: a part of a kernel alone may have elements outside of its memory. */
  #gathering(domain: Shape): Range | null {
    const { index, kernel } = this.#step;
    if (kernel === null || !index?.args.some(({ along }) => along === null)) return null;
    return { from: 0, to: unitsOf(domain, kernel.rowRank, structureOf(kernel)).count };
  }

  /** Argument `k` as it lies in the point's instance. An argument that is left as partial results has no element there. */
  viewAt(point: Point, k: number): View {
    const { slot, view } = this.#step.bindings[k];
    const requirement = this.cut.requirementOf[k];
    const instance = point.instances[requirement];
    if (this.#step.index !== null)
      return indexedView(view, this.#shapes[slot], this.#step.index, { k, point: point.number, instance });
    if (instance === null || this.cut.requirements[requirement].partials !== null) return internView(view.shape, view.strides, 0);
    const { shape, strides, offset } = localView(view, rectOfShape(view.shape), this.#shapes[slot], instance.rect);
    return internView(shape, strides, offset);
  }

  addressOf(point: Point, k: number): number {
    return point.instances[this.cut.requirementOf[k]]?.address ?? 0;
  }

  /** The uses of a point for the spy, by slot and requirement. */
  usesAt(point: Point): PointUse[] {
    const uses: PointUse[] = [];
    this.#step.bindings.forEach(({ slot, view }, k) => {
      const requirement = this.cut.requirementOf[k];
      const instance = point.instances[requirement];
      const { partials } = this.cut.requirements[requirement];
      // The requirement's privilege would be of all bindings, and would read where only a part is overwritten.
      const privilege = this.#privileges[k];
      if (instance === null) return;
      const { footprint } = point.mapping.args[requirement];
      const bounded = this.#step.index !== null || footprint.sub?.partition.kind === 'image';
      const touched = bounded ? footprint.rectAt(point.number) : null;
      uses.push({
        slot,
        requirement,
        reads: privilege !== 'write' && partials === null,
        writes: privilege !== 'read',
        rows: partials === null ? null : [instance.rect.low[0], instance.rect.high[0]],
        shape: view.shape,
        strides: view.strides,
        offset: view.offset,
        ...(touched === null ? {} : { low: touched.low, high: touched.high }),
      });
    });
    return uses;
  }

  /** The requirement with the buffer of a statement's partial results, and the offset in it at which the rows of unit 0 would be. */
  rowsOf(
    point: Point,
    statement: Template['rows'][number]['statement'],
  ): { readonly requirement: number; readonly offset: number } {
    const requirement = this.cut.requirements.findIndex((s) => s.partials?.arg === statement.arg);
    const rows = this.cut.requirements[requirement]?.partials;
    const buffer = point.instances[requirement];
    invariant(rows !== null && rows !== undefined && buffer !== null, 'a point of a folding kernel has a buffer');
    return { requirement, offset: -buffer.rect.low[0] * rows.columns * rows.itemSize };
  }
}
