/**
 * Bounds analysis (Senanayake et al., "A Sparse Iteration Space Transformation Framework", 2020): the values that variables have while some
 * loops stand at given values and all further loops run. Parts are contiguous, and end where the variable that they are of ends.
 *
 *     divide(i, io, ii, 3) of 7 values: parts of 3      io = 0: [0,3)     io = 2: [6,7)
 *     rotate(ko, {io}, kos), extent 3                    io = 2, kos = 2: ko = 1
 */
import { invariant } from '../../base/index.js';
import type { IndexVariable } from '../notation/terms.js';
import type { Concrete, Relation } from './concrete.js';
import { intervalIn, type Walk } from './walk.js';

/** Values from `low` to below `high`. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What is known of a variable while some loops stand: one value, contiguous values, all values, or values with gaps. */
type Spread = 'point' | 'range' | 'all' | 'gaps';

type Definition = Extract<Relation, { kind: 'split' | 'divide' | 'collapse' | 'rotate' }>;

export class Bounds {
  readonly #concrete: Concrete;
  readonly #definitions = new Map<IndexVariable, Definition>();
  readonly #makers = new Map<IndexVariable, Definition>();

  readonly #walk: Walk | null;

  /** `walk`: of the entries that the nest in question goes over. */
  constructor(concrete: Concrete, walk: Walk | null = null) {
    this.#concrete = concrete;
    this.#walk = walk;
    for (const relation of concrete.relations) {
      if (relation.kind === 'split' || relation.kind === 'divide')
        this.#note(relation, [relation.of], [relation.outer, relation.inner]);
      else if (relation.kind === 'rotate') this.#note(relation, [relation.of], [relation.into]);
      else if (relation.kind === 'collapse') this.#note(relation, [relation.outer, relation.inner], [relation.into]);
    }
  }

  #note(relation: Definition, defined: readonly IndexVariable[], made: readonly IndexVariable[]): void {
    for (const variable of defined) this.#definitions.set(variable, relation);
    for (const variable of made) this.#makers.set(variable, relation);
  }

  /** How a variable follows from loops; undefined for a loop. */
  definition(variable: IndexVariable): Definition | undefined {
    return this.#definitions.get(variable);
  }

  /** How a variable was made; undefined for a variable of accesses. */
  maker(variable: IndexVariable): Definition | undefined {
    return this.#makers.get(variable);
  }

  /** The number of values of a variable. */
  extent(variable: IndexVariable): number {
    const maker = this.#makers.get(variable);
    if (maker === undefined) {
      const extent = this.#concrete.extents.get(variable);
      invariant(extent !== undefined, `the extent of ${variable} is known`);
      return extent;
    }
    if (maker.kind === 'rotate') return this.extent(maker.of);
    if (maker.kind === 'collapse') return this.extent(maker.outer) * this.extent(maker.inner);
    if (variable === maker.inner) return this.length(maker);
    return maker.kind === 'divide' ? maker.count : Math.ceil(this.extent(maker.of) / maker.count);
  }

  /** The number of values in a part of a split or divided variable. */
  length({ kind, of, count }: Extract<Relation, { kind: 'split' | 'divide' }>): number {
    return kind === 'split' ? count : Math.ceil(this.extent(of) / count);
  }

  /** The variables of accesses that a variable was made of. */
  originals(variable: IndexVariable): readonly IndexVariable[] {
    const maker = this.#makers.get(variable);
    if (maker === undefined) return [variable];
    if (maker.kind === 'collapse') return [...this.originals(maker.outer), ...this.originals(maker.inner)];
    return this.originals(maker.of);
  }

  /** The values of a variable while these loops have these values. */
  interval(variable: IndexVariable, known: ReadonlyMap<IndexVariable, number>): Interval {
    const at = known.get(variable);
    if (at !== undefined) return { low: at, high: at + 1 };
    const entries = this.#walk === null ? null : intervalIn(this.#walk, variable, (v) => this.interval(v, known));
    if (entries !== null) return entries;
    const by = this.#definitions.get(variable);
    const all = { low: 0, high: this.extent(variable) };
    if (by === undefined) return all;
    if (by.kind === 'rotate') return this.#turned(by, known) ?? all;
    if (by.kind === 'collapse') return this.#apart(by, variable, known);
    const outer = this.interval(by.outer, known);
    const inner = this.interval(by.inner, known);
    const length = this.length(by);
    const low = outer.low * length + inner.low;
    const high = (outer.high - 1) * length + inner.high;
    return { low: Math.min(all.high, low), high: Math.max(Math.min(all.high, low), Math.min(all.high, high)) };
  }

  #turned({ of, by, into }: Extract<Relation, { kind: 'rotate' }>, known: ReadonlyMap<IndexVariable, number>): Interval | null {
    let turn = 0;
    for (const variable of [into, ...by]) {
      const { low, high } = this.interval(variable, known);
      // Behind the end of a variable with shorter last parts.
      if (high <= low) return { low: 0, high: 0 };
      if (high - low > 1) return null;
      turn += low;
    }
    const low = turn % this.extent(of);
    return { low, high: low + 1 };
  }

  #apart(
    { outer, inner, into }: Extract<Relation, { kind: 'collapse' }>,
    variable: IndexVariable,
    known: ReadonlyMap<IndexVariable, number>,
  ): Interval {
    const { low, high } = this.interval(into, known);
    const width = this.extent(inner);
    const first = Math.floor(low / Math.max(1, width));
    const last = Math.floor((high - 1) / Math.max(1, width));
    if (variable === outer) return { low: first, high: high > low ? last + 1 : first };
    return first === last && high > low
      ? { low: low - first * width, high: high - first * width }
      : { low: 0, high: high > low ? width : 0 };
  }

  /** Whether a variable's values follow from entries, whose numbers no tile says. */
  followsEntries(variable: IndexVariable): boolean {
    if (this.#walk === null) return false;
    const { position, isLoop, coordinates, leading, ranges } = this.#walk;
    if (variable === position) return !isLoop;
    return variable === ranges?.of || (coordinates.has(variable) && (isLoop || !leading.includes(variable)));
  }

  /** How a variable's values spread while `fixed` loops stand, each at some value. */
  spread(variable: IndexVariable, fixed: ReadonlySet<IndexVariable>): Spread {
    if (fixed.has(variable)) return 'point';
    if (this.followsEntries(variable)) return this.#spreadEntries(variable, fixed);
    const by = this.#definitions.get(variable);
    if (by === undefined) return 'all';
    if (by.kind === 'rotate') {
      const turned = [by.into, ...by.by].map((v) => this.spread(v, fixed));
      if (turned.every((s) => s === 'point')) return 'point';
      return turned[0] === 'all' ? 'all' : 'gaps';
    }
    if (by.kind === 'collapse') return this.#spreadApart(by, variable, fixed);
    const [outer, inner] = [this.spread(by.outer, fixed), this.spread(by.inner, fixed)];
    if (outer === 'gaps' || inner === 'gaps') return 'gaps';
    if (outer === 'point') return inner === 'all' ? 'range' : inner;
    if (inner === 'all') return outer;
    return this.extent(by.outer) === 1 ? inner : 'gaps';
  }

  /** Entries of a box of segments are taken for all between the first and the last, which is exact for rows. */
  #spreadEntries(variable: IndexVariable, fixed: ReadonlySet<IndexVariable>): Spread {
    const rows = variable === this.#walk?.position ? (this.#walk?.leading ?? []) : [];
    return rows.some((row) => this.spread(row, fixed) === 'gaps') ? 'gaps' : 'range';
  }

  /** Values of one of two collapsed variables: parts of whole rows of the inner one, or of one row, are contiguous in both. */
  #spreadApart(by: Extract<Relation, { kind: 'collapse' }>, variable: IndexVariable, fixed: ReadonlySet<IndexVariable>): Spread {
    const together = this.spread(by.into, fixed);
    if (together !== 'range') return together;
    const cut = this.#definitions.get(by.into);
    const width = this.extent(by.inner);
    if (cut?.kind !== 'split' && cut?.kind !== 'divide') return 'gaps';
    const length = this.length(cut);
    const whole = this.spread(cut.outer, fixed) === 'point' && this.spread(cut.inner, fixed) === 'all';
    if (whole && length % width === 0) return variable === by.outer ? 'range' : 'all';
    if (whole && width % length === 0) return variable === by.outer ? 'point' : 'range';
    return 'gaps';
  }
}
