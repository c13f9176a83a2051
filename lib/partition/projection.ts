/**
 * Projections: maps from a launch point to a tile coordinate. Each tile axis takes a launch axis, or stands still at
 * tile 0. Dropping a launch axis replicates tiles along it; a still axis is one that is not cut.
 *
 *     identity(2)          (x, y) -> (x, y)      axes 0,1
 *     projection([0, -1])  (x)    -> (x, 0)      a matrix cut in rows by a 1-d launch
 *     projection([1])      (x, y) -> (y)         a vector replicated along x
 */
export interface Projection {
  readonly id: number;
  /** For each tile axis, the launch axis it takes; -1 for none. */
  readonly axes: readonly number[];
}

const interned = new Map<string, Projection>();

/** The one projection with these axes. */
export function projection(axes: readonly number[]): Projection {
  const key = axes.join();
  let found = interned.get(key);
  if (found === undefined) interned.set(key, (found = { id: interned.size, axes: Object.freeze([...axes]) }));
  return found;
}

/** Tile axis i takes launch axis i. */
export function identity(rank: number): Projection {
  return projection(Array.from({ length: rank }, (_, i) => i));
}
