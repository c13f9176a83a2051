/**
 * Loop fusion, all three kinds at once: *vertical* (a loop loads a value that an earlier one stored: it takes the value), *horizontal*
 * (loops that share nothing, or reads), *diagonal* (both). Loops of a kernel walk the same domain, and a later one sees an earlier one's
 * stores at the same index only, so it is legal unless a loop loads the result of an earlier loop's fold.
 *
 *     loop  %0 = load 0   %1 = exp %0    store %1 -> 1          loop  %0 = load 0   %1 = exp %0   %2 = neg %1
 *     loop  %0 = load 1   %1 = neg %0    store %1 -> 2     ⇒         store %1 -> 1     store %2 -> 2
 */
import { type Loop, mapOperands, mapUsed, type Node, type Statement } from '../../ir/index.js';
import { type Pass, type Unit, withLoops } from './pass.js';

export const fuseLoops: Pass = {
  name: 'fuse-loops',
  needs: [],
  gives: ['one loop', 'forwarded'],
  run: (unit: Unit): Unit => withLoops(unit, fuse(unit.kernel.loops)),
};

/** A loop that grows, and the value that each argument was given in it. */
class Fused {
  readonly nodes: Node[] = [];
  readonly statements: Statement[] = [];
  readonly #stored = new Map<number, number>();
  readonly #folded = new Set<number>();

  /** Whether a loop loads the result of a fold that is complete only when all units are. */
  refuses(loop: Loop): boolean {
    return this.#folded.size > 0 && loop.nodes.some((node) => node.op === 'load' && this.#folded.has(node.arg));
  }

  append(loop: Loop): void {
    const ids: number[] = [];
    for (const node of loop.nodes) {
      const value = node.op === 'load' ? this.#stored.get(node.arg) : undefined;
      ids.push(value ?? this.nodes.push(mapOperands(node, (id) => ids[id])) - 1);
    }
    for (const s of loop.statements) {
      this.statements.push(mapUsed(s, (id) => ids[id]));
      if (s.kind === 'store') this.#stored.set(s.arg, ids[s.value]);
      else this.#folded.add(s.arg);
    }
  }
}

function fuse(loops: readonly Loop[]): readonly Loop[] {
  if (loops.length < 2) return loops;
  const fused: Fused[] = [];
  for (const loop of loops) {
    let last = fused.at(-1);
    if (last === undefined || last.refuses(loop)) fused.push((last = new Fused()));
    last.append(loop);
  }
  return fused.map(({ nodes, statements }) => ({ nodes, statements }));
}
