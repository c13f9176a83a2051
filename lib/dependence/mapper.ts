/**
 * The mapper (thesis 3.2.3): every decision that is a matter of taste. Results never depend on it. A library that knows better extends the
 * class and overrides the decisions that it takes over; answers must be a function of the arguments alone, because they are remembered.
 */
import { bounding, contains, intersect, intersects, type Rect, rectSize } from '../partition/index.js';
import { type Shape, sizeOf } from '../shape/index.js';

/**
 * Decisions for a machine of several memories; see the head of this file.
 *
 * @example
 * // Points by turns, and not in blocks of neighbours.
 * class Cyclic extends Mapper {
 *   place(launch) {
 *     const points = launch.reduce((n, extent) => n * extent, 1);
 *     return Int32Array.from({ length: points }, (_, p) => p % this.memories);
 *   }
 * }
 * Array.from(new Mapper(2).place([4])); // [0, 0, 1, 1]
 * Array.from(new Cyclic(2).place([4])); // [0, 1, 0, 1]
 * const own = createRuntime({ memories: 2 }, { mapper: (memories) => new Cyclic(memories) });
 * await own.close();
 */
export class Mapper {
  /** Memories of the machine, numbered from 0. */
  readonly memories: number;

  constructor(memories: number) {
    this.memories = memories;
  }

  /** The memory at which each point of a launch domain runs, row-major. Default: blocks of neighbours, as even as they can be. */
  place(launch: Shape): Int32Array {
    const points = sizeOf(launch);
    const memoryOf = new Int32Array(points);
    for (let p = 0; p < points; p++) memoryOf[p] = Math.floor((p * this.memories) / points);
    return memoryOf;
  }

  /**
   * The memory for tasks with points that may write the same elements, and for the results of reductions that are not made tile by tile.
   */
  home(): number {
    return 0;
  }

  /**
   * The extent of a new instance for `want`, beside the instances of the same store that the memory has, and the extents that instances of
   * its shape grew to. Default: it grows to hold both when their common part is larger than the rest (coalescing).
   */
  extent(want: Rect, existing: readonly Rect[]): Rect {
    let extent = want;
    for (const other of existing) {
      if (!intersects(other, extent)) continue;
      const both = bounding(other, extent);
      const shared = rectSize(intersect(other, extent));
      if (shared > rectSize(both) - shared) extent = both;
    }
    return extent;
  }

  /**
   * Which of the instances that dead stores of this shape left to use for `want`: an index, or -1 for a new one. Default: the largest that
   * has room and is not more than twice as large, for it has learnt the neighbours that are needed.
   */
  reuse(want: Rect, free: readonly Rect[]): number {
    let best = -1;
    let most = 0;
    free.forEach((rect, i) => {
      const size = rectSize(rect);
      if (size > most && size <= 2 * rectSize(want) && contains(rect, want)) {
        best = i;
        most = size;
      }
    });
    return best;
  }

  /**
   * The memory to copy from, of the memories that have the data. Default: the nearest in the ring of all memories, of two the one before, so that
   * memories with replicas send equally much.
   */
  source(to: number, from: readonly number[]): number {
    let best = from[0];
    for (const memory of from) if (this.#apart(memory, to) < this.#apart(best, to)) best = memory;
    return best;
  }

  /** The steps between two memories in the ring; half a step less where `from` is the one before. */
  #apart(from: number, to: number): number {
    const behind = (to - from + this.memories) % this.memories;
    return Math.min(behind - 0.5, this.memories - behind);
  }
}
