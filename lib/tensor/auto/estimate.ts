/**
 * The bytes that processors fetch and hold, from the boxes of elements that each needs and has: an estimate that ranks candidates, of which
 * the best are costed by the runtime's analysis (`simulate.ts`). It differs from that where parts are copied with what is there already.
 */
import { intersect, type Rect, rectSize } from '../../partition/index.js';
import { sizeOf } from '../../shape/index.js';
import { type Distribution, partAt } from '../format/distribution.js';
import { coordinatesOf } from '../lower/placing.js';
import type { Parts } from './grids.js';
import type { Problem, Use } from './problem.js';

/** One tensor at all processors, in bytes. */
export interface Holding {
  readonly distribution: Distribution;
  /** Bytes from processor to processor. */
  readonly moved: number;
  /** Messages of the processor that has most of them: senders share them evenly, and so do receivers of partial results. */
  readonly messages: number;
  /** By processor: its own part. */
  readonly own: Float64Array;
  /** By access, by processor: the part that it needs, where that is not its own. Of the target: its part of the result. */
  readonly copied: readonly Float64Array[];
}

/** The parts that processors compute with. */
export class Blocks {
  readonly #problem: Problem;
  readonly #parts: Parts;
  /** The loops that are cut, by dimension of the grid. */
  readonly dims: readonly number[];
  readonly #shape: readonly number[];
  /** By processor: its coordinates, and by loop of the statement the values there. */
  readonly #places: readonly { readonly coordinates: readonly number[]; readonly all: Rect }[];

  constructor(problem: Problem, parts: Parts, dims: readonly number[]) {
    this.#problem = problem;
    this.#parts = parts;
    this.dims = dims;
    this.#shape = dims.map((loop) => parts[loop]);
    this.#places = Array.from({ length: sizeOf(this.#shape) }, (_, p) => {
      const coordinates = coordinatesOf(p, this.#shape);
      return { coordinates, all: this.#at(coordinates) };
    });
  }

  #at(coordinates: readonly number[]): Rect {
    const { extents } = this.#problem;
    const low = extents.map(() => 0);
    const high = [...extents];
    this.dims.forEach((loop, d) => {
      const length = Math.ceil(extents[loop] / this.#parts[loop]);
      low[loop] = Math.min(extents[loop], coordinates[d] * length);
      high[loop] = Math.min(extents[loop], low[loop] + length);
    });
    return { low, high };
  }

  holding(use: Use, distribution: Distribution): Holding {
    const { accesses, size, isTarget, tensor } = use;
    let [moved, messages, ends] = [0, 0, 0];
    const own = new Float64Array(this.#places.length);
    const copied = accesses.map(() => new Float64Array(this.#places.length));
    for (const [p, { coordinates, all }] of this.#places.entries()) {
      const isBusy = rectSize(all) > 0;
      const has = ownAt(distribution, tensor.shape, p);
      own[p] = has === null ? 0 : rectSize(has) * size;
      if (isTarget ? this.#isFirst(coordinates) : own[p] > 0) ends++;
      accesses.forEach((loops, a) => {
        const need = { low: loops.map((loop) => all.low[loop]), high: loops.map((loop) => all.high[loop]) };
        const bytes = rectSize(need) * size;
        const shared = has === null ? 0 : rectSize(intersect(has, need)) * size;
        // Partial results go to coordinate 0 along their loops, and the result from there to its own part.
        const isSum = isTarget && this.#isFirst(coordinates);
        const fetched = isSum ? own[p] - shared : isTarget ? bytes : bytes - shared;
        if (isTarget || (fetched > 0 && isBusy)) copied[a][p] = bytes;
        if (fetched <= 0 || !(isBusy || isSum)) return;
        moved += fetched;
        messages++;
      });
    }
    const received = isTarget || messages === 0 ? 0 : accesses.length;
    return { distribution, own, copied, moved, messages: Math.max(received, Math.ceil(messages / Math.max(1, ends))) };
  }

  /** Whether a processor adds up partial results. */
  #isFirst(coordinates: readonly number[]): boolean {
    return this.dims.every((loop, d) => coordinates[d] === 0 || !this.#problem.summed.includes(loop));
  }

  /** Whether partial results are added up. */
  get isShared(): boolean {
    return this.dims.some((loop, d) => this.#problem.summed.includes(loop) && this.#shape[d] > 1);
  }
}

/** A processor's part; null where it has none. */
function ownAt(distribution: Distribution, shape: readonly number[], processor: number): Rect | null {
  const { grid, places } = distribution;
  if (processor >= grid.size) return null;
  const coordinates = coordinatesOf(processor, grid.shape);
  const isThere = places.every((place, d) => place.kind !== 'fix' || place.at === coordinates[d]);
  return isThere ? partAt(distribution, shape, coordinates) : null;
}
