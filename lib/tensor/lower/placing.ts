/**
 * Distributions as index launches: their points are the processors that have parts of a tensor, and each has its part. A tensor that is
 * distributed nowhere is at the first processor.
 */
import type { Grid as GridOfMemories } from '../../dependence/index.js';
import { boxes, none, type Partition, projection, type Rect, tiling } from '../../partition/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';
import { type Distribution, partAt } from '../format/distribution.js';
import type { TensorSymbol } from '../notation/terms.js';

/** Points on processors, and the part of a tensor that each has. */
interface Placing {
  readonly domain: Shape;
  readonly grid: GridOfMemories;
  readonly partition: Partition;
}

/** Row-major strides of a machine's dimensions. */
export function stridesOf(dims: readonly number[]): number[] {
  return dims.map((_, d) => sizeOf(dims.slice(d + 1)));
}

/** The coordinates of the n-th point. */
export function coordinatesOf(n: number, domain: Shape): number[] {
  const at = new Array<number>(domain.length);
  let rest = n;
  for (let d = domain.length - 1; d >= 0; d--) {
    at[d] = rest % domain[d];
    rest = Math.floor(rest / domain[d]);
  }
  return at;
}

/** Everything at one processor. */
function together(processor = 0): Placing {
  return { domain: [1], grid: { base: processor, parts: [1], strides: [1] }, partition: none };
}

/** The processors that have parts of a tensor. `once`: of processors with equal parts, the first. */
export function placingOf({ distribution, shape }: TensorSymbol, once: boolean): Placing {
  if (distribution === null) return together();
  const { grid, places } = distribution;
  const dims = grid.shape;
  const strides = stridesOf(dims);
  const base = places.reduce((n, place, d) => n + (place.kind === 'fix' ? place.at * strides[d] : 0), 0);
  const used = places.flatMap((place, d) => (place.kind === 'cut' || (place.kind === 'all' && !once) ? [d] : []));
  if (used.length === 0) return together(base);
  const domain = used.map((d) => dims[d]);
  const partition = partitionOf(distribution, shape, domain, used);
  return { domain, grid: { base, parts: domain, strides: used.map((d) => strides[d]) }, partition };
}

/** Tiles, where no dimension of the tensor is cut twice. */
function partitionOf(distribution: Distribution, shape: Shape, domain: Shape, used: readonly number[]): Partition {
  const { places, grid } = distribution;
  const cuts = shape.map((_, dim) => places.flatMap((place, d) => (place.kind === 'cut' && place.dim === dim ? [d] : [])));
  if (cuts.every((by) => by.length === 0)) return none;
  if (distribution.starts === undefined && cuts.every((by) => by.length <= 1)) {
    return tiling(
      shape.map((n, dim) => Math.max(1, cuts[dim].length === 0 ? n : Math.ceil(n / grid.shape[cuts[dim][0]]))),
      shape.map(() => 0),
      projection(cuts.map((by) => (by.length === 0 ? -1 : used.indexOf(by[0])))),
    );
  }
  const parts = Array.from({ length: sizeOf(domain) }, (_, n): Rect => {
    const processor = places.map((place) => (place.kind === 'fix' ? place.at : 0));
    coordinatesOf(n, domain).forEach((x, k) => (processor[used[k]] = x));
    return partAt(distribution, shape, processor);
  });
  return boxes(domain, parts);
}
