/**
 * The parts of tensors that points use, as partitions: tiles where the bounds of each dimension follow from one loop over processors, boxes by
 * point elsewhere.
 *
 *     B(i, k), i = 2 io + ii, k = 2 ko + ki, ko = (kos + io + jo) mod 3, kos = 1      tiles (2, 2) by p0, (p0 + p1 + 1) mod 3
 */
import { boxes, none, type Partition, type Rect, type Rotation, rotated, tiling } from '../../partition/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';
import type { Bounds } from '../concrete/bounds.js';
import type { AccessTerm, IndexVariable } from '../notation/terms.js';
import { coordinatesOf } from './placing.js';

/** Values of the loops that stand. */
export type Known = ReadonlyMap<IndexVariable, number>;

/** The values of a variable at a point: `length` of them from coordinate · length + offset on. */
interface Along {
  readonly length: number;
  readonly offset: number;
  /** The axis of the launch that the coordinate is; -1 for coordinate 0. */
  readonly axis: number;
  readonly rotation: Rotation | null;
}

export class Regions {
  readonly #bounds: Bounds;
  readonly #distributed: readonly IndexVariable[];
  readonly #domain: Shape;
  readonly #variables: readonly IndexVariable[];
  /** Whether points have no iterations, since variables end before their parts begin: these use nothing. */
  readonly #idle: boolean;

  /** `domain`: of the launch, an axis for each distributed loop; `variables`: of the accesses. */
  constructor(bounds: Bounds, distributed: readonly IndexVariable[], domain: Shape, variables: readonly IndexVariable[]) {
    this.#bounds = bounds;
    this.#variables = variables;
    this.#idle = distributed.some((loop) => {
      const last = new Map([[loop, bounds.extent(loop) - 1]]);
      return bounds.originals(loop).some((variable) => this.#isEmpty(variable, last));
    });
    this.#distributed = distributed;
    this.#domain = domain;
  }

  /** The part of a tensor that each point uses while sequential loops stand. */
  of({ tensor, indices }: AccessTerm, known: Known): Partition {
    return this.#partition(tensor.shape, indices, known);
  }

  /** As `of`, for partial results: first axes of the tensor are distributed loops, and each point has one index along these. */
  ofPartial({ indices }: AccessTerm, shape: Shape, known: Known, leading: readonly IndexVariable[]): Partition {
    return this.#partition(shape, [...leading, ...indices], known);
  }

  #partition(shape: Shape, variables: readonly IndexVariable[], known: Known): Partition {
    if (variables.length === 0) return none;
    const along = this.#idle ? [null] : variables.map((variable) => this.#along(variable, known));
    const found = along.filter((a) => a !== null);
    if (found.length === along.length) {
      return tiling(
        found.map(({ length }) => length),
        found.map(({ offset }) => offset),
        rotated(
          found.map(({ axis }) => axis),
          found.map(({ rotation }) => rotation),
        ),
      );
    }
    const zeros = shape.map(() => 0);
    const each = Array.from({ length: sizeOf(this.#domain) }, (_, n): Rect => {
      const at = this.#pointAt(n, known);
      if (this.#idle && this.#variables.some((variable) => this.#isEmpty(variable, at))) return { low: zeros, high: zeros };
      const intervals = variables.map((variable, axis) => clip(this.#bounds.interval(variable, at), shape[axis]));
      return { low: intervals.map(({ low }) => low), high: intervals.map(({ high }) => high) };
    });
    return boxes(this.#domain, each);
  }

  /** The values of some variables at each point; null where one of `needed` has none. */
  boxes(variables: readonly IndexVariable[], known: Known, needed: readonly IndexVariable[]): (Rect | null)[] {
    return Array.from({ length: sizeOf(this.#domain) }, (_, n) => {
      const at = this.#pointAt(n, known);
      if (needed.some((variable) => this.#isEmpty(variable, at))) return null;
      const intervals = variables.map((variable) => this.#bounds.interval(variable, at));
      return { low: intervals.map(({ low }) => low), high: intervals.map(({ high }) => high) };
    });
  }

  #isEmpty(variable: IndexVariable, at: Known): boolean {
    const { low, high } = this.#bounds.interval(variable, at);
    return high <= low;
  }

  /** The loops that stand at the n-th point. */
  #pointAt(n: number, known: Known): Map<IndexVariable, number> {
    const at = new Map(known);
    coordinatesOf(n, this.#domain).forEach((x, axis) => {
      if (axis < this.#distributed.length) at.set(this.#distributed[axis], x);
    });
    return at;
  }

  /** Null where no tile says it. */
  #along(variable: IndexVariable, known: Known): Along | null {
    if (this.#bounds.followsEntries(variable)) return null;
    const axis = this.#distributed.indexOf(variable);
    if (axis >= 0) return { length: 1, offset: 0, axis, rotation: null };
    if (!this.#follows(variable)) {
      const { low, high } = this.#bounds.interval(variable, known);
      return high > low ? { length: high - low, offset: low, axis: -1, rotation: null } : null;
    }
    const by = this.#bounds.definition(variable);
    if (by?.kind === 'rotate') return this.#turned(by.of, by.into, by.by, known);
    if (by?.kind !== 'split' && by?.kind !== 'divide') return null;
    const length = this.#bounds.length(by);
    const outer = this.#along(by.outer, known);
    const inner = this.#along(by.inner, known);
    if (outer === null || inner === null) return null;
    if (outer.axis >= 0) {
      const whole = inner.axis < 0 && inner.offset === 0 && inner.length === length && outer.length === 1 && outer.offset === 0;
      return whole ? { ...outer, length } : null;
    }
    // The inner part's tiles must not reach beyond the outer part.
    const tiles = inner.rotation?.extent ?? this.#domain[inner.axis];
    if (outer.length !== 1 || inner.axis < 0 || inner.offset !== 0 || tiles * inner.length > length) return null;
    return { ...inner, offset: outer.offset * length };
  }

  #turned(of: IndexVariable, into: IndexVariable, by: readonly IndexVariable[], known: Known): Along | null {
    const shift = known.get(into);
    const axes = by.map((variable) => this.#distributed.indexOf(variable));
    if (shift === undefined || axes.some((axis) => axis < 0)) return null;
    const [axis, ...others] = axes;
    return { length: 1, offset: 0, axis, rotation: { others, shift, extent: this.#bounds.extent(of) } };
  }

  /** Whether a variable's values depend on the point. */
  #follows(variable: IndexVariable): boolean {
    if (this.#distributed.includes(variable)) return true;
    const by = this.#bounds.definition(variable);
    if (by === undefined) return false;
    if (by.kind === 'collapse') return this.#follows(by.into);
    const parts = by.kind === 'rotate' ? [by.into, ...by.by] : [by.outer, by.inner];
    return parts.some((part) => this.#follows(part));
  }
}

function clip({ low, high }: { readonly low: number; readonly high: number }, extent: number): { low: number; high: number } {
  return { low: Math.min(low, extent), high: Math.min(high, extent) };
}
