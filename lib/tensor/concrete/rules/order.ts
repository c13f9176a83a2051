/**
 * `unroll`, `vectorize`, `parallelize` (Senanayake et al., "A Sparse Iteration Space Transformation Framework", 2020) and `tile` (Halide): how the loops
 * of a leaf are carried out. Bits stay: terms of a sum come in one order.
 *
 *     ∀i ∀l ∀k S   tile([i, l], [io, lo], [ii, li], [4, 8])   ∀io ∀lo ∀ii ∀li ∀k S
 *       s.t. split(i, io, ii, 4), split(l, lo, li, 8), tile(ii, li)
 */
import type { IndexVariable } from '../../notation/terms.js';
import type { Concrete } from '../concrete.js';
import { type Command, checked, checkLoops, refusal, related } from '../refusal.js';
import { reorder } from './reorder.js';
import { split } from './split.js';

/** Iterations that are written out, at most. */
const MOST = 64;

export function unroll(command: Command, concrete: Concrete, loop: IndexVariable, count: number): Concrete {
  checkLoops(command, concrete, [loop]);
  once(command, concrete, 'unroll', loop);
  if (!Number.isSafeInteger(count) || count < 1 || count > MOST)
    throw refusal(command, `expected a whole number of iterations from 1 to ${MOST}, got ${count}`);
  return checked(command, related(concrete, { kind: 'unroll', loop, count }));
}

/** `vectorize`, or `parallelize`. */
export function mark(command: Command, concrete: Concrete, kind: 'vectorize' | 'parallelize', loop: IndexVariable): Concrete {
  checkLoops(command, concrete, [loop]);
  once(command, concrete, kind, loop);
  return checked(command, related(concrete, { kind, loop }));
}

function once(command: Command, concrete: Concrete, kind: 'unroll' | 'vectorize' | 'parallelize', loop: IndexVariable): void {
  if (concrete.relations.some((r) => r.kind === kind && r.loop === loop))
    throw refusal(command, `${loop} has a command ${kind} already; leave one of them out`);
}

interface Tiles {
  readonly of: readonly IndexVariable[];
  readonly outer: readonly IndexVariable[];
  readonly inner: readonly IndexVariable[];
  readonly lengths: readonly number[];
}

/** Splits loops, and puts the outer parts outside of the inner ones. */
export function tile(command: Command, concrete: Concrete, { of, outer, inner, lengths }: Tiles): Concrete {
  checkLoops(command, concrete, of);
  const counts = [outer.length, inner.length, lengths.length];
  if (of.length === 0 || counts.some((n) => n !== of.length))
    throw refusal(
      command,
      `expected an outer part, an inner part and a length for each of ${of.length} loops, got ${counts.join(', ')}`,
    );
  const cut = of.reduce(
    (found, loop, n) => split(command, found, 'split', { of: loop, outer: outer[n], inner: inner[n], count: lengths[n] }),
    concrete,
  );
  const tiled = reorder(command, cut, [...outer, ...inner]);
  return checked(command, related(tiled, { kind: 'tile', loops: inner }));
}
