/**
 * `communicate` (DISTAL, section 3.3): at the beginning of each iteration of a loop, the elements of a tensor that the iteration uses are brought
 * to the processor, and dropped at its end. Loops further in have no messages of that tensor. A tensor that no command names is
 * communicated at the innermost distributed loop.
 */
import type { IndexVariable, TensorSymbol } from '../../notation/terms.js';
import type { Concrete } from '../concrete.js';
import { tensorsOf } from '../legality.js';
import { type Command, checked, checkLoops, refusal, related } from '../refusal.js';

export function communicate(command: Command, concrete: Concrete, tensors: readonly TensorSymbol[], at: IndexVariable): Concrete {
  checkLoops(command, concrete, [at]);
  let after = concrete;
  for (const tensor of tensors) {
    const nests = concrete.nests.filter((nest) => tensorsOf(nest).includes(tensor));
    if (nests.length === 0) {
      const known = [...new Set(concrete.nests.flatMap(tensorsOf))].map(({ name }) => name);
      throw refusal(command, `the statement has no tensor ${tensor.name}; it has ${known.join(', ')}`);
    }
    if (!nests.some(({ loops }) => loops.includes(at)))
      throw refusal(
        command,
        `${at} is no loop around ${tensor.name}; these are ${nests.flatMap(({ loops }) => loops).join(', ')}`,
      );
    const given = concrete.relations.find((r) => r.kind === 'communicate' && r.tensor === tensor);
    if (given?.kind === 'communicate')
      throw refusal(command, `${tensor.name} is communicated at ${given.at} already; leave one of the commands out`);
    after = related(after, { kind: 'communicate', tensor, at });
  }
  return checked(command, after);
}
