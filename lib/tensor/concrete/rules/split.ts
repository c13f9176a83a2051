/**
 * `split` and `divide`: one loop becomes two, of parts of a length, or of a number of parts. The last parts are shorter, or empty, where the
 * loop's extent is no multiple.
 *
 *     ∀i S   split(i, io, ii, 4)    ∀io ∀ii S    i = 4 io + ii
 *     ∀i S   divide(i, io, ii, 4)   ∀io ∀ii S    i = ⌈n/4⌉ io + ii
 */
import type { IndexVariable } from '../../notation/terms.js';
import type { Concrete } from '../concrete.js';
import { type Command, checked, checkFree, checkFresh, checkLoops, refusal, related, withLoops } from '../refusal.js';

interface Cut {
  readonly of: IndexVariable;
  readonly outer: IndexVariable;
  readonly inner: IndexVariable;
  /** The length of a part, or the number of parts. */
  readonly count: number;
}

export function split(command: Command, concrete: Concrete, kind: 'split' | 'divide', cut: Cut): Concrete {
  const { of, outer, inner, count } = cut;
  checkLoops(command, concrete, [of]);
  checkFree(command, concrete, [of]);
  checkFresh(command, concrete, [outer, inner]);
  if (!Number.isSafeInteger(count) || count < 1) {
    const number = kind === 'split' ? 'length of a part' : 'number of parts';
    throw refusal(command, `expected a whole number from 1 on as ${number}, got ${count}`);
  }
  return checked(command, related(withLoops(concrete, of, [outer, inner]), { kind, ...cut }));
}
