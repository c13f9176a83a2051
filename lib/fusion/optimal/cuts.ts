/**
 * Rows that every fusion satisfies, and solutions in fractions do not. Levels imply them for whole numbers alone; here they are stated for pairs of
 * loops (x, 0 where two share a kernel).
 *
 *     a, b ⇥ c              1 ≤ x(a, b) + x(a, c)            two loops that share no kernel do not both share that of a third
 *     a, b, c               x(a, c) ≤ x(a, b) + x(b, c)      to share a kernel is transitive
 *     a → … → b → … → c     x(a, b) ≤ x(a, c)                a kernel that has both ends of a path has all of it
 */
import type { Conflicts } from './conflicts.js';
import type { IntegerProgram } from './integer-program.js';

interface Pairs {
  readonly loops: number;
  /** The column of a pair of loops, the first before the second; null for one without. */
  shared(a: number, b: number): number | null;
  readonly conflicts: Conflicts;
  /** Whether rows of three loops are wanted as well: many, and of use where many pairs have columns. */
  readonly transitive: boolean;
}

/** Adds the rows to a program. */
export function addCuts(program: IntegerProgram, pairs: Pairs): void {
  const partners = partnersOf(pairs);
  for (const [a, columns] of partners.entries()) {
    for (const clique of cliques([...columns.keys()], pairs.conflicts))
      program.atLeast(
        clique.length - 1,
        clique.map((b): [number, number] => [columns.get(b) ?? 0, 1]),
      );
    if (!pairs.transitive) continue;
    for (const b of columns.keys())
      if (b > a) for (const c of partners[b].keys()) if (c > b) addTriangle(program, pairs, a, b, c);
  }
}

/** By loop: the loops that it has a column with, and that column. */
function partnersOf({ loops, shared }: Pairs): ReadonlyMap<number, number>[] {
  const partners = Array.from({ length: loops }, () => new Map<number, number>());
  for (let a = 0; a < loops; a++) {
    for (let b = a + 1; b < loops; b++) {
      const x = shared(a, b);
      if (x === null) continue;
      partners[a].set(b, x);
      partners[b].set(a, x);
    }
  }
  return partners;
}

/** The rows of three loops, if all pairs of them have columns. */
function addTriangle(program: IntegerProgram, { shared, conflicts }: Pairs, a: number, b: number, c: number): void {
  const [ab, bc, ac] = [shared(a, b), shared(b, c), shared(a, c)];
  if (ab === null || bc === null || ac === null) return;
  const isAtMost = (x: number, sum: readonly number[]): void =>
    program.atLeast(0, [...sum.map((column): [number, number] => [column, 1]), [x, -1]]);
  isAtMost(ac, [ab, bc]);
  const isPath = conflicts.leads(a, b) && conflicts.leads(b, c);
  isAtMost(ab, isPath ? [ac] : [ac, bc]);
  isAtMost(bc, isPath ? [ac] : [ac, ab]);
}

/** Sets of two loops or more, no two of which share a kernel; each pair of such loops is in one of the sets. */
function cliques(loops: readonly number[], conflicts: Conflicts): number[][] {
  const found: number[][] = [];
  const covered = new Set<string>();
  for (const [i, a] of loops.entries()) {
    for (const b of loops.slice(i + 1)) {
      if (!conflicts.between(a, b) || covered.has(`${a},${b}`)) continue;
      const clique = [a, b];
      for (const c of loops) {
        if (!clique.includes(c) && clique.every((other) => conflicts.between(other, c))) clique.push(c);
      }
      for (const p of clique) for (const q of clique) covered.add(`${p},${q}`);
      found.push(clique);
    }
  }
  return found;
}
