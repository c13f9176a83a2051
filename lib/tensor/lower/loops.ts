/** Loops of a nest while it is lowered: the iterations of sequential ones, the processors of distributed ones. */
import type { Bounds } from '../concrete/bounds.js';
import { type Concrete, distributedOf } from '../concrete/concrete.js';
import type { IndexVariable } from '../notation/terms.js';
import { stridesOf } from './placing.js';
import type { Launch } from './program.js';
import type { Known } from './regions.js';

/** The iterations of loops, the last the innermost. */
export function* iterationsOf(bounds: Bounds, loops: readonly IndexVariable[], known: Known): Generator<Known> {
  const [first, ...rest] = loops;
  if (first === undefined) {
    yield known;
    return;
  }
  for (let x = 0; x < bounds.extent(first); x++) yield* iterationsOf(bounds, rest, new Map(known).set(first, x));
}

/** The processors with the coordinates of these loops; along the machine's further dimensions, with the schedule's coordinates, or 0. */
export function gridOf(concrete: Concrete, bounds: Bounds, loops: readonly IndexVariable[]): Launch['grid'] {
  const { places, dims } = distributedOf(concrete);
  const strides = stridesOf(dims);
  const base = places.reduce<number>((n, place, d) => (typeof place === 'number' ? n + place * strides[d] : n), 0);
  if (loops.length === 0) return { base, parts: [1], strides: [1] };
  return { base, parts: loops.map((l) => bounds.extent(l)), strides: loops.map((l) => strides[places.indexOf(l)]) };
}
