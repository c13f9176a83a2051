/** Assignments of tensor index notation: run as they are, or scheduled. */
import { declareMethods } from '../../base/index.js';
import { concretize } from '../concrete/concrete.js';
import { Schedule } from '../concrete/schedule.js';
import { evaluate } from '../direct/evaluate.js';
import { executeAlone } from '../lower/execute.js';
import { lower } from '../lower/lower.js';
import type { Program } from '../lower/program.js';
import { formatStatement, makeStatement, type Statement } from './statement.js';
import { type AccessTerm, accessesOf, type TensorSymbol, type Term } from './terms.js';

/**
 * A statement `A(i, j) = …`; made by `A.at(i, j).assign`.
 *
 * @example
 * const { i } = indices();
 * const [a, b] = [tensor('a', np.asarray([1, 2])), tensor('b', [2])];
 * const statement = b.at(i).assign(a.at(i).times(a.at(i)));
 * statement instanceof Assignment; // true
 * await statement.run().array().tolist(); // [1, 4]
 */
export class Assignment {
  readonly statement: Statement;
  /** Of a statement with compressed tensors, without a schedule. */
  #program: Program | null = null;

  constructor(target: AccessTerm, value: Term) {
    this.statement = makeStatement(target, value);
  }

  /**
   * Computes the result with the array library, deferred like any array operation, and returns the tensor on the left, which has its
   * elements now. Throws `ArgumentError` for a tensor on the right without elements.
   */
  run(): TensorSymbol {
    const { target, value } = this.statement;
    const { tensor } = target;
    if ([target, ...accessesOf(value)].some((access) => access.tensor.isCompressed))
      return executeAlone((this.#program ??= lower(concretize(this.statement), tensor)));
    tensor.hold(evaluate(this.statement));
    return tensor;
  }

  /** A schedule of the statement, without commands. */
  schedule(): Schedule {
    return new Schedule(this.statement);
  }

  /** As `A(i, j) = B(i, k) * C(k, j)`. */
  toString(): string {
    return formatStatement(this.statement);
  }
}

declareMethods<Assignment>(Assignment, { run: [], schedule: [], toString: [] });
