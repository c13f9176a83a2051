/**
 * A window to be replayed, as plain data: the blocks of memory that it uses and its launches in order. Neither roots, instances nor
 * addresses are in it, so one form serves every window of its kind: the steps of a plan over one memory (`one-memory/plan-form.ts`),
 * points, copies and folds over several (`memories/recorded-form.ts`). Forms are lowered once (`lower.ts`) to a program of the device.
 */
import type { Footprint } from '../../dependence/index.js';
import type { Rect } from '../../partition/index.js';
import type { Range, Writable } from '../launch/index.js';
import type { Told } from './told.js';

/** Memory that launches use: an argument of the program, or a part of its scratch memory. */
export interface BlockForm {
  readonly bytes: number;
  /** Uses of two blocks are compared element by element where their coordinates are equal; otherwise every use overlaps every use. */
  readonly coordinates: string;
  /** The block that hands its memory on to this one; -1 where it has memory of its own. */
  readonly donor: number;
  /** Where it has storage only while the program runs: the number of its memory, and its box of elements; else null. */
  readonly scratch: { readonly memory: number; readonly rect: Rect } | null;
}

/** Elements that each item of a launch may touch: one rectangle for all items. */
export interface Box {
  readonly rect: Rect;
  readonly count: number;
}

/** Elements that the items of a launch touch. */
export type Touched = Footprint | Box;

/** A use of a block by the units of a launch, and by its end; null for the part that does not use the block. */
export interface BlockUse {
  readonly block: number;
  readonly writes: boolean;
  readonly units: Touched | null;
  readonly end: Touched | null;
}

/** Where the nodes of a launch run: processors from `low` to below `high`; the launch is the `rank`-th of `of` that share them. */
export interface Place {
  readonly low: number;
  readonly high: number;
  readonly rank: number;
  readonly of: number;
}

export interface LaunchForm extends Writable {
  /** The calling thread runs it rather than hand it over. */
  readonly small: boolean;
  /** Estimated nanoseconds. */
  readonly cost: number;
  /** The ranges of units that are nodes; `finish`: an end of its own follows all of them. */
  readonly ranges: readonly Range[];
  readonly finish: boolean;
  readonly uses: readonly BlockUse[];
  readonly place: Place;
  readonly told: Told;
}

/** A launch, by its number in the form, waits for a launch of another queue: the `at`-th of the window there, counted from 0. */
export interface Arrival {
  readonly launch: number;
  readonly queue: number;
  readonly at: number;
}

/** Asynchronous nodes: work of other queues between the launches. */
export interface Crossings {
  /** By launch, ascending. */
  readonly arrivals: readonly Arrival[];
  /** Launches, ascending: with all before them they are complete on their own, and launches of other queues follow. */
  readonly releases: readonly number[];
}

export const NO_CROSSINGS: Crossings = Object.freeze({ arrivals: [], releases: [] });

export interface ReplayForm extends Crossings {
  readonly blocks: readonly BlockForm[];
  readonly launches: readonly LaunchForm[];
}

/** The coordinates of a block's elements, from their size, the block's extent and its origin (`BlockForm.coordinates`). */
export function coordinatesOf(itemSize: number, extent: readonly number[], origin: readonly number[] = []): string {
  return `${itemSize}:${extent.join()}:${origin.join()}`;
}
