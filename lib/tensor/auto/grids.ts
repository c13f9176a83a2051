/** The ways to cut the loops of a statement into as many parts as there are processors, the ones that move least first. */
import { factorizations } from '../machine/factorizations.js';
import type { Problem } from './problem.js';

/** Grids that are looked at more closely. */
const MOST = 256;

/** By loop: into how many parts it is cut; their product is the number of processors. */
export type Parts = readonly number[];

/** The factorizations of `p` over the loops, by the elements that are moved where each tensor begins on one processor for each element. */
export function partsOf(problem: Problem, p: number): readonly Parts[] {
  const all = [...factorizations(p, problem.extents.length)].map((parts) => ({
    parts,
    moved: movedBy(problem.extents, problem.uses, parts),
    work: workOf(problem, parts),
  }));
  all.sort((a, b) => a.work - b.work || a.moved - b.moved);
  // Grids of even work come first; the least moved of all are looked at, too.
  const even = all.slice(0, MOST);
  const least = all.toSorted((a, b) => a.moved - b.moved).slice(0, MOST);
  return [...new Set([...even, ...least].map(({ parts }) => parts))];
}

/**
 * Bytes that are moved at least: each processor with iterations needs the elements of its loops, and of a tensor that no program distributed each
 * element begins on one.
 */
export function leastMoved({ extents, uses }: Problem, parts: Parts): number {
  const busy = extents.map((extent, loop) => Math.ceil(extent / Math.ceil(extent / parts[loop])));
  const free = uses.filter(
    ({ given, accesses }) => given === null && accesses.every((loops) => new Set(loops).size === loops.length),
  );
  return movedBy(extents, free, busy);
}

/** Elements that processors need, less one of each, in bytes. */
function movedBy(extents: readonly number[], uses: Problem['uses'], parts: Parts): number {
  const all = parts.reduce((n, g) => n * g, 1);
  const bytes = uses.flatMap(({ accesses, size }) =>
    accesses.map((loops) => {
      const cut = [...new Set(loops)].reduce((n, loop) => n * parts[loop], 1);
      return loops.reduce((n, loop) => n * extents[loop], size) * (all / cut - 1);
    }),
  );
  return bytes.reduce((a, b) => a + b, 0);
}

/** Iterations of the busiest processor. */
export function workOf({ extents }: Problem, parts: Parts): number {
  return extents.reduce((n, extent, loop) => n * Math.ceil(extent / parts[loop]), 1);
}
