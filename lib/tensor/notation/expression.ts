/** Expressions of tensors as programs write them: `B.at(i, k).times(C.at(k, j)).plus(2)`. */
import { declareMethods, either, instanceOf, type Kind, kind } from '../../base/index.js';
import { Assignment } from './assignment.js';
import { type AccessTerm, Formula, formatTerm, type Term } from './terms.js';

/** An expression, or a number. */
export type Operand = Expression | number | bigint;

/**
 * A sum or a product of tensors' elements and numbers. Made by `tensor.at` and by its own methods.
 *
 * @example
 * const { i, j } = indices();
 * const [B, c] = [tensor('B', [4, 4]), tensor('c', [4])];
 * String(B.at(i, j).times(c.at(j)).plus(2)); // 'B(i, j) * c(j) + 2'
 */
export class Expression extends Formula {
  /** The product with an expression or a number. */
  times(operand: Operand): Expression {
    return new Expression({ kind: 'multiply', a: this.term, b: termOf(operand) });
  }

  /** The sum with an expression or a number. */
  plus(operand: Operand): Expression {
    return new Expression({ kind: 'add', a: this.term, b: termOf(operand) });
  }

  /** The difference to an expression or a number. */
  minus(operand: Operand): Expression {
    return new Expression({ kind: 'subtract', a: this.term, b: termOf(operand) });
  }

  /** The expression with its sign changed. */
  negative(): Expression {
    return new Expression({ kind: 'negate', a: this.term });
  }

  /** As `B(i, k) * C(k, j)`. */
  override toString(): string {
    return formatTerm(this.term);
  }
}

/**
 * The elements of a tensor at some index variables: an expression, and the left side of an assignment.
 *
 * @example
 * const { i, j } = indices();
 * const A = tensor('A', [2, 2]);
 * A.at(i, j) instanceof Access; // true
 * `${A.at(i, j).plus(A.at(j, i))}`; // 'A(i, j) + A(j, i)'
 */
export class Access extends Expression {
  readonly #access: AccessTerm;

  constructor(access: AccessTerm) {
    super(access);
    this.#access = access;
  }

  /**
   * The statement that gives the tensor the values of an expression. Each of the expression's summands is summed over its own variables
   * that the left side has not; a variable of the left side alone repeats the value. Throws `ShapeError` where a variable indexes
   * dimensions of two lengths, `DTypeError` for a dtype that does not take the values, `ArgumentError` for a tensor on both sides or a
   * variable that is twice on the left.
   *
   * @example
   * const { i, j } = indices();
   * const A = tensor('A', np.asarray([[1, 2], [3, 4]]));
   * const s = tensor('s', [2]);
   * await s.at(i).assign(A.at(i, j).times(10)).run().array().tolist(); // [30, 70]
   */
  assign(value: Operand): Assignment {
    return new Assignment(this.#access, termOf(value));
  }
}

function termOf(operand: Operand): Term {
  return operand instanceof Expression ? operand.term : { kind: 'constant', value: operand };
}

const NUMBER: Kind<number | bigint> = kind(
  'a finite number or a bigint',
  (given) => typeof given === 'bigint' || (typeof given === 'number' && Number.isFinite(given)),
);
const OPERAND: Kind<Operand> = either(instanceOf('an expression such as B.at(i, j)', Expression), NUMBER);

declareMethods<Expression>(Expression, {
  times: [OPERAND],
  plus: [OPERAND],
  minus: [OPERAND],
  negative: [],
  toString: [],
});
declareMethods<Pick<Access, 'assign'>>(Access, { assign: [OPERAND] });
