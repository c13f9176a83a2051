/**
 * `rotate` (DISTAL, section 3.3): each processor begins a sequential loop at an iteration of its own, so that at each time processors use
 * different parts, and parts go around.
 *
 *     ∀io ∀ko S   rotate(ko, {io}, kos)   ∀io ∀kos S    ko = (kos + io) mod extent(ko)
 */
import type { IndexVariable } from '../../notation/terms.js';
import { type Concrete, distributedOf } from '../concrete.js';
import { type Command, checked, checkFree, checkFresh, checkLoops, refusal, related, withLoops } from '../refusal.js';

interface Turn {
  readonly of: IndexVariable;
  readonly by: readonly IndexVariable[];
  readonly into: IndexVariable;
}

export function rotate(command: Command, concrete: Concrete, turn: Turn): Concrete {
  const { of, by, into } = turn;
  checkLoops(command, concrete, [of, ...by]);
  checkFree(command, concrete, [of]);
  checkFresh(command, concrete, [into]);
  if (by.length === 0) throw refusal(command, `${of} is turned by no loop; name distributed loops`);
  const { variables } = distributedOf(concrete);
  const alone = by.find((variable) => !variables.includes(variable));
  if (alone !== undefined) {
    const legal = variables.length === 0 ? 'distribute it first' : `distributed loops are ${variables.join(', ')}`;
    throw refusal(command, `${alone} is not distributed: all of its iterations would be turned at one processor; ${legal}`);
  }
  return checked(command, related(withLoops(concrete, of, [into]), { kind: 'rotate', ...turn }));
}
