/** `substitute` (DISTAL, section 3.3): a routine takes the place of the innermost loops. */
import type { IndexVariable } from '../../notation/terms.js';
import type { Concrete, Leaf } from '../concrete.js';
import { type Command, checked, checkLoops, refusal, related } from '../refusal.js';

export function substitute(command: Command, concrete: Concrete, variables: readonly IndexVariable[], leaf: Leaf): Concrete {
  checkLoops(command, concrete, variables);
  const after = checked(command, related(concrete, { kind: 'substitute', variables, leaf }));
  const [nest, ...more] = concrete.nests.filter(({ loops }) => variables.every((variable) => loops.includes(variable)));
  if (nest === undefined || more.length > 0)
    throw refusal(
      command,
      `expected one assignment inside the loops ${variables.join(', ')}, got ${nest === undefined ? 0 : more.length + 1}`,
    );
  if (nest.driver !== null)
    throw refusal(
      command,
      `${nest.driver.tensor.name} is compressed, and ${leaf.name} takes dense operands; leave the command out`,
    );
  return after;
}
