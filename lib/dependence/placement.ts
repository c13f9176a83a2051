/**
 * Placements: where the points of a launch run, and which points run in a memory, without visiting the launch.
 *
 *     blocks     10 points, 4 memories     0 0 0 1 1 2 2 2 3 3          memory 2 has points [5, 8)
 *     together   all points in one memory
 *     given      an array of a library's own; its inverse is made once, by visiting all points
 *     on a grid  blocks along each axis; the inverse is the digits of a memory's number
 */
import { ArgumentError } from '../base/index.js';
import { pointsWithin } from '../partition/index.js';
import { formatShape, type Shape, sizeOf } from '../shape/index.js';
import { numberOf, pointAt } from './span.js';

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

/** The points of a launch that have coordinate 0 along some axes, as a launch in which these axes have length 1. */
export function faceOf(placement: Placement, launch: Shape): Placement {
  const { launch: all } = placement;
  const below = (p: number): number[] => {
    const point = pointAt(p, all);
    return point.every((x, axis) => x < launch[axis]) ? [numberOf(point, launch)] : [];
  };
  return {
    id: placements++,
    launch,
    memoryAt: (q) => placement.memoryAt(numberOf(pointAt(q, launch), all)),
    pointsIn: (memory) => placement.pointsIn(memory).flatMap(below),
    only: placement.only,
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

/**
 * A grid of memories that a library lays a launch on. Launch axis i is cut into `parts[i]` blocks, as even as they can be; the
 * point in blocks (b0, b1, …) runs in memory `base` + b0 · `strides[0]` + b1 · `strides[1]` + …
 *
 *     the grid (2, 3) of 6 memories          base 0, parts 2 3, strides 3 1
 *     column 1 of it, a face                 base 1, parts 2, strides 3
 *     the first memory of each node of 4     base 0, parts 2, strides 4
 */
export interface Grid {
  readonly base: number;
  readonly parts: readonly number[];
  readonly strides: readonly number[];
}

/**
 * The placement on a grid. Throws `ArgumentError` for one that is no grid of the machine: of a rank other than the launch's, with two
 * blocks in one memory, or with memories that the machine has not.
 */
export function onGrid(launch: Shape, grid: Grid, memories: number): Placement {
  checkGrid(launch, grid, memories);
  const { base, parts, strides } = grid;
  const blockOf = (x: number, axis: number): number => Math.floor((x * parts[axis]) / launch[axis]);
  const first = (block: number, axis: number): number => Math.ceil((block * launch[axis]) / parts[axis]);
  return {
    id: placements++,
    launch,
    memoryAt: (p) => pointAt(p, launch).reduce((memory, x, axis) => memory + strides[axis] * blockOf(x, axis), base),
    pointsIn: (memory) => {
      const blocks = blocksAt(memory, grid);
      return blocks === null
        ? NO_POINTS
        : pointsWithin(
            launch,
            blocks.map((b, axis) => ({ from: first(b, axis), to: first(b + 1, axis) })),
          );
    },
    only: parts.every((n) => n === 1) ? base : -1,
  };
}

/** The blocks of a memory by axis; null where the grid has it not. */
function blocksAt(memory: number, { base, parts, strides }: Grid): number[] | null {
  const blocks = parts.map(() => 0);
  let rest = memory - base;
  for (const axis of bySize(strides)) {
    if (parts[axis] === 1) continue;
    blocks[axis] = Math.min(parts[axis] - 1, Math.floor(rest / strides[axis]));
    rest -= blocks[axis] * strides[axis];
    if (rest < 0) return null;
  }
  return rest === 0 ? blocks : null;
}

/** Axes, the ones with the largest strides first. */
function bySize(strides: readonly number[]): number[] {
  return strides.map((_, axis) => axis).sort((a, b) => strides[b] - strides[a]);
}

function checkGrid(launch: Shape, { base, parts, strides }: Grid, memories: number): void {
  const whole = [base, ...parts, ...strides].every((n) => Number.isInteger(n) && n >= 0) && parts.every((n) => n >= 1);
  const ranks = parts.length === launch.length && strides.length === launch.length;
  let reach = 0;
  let apart = true;
  for (const axis of bySize(strides).reverse()) {
    if (parts[axis] === 1) continue;
    apart &&= strides[axis] > reach;
    reach += (parts[axis] - 1) * strides[axis];
  }
  if (whole && ranks && apart && base + reach < memories) return;
  throw new ArgumentError(
    `grid: expected parts and strides for each of the ${launch.length} axes of the launch ${formatShape(launch)}, blocks in ` +
      `memories of their own, and these from 0 to ${memories - 1}, got base ${base}, parts (${parts.join(', ')}) and strides ` +
      `(${strides.join(', ')}); a row-major grid has the product of the later parts as strides`,
  );
}
