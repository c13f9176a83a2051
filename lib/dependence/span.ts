/**
 * Spans: the elements of a root that each item of an operation touches, and the item's memory. The items of an index task are its points;
 * the items of a copy its pieces. Spans are interned or shared, so that consequences of one, or of a pair of them (see `relation.ts`), are
 * found once. A process that has some of the machine's memories (`Own`) asks for items there alone, and its questions do not grow with the
 * machine.
 */
import type { Partition, Rect, SubPartition } from '../partition/index.js';
import type { Shape } from '../shape/index.js';

export interface Span {
  readonly id: number;
  readonly count: number;
  rectAt(item: number): Rect;
  /** Where the item runs, or writes. */
  memoryAt(item: number): number;
  /** Where it reads from; the same unless it is a copy. */
  sourceAt(item: number): number;
  /** The items in own memories; null where that is all of them. */
  readonly items: readonly number[] | null;
  /** Around all items. */
  readonly bounds: Rect;
  /** No element belongs to two items. */
  readonly disjoint: boolean;
  /** For arguments of tasks: the symbols that describe it. */
  readonly sub: SubPartition | null;
  readonly launch: Shape;
  /** In root coordinates, where that is a tiling or a widened one. */
  readonly rooted: Partition | null;
}

let spans = 0;

/** A number for a new span. */
export function nextSpan(): number {
  return spans++;
}

/** A rectangle of a root in one memory. */
export interface Part {
  readonly memory: number;
  readonly rect: Rect;
}

/** The memories that a process analyzes for, ascending; null: all of the machine's. */
export type Own = readonly number[] | null;

/** The coordinates of a row-major number. */
export function pointAt(n: number, launch: Shape): number[] {
  const point = new Array<number>(launch.length);
  for (let i = launch.length - 1; i >= 0; i--) {
    point[i] = n % launch[i];
    n = Math.floor(n / launch[i]);
  }
  return point;
}

/** The row-major number of a point. */
export function numberOf(point: readonly number[], launch: Shape): number {
  return point.reduce((n, x, axis) => n * launch[axis] + x, 0);
}
