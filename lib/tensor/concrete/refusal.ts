/** Commands that a statement does not allow: typed errors with the command, the fault, the alternative, and the statement as it stands. */
import { ScheduleError } from '../../base/index.js';
import type { IndexVariable } from '../notation/terms.js';
import { type Concrete, definedBy, formatConcrete, formatRelation, heldBy, madeBy } from './concrete.js';
import { faultOf } from './legality.js';

/** A command as it was given, `divide(k, ko, ki, 4)`, and the statement that it was given on. */
export interface Command {
  readonly text: string;
  readonly on: Concrete;
}

/** The error of a command. `fault` is a sentence with its alternative behind a semicolon. */
export function refusal({ text, on }: Command, fault: string): ScheduleError {
  return new ScheduleError(`${text}: ${fault}. The statement is\n${formatConcrete(on)}`);
}

/** The loops of all nests, each once, the outermost first. */
function loopsOf({ nests }: Concrete): readonly IndexVariable[] {
  return [...new Set(nests.flatMap(({ loops }) => loops))];
}

/** Throws `ScheduleError` unless the variables are loops of the statement, each named once. */
export function checkLoops(command: Command, concrete: Concrete, variables: readonly IndexVariable[]): void {
  const loops = loopsOf(concrete);
  const twice = variables.find((variable, i) => variables.indexOf(variable) < i);
  if (twice !== undefined) throw refusal(command, `${twice} is named twice; name each loop once`);
  const missing = variables.find((variable) => !loops.includes(variable));
  if (missing === undefined) return;
  const cause = concrete.relations.find((relation) => definedBy(relation).includes(missing));
  const why =
    cause === undefined
      ? `${missing} is no loop of the statement`
      : `${missing} is no loop any more, since ${formatRelation(cause)} made ${madeBy(cause).join(' and ')} of it`;
  throw refusal(command, `${why}; its loops are ${loops.join(', ')}`);
}

/** Throws `ScheduleError` for new variables with names that are taken, or that are given twice. */
export function checkFresh(command: Command, concrete: Concrete, variables: readonly IndexVariable[]): void {
  const taken = new Set([...concrete.extents.keys(), ...concrete.relations.flatMap(madeBy)].map(({ name }) => name));
  const known = variables.find(({ name }, i) => taken.has(name) || variables.findIndex((v) => v.name === name) < i);
  if (known !== undefined) throw refusal(command, `${known} is in use; give a loop that the command makes a name of its own`);
}

/** Throws `ScheduleError` for a loop that is distributed already, or that tensors are communicated at: it stays as it is. */
export function checkFree(command: Command, concrete: Concrete, variables: readonly IndexVariable[]): void {
  for (const relation of concrete.relations) {
    const held = heldBy(relation);
    const found = variables.find((variable) => held.includes(variable));
    if (found !== undefined)
      throw refusal(command, `${found} is taken by ${formatRelation(relation)}; give this command before that one`);
  }
}

/** The statement behind a command. Throws `ScheduleError` where it breaks a rule. */
export function checked(command: Command, after: Concrete): Concrete {
  const fault = faultOf(after);
  if (fault !== null) throw refusal(command, fault);
  return after;
}

/** All nests, with some loops in the place of one. */
export function withLoops(concrete: Concrete, of: IndexVariable, into: readonly IndexVariable[]): Concrete {
  return {
    ...concrete,
    nests: concrete.nests.map((nest) => ({ ...nest, loops: nest.loops.flatMap((loop) => (loop === of ? into : [loop])) })),
  };
}

/** With one more relation. */
export function related(concrete: Concrete, relation: Concrete['relations'][number]): Concrete {
  return { ...concrete, relations: [...concrete.relations, relation] };
}
