/** The operations that coherence decides before a task, and the mapping of the task itself: see `coherence.ts`. */

import type { FoldOp, Privilege } from '../ir/index.js';
import type { Rect, SubPartition } from '../partition/index.js';
import type { Shape } from '../shape/index.js';
import type { Footprint } from './footprint.js';
import type { Wait } from './history.js';
import type { Instance } from './instance.js';
import type { Piece } from './pieces.js';
import type { Grid } from './placement.js';
import type { RootKey } from './root-key.js';
import type { Span } from './span.js';

/**
 * Partial results, which the points of a reduction leave instead of elements of the root: rows that only together make up elements, so that
 * results do not depend on the points that computed them. A row has a partial result for each element of the argument's view, row-major.
 */
export interface Partials {
  /** Bytes of a partial result. */
  readonly itemSize: number;
  /** The partial results of a point, a rectangle of rows and columns; empty where it has none. */
  rowsAt(point: number): Rect;
  /** The tiles, so many at most, of which each can be made of the columns for its elements alone; null where the view is made at once. */
  tilesFor(most: number): Tiles | null;
}

/** Disjoint parts of an argument, one for each point of a launch. */
export interface Tiles {
  readonly launch: Shape;
  readonly sub: SubPartition;
}

export interface TaskArg {
  readonly root: RootKey;
  readonly sub: SubPartition;
  readonly privilege: Privilege;
  /** With `reduce`: the operator, for points that combine values with the elements that are there. */
  readonly op?: FoldOp;
  /** With `reduce`: points leave partial results, of which all of the argument is made; its old contents are overwritten. */
  readonly partials?: Partials;
  /**
   * With `read`: copies for the task are of no use behind it. Their memory goes to the next such copies, as long as no other argument is on
   * the root.
   */
  readonly ends?: boolean;
}

/** An index task with its partitions. */
export interface IndexTask {
  readonly launch: Shape;
  readonly args: readonly TaskArg[];
  /** For one-point tasks: the memory to run at; else the mapper places it. */
  readonly at?: number;
  /** The memories that the library lays the launch on; else the mapper places it. */
  readonly grid?: Grid;
}

interface Numbered {
  /** Operations and tasks count 1, 2, … in program order; each waits only for smaller numbers. */
  readonly number: number;
  readonly waits: readonly Wait[];
  /** The items that run, each when its waits are complete. */
  readonly span: Span;
}

export type Operation =
  /** Does nothing; item i stands for `instances[i]`, which was a dead root's: its earlier uses are complete. */
  | (Numbered & { readonly kind: 'acquire'; readonly instances: readonly Instance[] })
  /** Item i copies `pieces[i].rect` between the instances that the piece's slots name, sends it or receives it. */
  | (Numbered & {
      readonly kind: 'copy';
      readonly root: number;
      readonly pieces: readonly Piece[];
      readonly instances: readonly Instance[];
    })
  /** Item i makes the elements of a tile of partial results: of all rows, and the columns for its elements. */
  | (Numbered & {
      readonly kind: 'fold';
      /** The root's id. */
      readonly root: number;
      readonly how: Partials;
      readonly of: Reduced;
      /** The buffers in own memories. */
      readonly buffers: readonly Instance[];
      /** The part of the argument's view, where it is tiled; null where the one item makes all of it. */
      readonly tiles: SubPartition | null;
      intoAt(item: number): Instance;
    })
  /** Item i combines the buffers of points, in the order of tasks and points, with the elements of a tile. */
  | (Numbered & {
      readonly kind: 'combine';
      readonly root: number;
      readonly op: FoldOp;
      readonly of: readonly Reduced[];
      /** Null where the tile is empty. */
      intoAt(item: number): Instance | null;
    })
  /** One item: sends buffers to other processes' memories, where they are folded. */
  | (Numbered & { readonly kind: 'give'; readonly root: number; readonly gifts: readonly Gift[] });

/** The buffers that the points of a reduction left. */
export interface Reduced {
  /** The number of the reduction among the root's. */
  readonly ordinal: number;
  readonly footprint: Footprint;
  /** The points that have a part of an item, ascending. */
  pointsOf(item: number): readonly number[];
  /** The buffer of a point; null where the point has none, or a different process has it. */
  bufferAt(point: number): Instance | null;
}

export interface Gift {
  readonly ordinal: number;
  readonly point: number;
  readonly buffer: Instance;
  readonly to: number;
}

/** Where an argument's elements are. */
export interface MappedArg {
  readonly footprint: Footprint;
  /** The instance that a point uses: it has room for all of the point's rectangle. Null where the rectangle is empty. */
  instanceAt(point: number): Instance | null;
  /** Buffers of elements that must be filled with the operator's identity before the point runs. */
  readonly initialize: boolean;
}

/** A task with its place in the order. */
export interface Mapping {
  readonly number: number;
  /** To be done first, in this order or any that keeps the waits. */
  readonly before: readonly Operation[];
  readonly waits: readonly Wait[];
  /** The memory at which each point runs. */
  memoryAt(point: number): number;
  readonly args: readonly MappedArg[];
}
