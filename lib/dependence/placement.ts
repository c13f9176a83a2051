/**
 * Placements: where the points of a launch run, and which points run in a memory, without visiting the launch.
 *
 *     blocks     10 points, 4 memories     0 0 0 1 1 2 2 2 3 3          memory 2 has points [5, 8)
 *     together   all points in one memory
 *     given      an array of a library's own; its inverse is made once, by visiting all points
 */
import { type Shape, sizeOf } from '../shape/index.js';

/** Where the points of a launch run. Points are numbered in row-major order. */
export interface Placement {
  readonly id: number;
  readonly launch: Shape;
  memoryAt(point: number): number;
  /** The points that run in a memory, ascending. */
  pointsIn(memory: number): readonly number[];
  /** The memory of all points; -1 where there are several. */
  readonly only: number;
}

let placements = 0;

/** All points in one memory. */
export function together(launch: Shape, memory: number): Placement {
  const points = lazily(() => interval(0, sizeOf(launch)));
  return {
    id: placements++,
    launch,
    memoryAt: () => memory,
    pointsIn: (m) => (m === memory ? points() : NO_POINTS),
    only: memory,
  };
}

/** Blocks of neighbours, as even as they can be: point p of n runs in memory floor(p · memories / n). */
export function blocks(launch: Shape, memories: number): Placement {
  const n = sizeOf(launch);
  const first = (memory: number): number => Math.ceil((memory * n) / memories);
  return {
    id: placements++,
    launch,
    memoryAt: (p) => Math.floor((p * memories) / n),
    pointsIn: (memory) => interval(first(memory), first(memory + 1)),
    only: memories === 1 || n === 1 ? 0 : -1,
  };
}

/** The memory of each point. */
export function given(launch: Shape, memoryOf: Int32Array): Placement {
  const inverse = lazily(() => inverted(memoryOf));
  const only = memoryOf.length > 0 && memoryOf.every((m) => m === memoryOf[0]) ? memoryOf[0] : -1;
  return {
    id: placements++,
    launch,
    memoryAt: (p) => memoryOf[p],
    pointsIn: (memory) => inverse().get(memory) ?? NO_POINTS,
    only,
  };
}

const NO_POINTS: readonly number[] = Object.freeze([]);

function inverted(memoryOf: Int32Array): Map<number, number[]> {
  const points = new Map<number, number[]>();
  memoryOf.forEach((memory, p) => {
    const known = points.get(memory);
    if (known === undefined) points.set(memory, [p]);
    else known.push(p);
  });
  return points;
}

function interval(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
