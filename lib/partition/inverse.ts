/**
 * From elements to points: which points of a launch have a rectangle that meets a given one. Tilings are inverted, so that the time
 * depends on how many points are found and not on how many there are.
 *
 *     tiles of 4, launch (1000)     rectangle [6,9)       tiles 1 and 2: points 1 and 2
 *     projection (x, y) -> y        tile 2                points (0,2) (1,2) (2,2) …
 *     (x, y) -> (x + y + s) mod n   tile 2                for each x the one y = (2 - x - s) mod n
 */
import type { Shape } from '../shape/index.js';
import type { HaloPartition, TilingPartition } from './partition.js';
import { type Projection, turnOf } from './projection.js';
import type { Rect } from './rect.js';

/** A half-open interval of whole numbers. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Row-major numbers of the points whose tiles meet a rectangle of the cut store, ascending. Points with tiles that are empty
 * only because the store ends are named, too.
 */
export function pointsMeeting(partition: TilingPartition | HaloPartition, launch: Shape, rect: Rect): number[] {
  const wanted = tilesMeeting(partition, rect);
  return wanted === null ? [] : new Search(tilingOf(partition).projection, launch, wanted).points();
}

/** The tiles that meet a rectangle, by axis; null when along some axis none does. */
function tilesMeeting(partition: TilingPartition | HaloPartition, rect: Rect): Range[] | null {
  const t = tilingOf(partition);
  const ranges: Range[] = [];
  for (let i = 0; i < t.tile.length; i++) {
    const before = partition.kind === 'halo' ? partition.low[i] : 0;
    const behind = partition.kind === 'halo' ? partition.high[i] : 0;
    const from = Math.floor((rect.low[i] - t.offset[i] - t.tile[i] - behind) / t.tile[i]) + 1;
    const to = Math.ceil((rect.high[i] - t.offset[i] + before) / t.tile[i]);
    if (rect.high[i] <= rect.low[i] || from >= to) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

function tilingOf(partition: TilingPartition | HaloPartition): TilingPartition {
  return partition.kind === 'halo' ? partition.from : partition;
}

/** Gives launch axes values one by one: first axes of plain tile axes, then axes that rotations solve for. */
class Search {
  readonly #projection: Projection;
  readonly #launch: Shape;
  readonly #wanted: readonly Range[];
  /** By launch axis. */
  readonly #within: Range[];
  readonly #order: readonly number[];
  readonly #found: number[] = [];

  constructor(projection: Projection, launch: Shape, wanted: readonly Range[]) {
    this.#projection = projection;
    this.#launch = launch;
    this.#wanted = wanted;
    this.#within = launch.map((to) => ({ from: 0, to }));
    projection.axes.forEach((axis, i) => {
      if (axis < 0 || projection.rotations[i] !== null) return;
      const { from, to } = this.#within[axis];
      this.#within[axis] = { from: Math.max(from, wanted[i].from), to: Math.min(to, wanted[i].to) };
    });
    this.#order = solvingOrder(projection, launch);
  }

  points(): number[] {
    const { axes, isRotated } = this.#projection;
    if (axes.some((axis, i) => axis < 0 && (this.#wanted[i].from > 0 || this.#wanted[i].to <= 0))) return [];
    if (!isRotated) return pointsWithin(this.#launch, this.#within);
    this.#assign(0, new Array<number>(this.#launch.length).fill(0));
    return this.#found.sort((a, b) => a - b);
  }

  #assign(at: number, point: number[]): void {
    if (at === this.#order.length) {
      if (this.#isWanted(point)) this.#found.push(point.reduce((n, x, axis) => n * this.#launch[axis] + x, 0));
      return;
    }
    const axis = this.#order[at];
    for (const x of this.#valuesOf(axis, this.#order.slice(0, at), point)) {
      point[axis] = x;
      this.#assign(at + 1, point);
    }
  }

  /** Values that an axis may have, given the axes before it. */
  *#valuesOf(axis: number, known: readonly number[], point: readonly number[]): Generator<number> {
    const { from, to } = this.#within[axis];
    const { axes, rotations } = this.#projection;
    const i = axes.findIndex((a, k) => a === axis && (rotations[k]?.others.every((o) => known.includes(o)) ?? false));
    const rotation = i < 0 ? null : rotations[i];
    if (rotation === null) for (let x = from; x < to; x++) yield x;
    else {
      const { extent } = rotation;
      const wanted = this.#wanted[i];
      for (let tile = Math.max(0, wanted.from); tile < Math.min(extent, wanted.to); tile++) {
        const first = modulo(tile - turnOf(rotation, point) - from, extent) + from;
        for (let x = first; x < to; x += extent) yield x;
      }
    }
  }

  /** Whether all rotated coordinates are in the wanted ranges; plain ones are by construction. */
  #isWanted(point: readonly number[]): boolean {
    return this.#projection.rotations.every((rotation, i) => {
      if (rotation === null) return true;
      const tile = (point[this.#projection.axes[i]] + turnOf(rotation, point)) % rotation.extent;
      return tile >= this.#wanted[i].from && tile < this.#wanted[i].to;
    });
  }
}

/** Row-major numbers of the points of a launch that have these coordinates, ascending. */
export function pointsWithin(launch: Shape, within: readonly Range[]): number[] {
  let numbers = [0];
  launch.forEach((n, axis) => {
    const next: number[] = [];
    const { from, to } = within[axis];
    for (const before of numbers) for (let x = from; x < to; x++) next.push(before * n + x);
    numbers = next;
  });
  return numbers;
}

/** An order of launch axes: a rotated axis comes behind the axes that its rotation adds, as far as possible. */
function solvingOrder({ axes, rotations, isRotated }: Projection, launch: Shape): number[] {
  const order = launch.map((_, axis) => axis);
  if (!isRotated) return order;
  const turned = new Set(axes.filter((_, i) => rotations[i] !== null));
  const placed = order.filter((axis) => !turned.has(axis));
  const waiting = order.filter((axis) => turned.has(axis));
  while (waiting.length > 0) {
    const next = waiting.findIndex((axis) =>
      axes.some((a, i) => a === axis && (rotations[i]?.others.every((o) => placed.includes(o)) ?? false)),
    );
    placed.push(...waiting.splice(Math.max(0, next), 1));
  }
  return placed;
}

function modulo(n: number, extent: number): number {
  return ((n % extent) + extent) % extent;
}
