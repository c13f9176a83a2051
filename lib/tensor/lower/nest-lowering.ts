/**
 * The launches of one nest: steps in time, each over all processors, and sums of partial results where a distributed loop is summed over.
 */
import { ScheduleError } from '../../base/index.js';
import { none } from '../../partition/index.js';
import { sizeOf } from '../../shape/index.js';
import { Bounds } from '../concrete/bounds.js';
import { type Concrete, formatConcrete, type Leaf, type Nest, type Relation, routineOf } from '../concrete/concrete.js';
import { axesOf, nestOf, orderingsOf } from '../concrete/leaf-order.js';
import { type Parts, partsOf } from '../concrete/legality.js';
import { type AccessTerm, accessesOf, type IndexVariable, TensorSymbol } from '../notation/terms.js';
import { gridOf, iterationsOf } from './loops.js';
import { coordinatesOf } from './placing.js';
import type { Launch, LaunchArg, Work } from './program.js';
import { type Known, Regions } from './regions.js';
import { namedOf, StorageSymbol } from './storage.js';
import { isAxis, type StoredNest, type StoredWalk, tablesOf } from './stored-nests.js';

/** The launches of one nest. */
export class NestLowering {
  /** Partial results of distributed sums: an axis for each of these loops, then the target's; null where no such loop is distributed. */
  readonly partial: TensorSymbol | null;
  /** The routine that takes the place of the leaf; null for loops. */
  readonly #routine: Leaf | null;
  readonly #axes: readonly IndexVariable[];
  readonly #concrete: Concrete;
  readonly #nest: Nest;
  readonly #walk: StoredWalk | null;
  readonly #bounds: Bounds;
  readonly #parts: Parts;
  readonly #domain: readonly number[];
  /** The parts of operands: none for a point without iterations. */
  readonly #read: Regions;
  /** The parts of the target, which is 0 where a sum has no terms. */
  readonly #written: Regions;
  /** Distributed loops that are summed over. */
  readonly #shared: readonly IndexVariable[];
  /** Whether an earlier nest has assigned the target. */
  readonly #later: boolean;
  readonly #steps: readonly IndexVariable[];
  /** Whether commands say the order of the leaf's loops. */
  readonly #isOrdered: boolean;

  constructor(concrete: Concrete, { nest, original, walk, without }: StoredNest, later: boolean) {
    this.#concrete = concrete;
    this.#nest = nest;
    this.#walk = walk;
    this.#later = later;
    this.#bounds = new Bounds(concrete, walk);
    const parts = partsOf(concrete, original);
    this.#parts = { ...parts, distributed: parts.distributed.filter((loop) => !without.includes(loop)) };
    const { distributed, steps } = this.#parts;
    this.#steps = steps;
    this.#domain = distributed.length === 0 ? [1] : distributed.map((loop) => this.#bounds.extent(loop));
    const all = [nest.target, ...accessesOf(nest.value)].flatMap(({ indices }) => indices);
    const variables = walk === null ? all : all.filter((variable) => isAxis(walk, variable));
    this.#read = new Regions(this.#bounds, distributed, this.#domain, [...new Set(variables)]);
    this.#written = new Regions(this.#bounds, distributed, this.#domain, nest.target.indices);
    this.#shared = distributed.filter((loop) => this.#isSummed(loop) && this.#bounds.extent(loop) > 1);
    this.partial = this.#makePartial();
    this.#isOrdered = walk === null && orderingsOf(concrete, nest).length > 0;
    const axes = this.#isOrdered ? axesOf(concrete, nest, this.#bounds, this.#parts.leaf) : nest.target.indices;
    this.#axes = [...new Set([...axes, ...variables])];
    this.#routine = routineOf(concrete, original)?.leaf ?? null;
  }

  #isSummed(loop: IndexVariable): boolean {
    const kept = this.#walk?.kept ?? this.#nest.target.indices;
    return this.#bounds.originals(loop).some((variable) => !kept.includes(variable));
  }

  #makePartial(): TensorSymbol | null {
    if (this.#shared.length === 0) return null;
    const { tensor } = this.#nest.target;
    const shape = [...this.#shared.map((loop) => this.#bounds.extent(loop)), ...tensor.shape];
    return new TensorSymbol(`${tensor.name}_partial`, shape, tensor.dtype ?? this.#concrete.compute, null, null);
  }

  launches(): Launch[] {
    const found: Launch[] = [];
    const { before } = this.#parts;
    for (const known of this.#iterations(before, new Map())) {
      const adds = this.#later || !this.#isFirst(before, known);
      found.push(...this.#within(known, this.partial === null && adds));
      if (this.partial !== null) found.push(...this.#sums(this.partial, known, adds));
    }
    if (found.length > 0 || this.#later) return found;
    // A loop without iterations: the target is 0.
    const target: LaunchArg = { ...this.#targetArg(new Map(), 'write'), tensor: this.#nest.target.tensor, partition: none };
    const work = this.#whole('clear', new Map());
    const { indices } = this.#nest.target;
    const all = { low: indices.map(() => 0), high: indices.map((variable) => this.#bounds.extent(variable)) };
    return [{ domain: [1], grid: this.#gridOf([]), args: [{ ...target, indices }], work: { ...work, boxes: () => [all] } }];
  }

  /** The launches while the loops outside of the processors stand. `adds`: their target has elements that are kept. */
  #within(outer: Known, adds: boolean): Launch[] {
    const level = this.#targetLevel();
    const after = this.#steps.slice(level);
    // Steps that give different parts of what a processor holds of the target add to zeros.
    const clears = after.some((loop) => !this.#isSummed(loop));
    const steps = [...this.#iterations(this.#steps, outer)];
    if (steps.length === 0) return adds ? [] : [this.#launch([this.#targetArg(outer, 'write')], this.#whole('clear', outer))];
    return steps.flatMap((known, s) => {
      const begins = clears && !adds && after.every((loop) => known.get(loop) === 0) && this.#isFirst(this.#steps, known);
      const first = !clears && !adds && this.#isFirst(this.#steps, known);
      const target = this.#targetArg(this.#upTo(level, known), first ? 'write' : 'readwrite');
      const inputs = this.#inputs(steps, s);
      const made = this.#leaf(target, inputs, known, !first);
      const region = this.#upTo(level, known);
      return begins ? [this.#launch([{ ...target, privilege: 'write' }], this.#whole('clear', region)), made] : [made];
    });
  }

  /** The launch of a leaf. */
  #leaf(target: LaunchArg, inputs: readonly LaunchArg[], known: Known, adds: boolean): Launch {
    const needed = adds ? this.#axes : this.#nest.target.indices;
    const work: Work = {
      ...this.#whole('leaf', known),
      adds,
      routine: this.#routine,
      order: this.#isOrdered
        ? nestOf(this.#concrete, this.#nest, this.#bounds, { leaf: this.#parts.leaf, axes: this.#axes })
        : null,
      axes: this.#axes,
      boxes: () => this.#read.boxes(this.#axes, known, needed),
    };
    return this.#launch([target, ...inputs], work);
  }

  /** Work over the target's part while sequential loops stand. */
  #whole(kind: Work['kind'], known: Known): Work {
    const { indices } = this.#nest.target;
    const boxes = () => this.#written.boxes(indices, known, indices);
    return {
      kind,
      nest: this.#nest,
      walk: this.#walk,
      adds: false,
      routine: null,
      order: null,
      at: known,
      distributed: this.#parts.distributed,
      axes: indices,
      boxes,
    };
  }

  /** How many of the steps stand while a processor holds one part of the target. */
  #targetLevel(): number {
    const { before, distributed } = this.#parts;
    const { target } = this.#nest;
    let level = Math.max(0, this.#levelOf(target));
    const hasGaps = (): boolean => {
      const fixed = new Set([...before, ...distributed, ...this.#steps.slice(0, level)]);
      return target.indices.some((variable) => this.#bounds.spread(variable, fixed) === 'gaps');
    };
    while (level < this.#steps.length && hasGaps()) level++;
    return level;
  }

  /** The number of steps at and outside of the loop where a tensor is communicated. */
  #levelOf({ tensor }: AccessTerm): number {
    const given = this.#commandOf(tensor);
    return given?.kind === 'communicate' ? this.#steps.indexOf(given.at) + 1 : 0;
  }

  #commandOf(tensor: TensorSymbol): Relation | undefined {
    return this.#concrete.relations.find((r) => r.kind === 'communicate' && r.tensor === namedOf(tensor));
  }

  /** The loops that stand down to a level. */
  #upTo(level: number, known: Known): Known {
    const gone = this.#steps.slice(level);
    return new Map([...known].filter(([loop]) => !gone.includes(loop)));
  }

  #targetArg(known: Known, privilege: 'write' | 'readwrite'): LaunchArg {
    const { target } = this.#nest;
    const { partial } = this;
    const partition =
      partial === null ? this.#written.of(target, known) : this.#written.ofPartial(target, partial.shape, known, this.#shared);
    return { tensor: partial ?? target.tensor, indices: this.#partialIndices(partial), privilege, partition, ends: false };
  }

  /** The target's indices, behind one for each loop that partial results are of. */
  #partialIndices(partial: TensorSymbol | null): readonly (IndexVariable | null)[] {
    return partial === null ? this.#nest.target.indices : [...this.#shared.map(() => null), ...this.#nest.target.indices];
  }

  /**
   * The tensors that step `s` reads; copies end where the next step uses a different part. Those of entries that no command names stay: a matrix that
   * is not written is read again.
   */
  #inputs(steps: readonly Known[], s: number): LaunchArg[] {
    const found: LaunchArg[] = [];
    for (const access of [...tablesOf(this.#walk), ...accessesOf(this.#nest.value)]) {
      const { tensor, indices } = access;
      const level = this.#levelOf(access);
      const own = this.#upTo(level, steps[s]);
      const next = steps[s + 1];
      const stays = tensor instanceof StorageSymbol && this.#commandOf(tensor) === undefined;
      const ends = !stays && (next === undefined || [...own].some(([loop, value]) => next.get(loop) !== value));
      const partition = this.#read.of(access, own);
      const isKnown = found.some(
        (arg) => arg.tensor === tensor && indices.every((variable, axis) => arg.indices[axis] === variable),
      );
      if (!isKnown) found.push({ tensor, indices, privilege: 'read', partition, ends });
    }
    return found;
  }

  #launch(args: readonly LaunchArg[], work: Work): Launch {
    return { domain: this.#domain, grid: this.#gridOf(this.#parts.distributed), args, work };
  }

  #gridOf(loops: readonly IndexVariable[]): Launch['grid'] {
    return gridOf(this.#concrete, this.#bounds, loops);
  }

  #iterations(loops: readonly IndexVariable[], known: Known): Iterable<Known> {
    return iterationsOf(this.#bounds, loops, known);
  }

  /** Adds partial results up, where the coordinates along their loops are 0. */
  #sums(partial: TensorSymbol, known: Known, adds: boolean): Launch[] {
    const { distributed, before } = this.#parts;
    const { target } = this.#nest;
    const face = distributed.filter((loop) => !this.#shared.includes(loop));
    const domain = face.length === 0 ? [1] : face.map((loop) => this.#bounds.extent(loop));
    const regions = new Regions(this.#bounds, face, domain, target.indices);
    const gaps = target.indices.find((v) => this.#bounds.spread(v, new Set([...before, ...face])) === 'gaps');
    if (gaps !== undefined) {
      throw new ScheduleError(
        `compile: processors would add up values of ${gaps} that are not contiguous; distribute at the outer parts of ${gaps}. The statement is\n` +
          formatConcrete(this.#concrete),
      );
    }
    const extents = this.#shared.map((loop) => this.#bounds.extent(loop));
    const terms = Array.from({ length: sizeOf(extents) }, (_, n) => {
      const at = new Map(known);
      coordinatesOf(n, extents).forEach((x, k) => at.set(this.#shared[k], x));
      return at;
    });
    return terms
      .filter((at, n) => n === 0 || this.#hasTerms(at))
      .map((at, n): Launch => {
        const { indices } = target;
        const into = { tensor: target.tensor, indices, partition: regions.of(target, known), ends: false } as const;
        const from = {
          tensor: partial,
          indices: this.#partialIndices(partial),
          partition: regions.ofPartial(target, partial.shape, at, this.#shared),
          ends: true,
        } as const;
        const first = n === 0 && !adds;
        const args: LaunchArg[] = [
          { ...into, privilege: first ? 'write' : 'readwrite' },
          { ...from, privilege: 'read' },
        ];
        const work: Work = { ...this.#whole(first ? 'copy' : 'add', known), boxes: () => regions.boxes(indices, known, indices) };
        return { domain, grid: this.#gridOf(face), args, work };
      });
  }

  /** Whether there is anything to sum up at processors with these coordinates. */
  #hasTerms(at: Known): boolean {
    return this.#shared.every((loop) =>
      this.#bounds.originals(loop).every((variable) => {
        const { low, high } = this.#bounds.interval(variable, at);
        return high > low;
      }),
    );
  }

  /** Whether sequential loops that are summed over are at their first iterations. */
  #isFirst(loops: readonly IndexVariable[], known: Known): boolean {
    return loops.every((loop) => !this.#isSummed(loop) || known.get(loop) === 0);
  }
}
