/**
 * Projections: maps from a launch point to a tile coordinate. Each tile axis takes a launch axis, or stands still at
 * tile 0. Dropping a launch axis replicates tiles along it; a still axis is one that is not cut. A *rotated* tile axis adds further
 * launch axes and a shift to its own, modulo a number of tiles: so a grid of points passes tiles around in a ring.
 *
 *     identity(2)          (x, y) -> (x, y)      axes 0,1
 *     projection([0, -1])  (x)    -> (x, 0)      a matrix cut in rows by a 1-d launch
 *     projection([1])      (x, y) -> (y)         a vector replicated along x
 *     rotated([0, 1], [null, { others: [0], shift: 2, extent: 3 }])
 *                          (x, y) -> (x, (y + x + 2) mod 3)      step 2 of Cannon's algorithm on a grid of (3, 3)
 */
import { ArgumentError } from '../base/index.js';
import type { Shape } from '../shape/index.js';

/** How a tile axis is rotated: its coordinate is (own launch axis + sum of the further axes + shift) mod extent. */
export interface Rotation {
  /** Launch axes besides the tile axis's own; an axis may be given more than once. */
  readonly others: readonly number[];
  readonly shift: number;
  /** The number of tiles along the axis. */
  readonly extent: number;
}

export interface Projection {
  readonly id: number;
  /** For each tile axis, the launch axis it takes; -1 for none. */
  readonly axes: readonly number[];
  /** For each tile axis, how it is rotated; null where it is not. */
  readonly rotations: readonly (Rotation | null)[];
  /** Some tile axis is rotated. */
  readonly isRotated: boolean;
}

const interned = new Map<string, Projection>();

/** The one projection with these axes. */
export function projection(axes: readonly number[]): Projection {
  return intern(axes.join(), axes, NOT_ROTATED);
}

const NOT_ROTATED: readonly null[] = Object.freeze([]);

function intern(key: string, axes: readonly number[], rotations: readonly (Rotation | null)[]): Projection {
  let found = interned.get(key);
  if (found === undefined) {
    const each = axes.map((_, i) => rotations[i] ?? null);
    found = {
      id: interned.size,
      axes: Object.freeze([...axes]),
      rotations: Object.freeze(each),
      isRotated: each.some((r) => r !== null),
    };
    interned.set(key, found);
  }
  return found;
}

/** Tile axis i takes launch axis i. */
export function identity(rank: number): Projection {
  return projection(Array.from({ length: rank }, (_, i) => i));
}

/**
 * The projection with these axes, of which some are rotated. Throws `ArgumentError` for a rotation of an axis that takes no
 * launch axis, or of an extent or shift that is no whole number.
 */
export function rotated(axes: readonly number[], rotations: readonly (Rotation | null)[]): Projection {
  const plain = axes.map((axis, i) => normal(axis, rotations[i] ?? null));
  if (plain.every((r) => r === null)) return projection(axes);
  const key = axes.map((axis, i) => `${axis}${formatRotation(plain[i])}`).join();
  return intern(key, axes, plain);
}

/** The normal form, in which equal rotations are equal: shifts of one turn, further axes in ascending order. */
function normal(axis: number, rotation: Rotation | null): Rotation | null {
  if (rotation === null) return null;
  const { others, shift, extent } = rotation;
  if (axis < 0 || !Number.isInteger(extent) || extent < 1 || !Number.isInteger(shift) || others.some((a) => !(a >= 0))) {
    throw new ArgumentError(
      'rotated: expected a launch axis, others from 0 up, a whole shift and an extent of at least 1, got axis ' +
        `${axis}, others ${others.join() || 'none'}, shift ${shift}, extent ${extent}; leave out the rotation of an axis that stands still`,
    );
  }
  const turned = ((shift % extent) + extent) % extent;
  return Object.freeze({ others: Object.freeze([...others].sort((a, b) => a - b)), shift: turned, extent });
}

/** The tile coordinate of a launch point along tile axis `i`. */
export function coordinate({ axes, rotations }: Projection, i: number, point: readonly number[]): number {
  const axis = axes[i];
  if (axis < 0) return 0;
  const rotation = rotations[i];
  return rotation === null ? point[axis] : (point[axis] + turnOf(rotation, point)) % rotation.extent;
}

/** The number that a rotation adds to its own launch axis. */
export function turnOf({ others, shift }: Rotation, point: readonly number[]): number {
  let turn = shift;
  for (const axis of others) turn += point[axis];
  return turn;
}

/** The projection of some tile axes alone. */
export function pick({ axes, rotations }: Projection, tileAxes: readonly number[]): Projection {
  return rotated(
    tileAxes.map((i) => (i < 0 ? -1 : axes[i])),
    tileAxes.map((i) => (i < 0 ? null : rotations[i])),
  );
}

/** The launch axes that a point's tile coordinates determine: a rotated axis its own, once all further axes in it are known. */
export function determined({ axes, rotations }: Projection, launch: Shape): Set<number> {
  const known = new Set(launch.flatMap((n, axis) => (n <= 1 ? [axis] : [])));
  axes.forEach((axis, i) => {
    if (axis >= 0 && rotations[i] === null) known.add(axis);
  });
  for (let before = -1; before < known.size; ) {
    before = known.size;
    axes.forEach((axis, i) => {
      const rotation = rotations[i];
      if (rotation !== null && launch[axis] <= rotation.extent && rotation.others.every((a) => known.has(a))) known.add(axis);
    });
  }
  return known;
}

/**
 * How many tiles the points have along each tile axis, where they have every combination of these: no launch axis drives
 * two tile axes, and each rotated axis turns all the way, after the axes that it adds. Null where that is not known.
 */
export function tilesAlong({ axes, rotations }: Projection, launch: Shape): number[] | null {
  const drivers = axes.filter((axis) => launch[axis] > 1);
  if (new Set(drivers).size < drivers.length) return null;
  const free = new Set(drivers);
  for (let before = -1; before !== free.size; ) {
    before = free.size;
    axes.forEach((axis, i) => {
      if (axis >= 0 && (rotations[i] === null || rotations[i].others.every((a) => !free.has(a)))) free.delete(axis);
    });
  }
  const turns = rotations.every((r, i) => r === null || launch[axes[i]] >= r.extent);
  return free.size > 0 || !turns ? null : axes.map((axis, i) => (axis < 0 ? 1 : (rotations[i]?.extent ?? launch[axis])));
}

/** A tile axis in a line, for reports: `p1`, `*`, `(p1+p0+2)%3`. */
export function formatAxis({ axes, rotations }: Projection, i: number): string {
  const axis = axes[i] < 0 ? '*' : `p${axes[i]}`;
  return `${axis}${formatRotation(rotations[i])}`;
}

function formatRotation(rotation: Rotation | null): string {
  if (rotation === null) return '';
  const { others, shift, extent } = rotation;
  return `${others.map((a) => `+p${a}`).join('')}+${shift}%${extent}`;
}
