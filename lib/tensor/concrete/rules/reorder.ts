/**
 * `reorder`: loops take each other's places. All loops of one assignment may change places, since sums may be made in any order, but for
 * loops that turn others, and loops that are processors.
 *
 *     ∀i ∀j ∀k S   reorder(k, i)   ∀k ∀j ∀i S
 */
import type { IndexVariable } from '../../notation/terms.js';
import type { Concrete } from '../concrete.js';
import { type Command, checked, checkLoops } from '../refusal.js';

export function reorder(command: Command, concrete: Concrete, variables: readonly IndexVariable[]): Concrete {
  checkLoops(command, concrete, variables);
  const nests = concrete.nests.map((nest) => {
    const wanted = variables.filter((variable) => nest.loops.includes(variable));
    let next = 0;
    return { ...nest, loops: nest.loops.map((loop) => (wanted.includes(loop) ? wanted[next++] : loop)) };
  });
  return checked(command, { ...concrete, nests });
}
