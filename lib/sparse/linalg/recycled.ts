/** Vectors that a solve leaves for a solve to come, in an Array of the caller's that is written when the solve ends: `outerV` of `lgmres`, `CU` of `gcrotmk`. */
import type { NDArray } from '../../array/index.js';
import { ArgumentError, type Kind, kind, ShapeError } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { joined, stacked } from '../complex-solve.js';
import { isArray, isComplex } from '../values.js';

/** Two vectors of a system's length, one of which may be null. */
export type VectorPair = [NDArray | null, NDArray | null];

function isPair(given: unknown): boolean {
  return Array.isArray(given) && given.length === 2 && given.every((v) => v === null || isArray(v));
}

export const PAIRS: Kind<VectorPair[]> = kind(
  'an Array of pairs of vectors, which is written',
  (given) => Array.isArray(given) && Object.isExtensible(given) && given.every(isPair),
);

/** Throws `ArgumentError` for a pair whose vector at `needed` is null, `ShapeError` for vectors of a different length. */
export function checkPairs(name: string, option: string, needed: 0 | 1, size: number, pairs: readonly VectorPair[]): void {
  pairs.forEach((pair, i) => {
    if (pair[needed] === null) throw new ArgumentError(`${name}: ${option}[${i}][${needed}] must be a vector, got null`);
    pair.forEach((v, k) => {
      if (v !== null && (v.ndim !== 1 || v.shape[0] !== size))
        throw new ShapeError(`${name}: ${option}[${i}][${k}] must be (${size},), got ${formatShape(v.shape)}`);
    });
  });
}

/** Complex vectors as real ones of twice the length. */
export function stackedPairs(pairs: readonly VectorPair[]): VectorPair[] {
  return pairs.map(([a, b]) => [a && stacked(a), b && stacked(b)]);
}

export function joinedPairs(pairs: readonly VectorPair[]): VectorPair[] {
  return pairs.map(([a, b]) => [a && joined(a), b && joined(b)]);
}

/** Whether one of the vectors is complex. */
export function isOneComplex(pairs: readonly VectorPair[]): boolean {
  return pairs.some((pair) => pair.some((v) => v !== null && isComplex(v)));
}

/** Gives an Array other elements. */
export function refill(list: VectorPair[], pairs: readonly VectorPair[]): void {
  list.splice(0, list.length, ...pairs);
}
