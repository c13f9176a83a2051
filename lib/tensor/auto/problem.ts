/** A statement as an automatic schedule sees it: loops with extents, and tensors that are indexed by some of them. */
import { ScheduleError } from '../../base/index.js';
import { concretize, type Nest } from '../concrete/concrete.js';
import type { Distribution } from '../format/distribution.js';
import { formatStatement, type Statement } from '../notation/statement.js';
import { type AccessTerm, accessesOf, type TensorSymbol } from '../notation/terms.js';

/** A tensor of a statement. */
export interface Use {
  readonly tensor: TensorSymbol;
  /** By access, by dimension: the number of the loop that indexes it. */
  readonly accesses: readonly (readonly number[])[];
  readonly isTarget: boolean;
  /** Bytes of an element. */
  readonly size: number;
  /** Where the tensor is; null where that is to be chosen. */
  readonly given: Distribution | null;
}

export interface Problem {
  readonly statement: Statement;
  readonly nest: Nest;
  /** By loop of the nest. */
  readonly extents: readonly number[];
  /** The target, then the operands. */
  readonly uses: readonly Use[];
  /** Loops that are summed over. */
  readonly summed: readonly number[];
}

/** Throws `ScheduleError` for a statement that needs several nests of loops. */
export function problemOf(statement: Statement): Problem {
  const { nests } = concretize(statement);
  const [nest] = nests;
  if (nests.length > 1)
    throw new ScheduleError(
      `autoSchedule: expected a statement of one nest of loops, got ${formatStatement(statement)}, which has ${nests.length} summands over ` +
        'different variables; assign each summand to a tensor of its own',
    );
  const { target, value, extents, compute } = statement;
  const useOf = (tensor: TensorSymbol, accesses: readonly AccessTerm[]): Use => {
    const loops = accesses.map(({ indices }) => indices.map((variable) => nest.loops.indexOf(variable)));
    const different = loops.filter((own, n) => loops.findIndex((other) => other.join() === own.join()) === n);
    const size = (tensor.dtype ?? compute).size;
    return { tensor, accesses: different, isTarget: tensor === target.tensor, size, given: tensor.distribution };
  };
  const operands = accessesOf(value);
  const tensors = [...new Set(operands.map(({ tensor }) => tensor))];
  const summed = nest.loops.flatMap((variable, n) => (target.indices.includes(variable) ? [] : [n]));
  return {
    statement,
    nest,
    extents: nest.loops.map((variable) => extents.get(variable) ?? 1),
    uses: [
      useOf(target.tensor, [target]),
      ...tensors.map((tensor) =>
        useOf(
          tensor,
          operands.filter((access) => access.tensor === tensor),
        ),
      ),
    ],
    summed,
  };
}
