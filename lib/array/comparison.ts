/** Comparisons and tests: bool arrays. NaN is unequal to everything, itself included. */

import { bool, type DType } from '../dtype/index.js';
import type { UnaryOp } from '../ir/index.js';
import { binary, unary } from './element-wise.js';
import { binaryOp, comparing } from './signatures.js';
import type { ComparisonFunction, TruthFunction } from './typed-functions.js';
import { Ufunc } from './ufunc.js';

/** A test that integers answer without looking. */
function test(op: UnaryOp, ofIntegers: 0 | 1): Ufunc {
  return new Ufunc({
    name: op,
    arity: 1,
    signature: ([a]) => ({ compute: a, result: bool }),
    emit: (e, [a], d: DType) => (d.kind === 'float' ? e.unary(op, a) : e.const(ofIntegers, bool)),
  });
}

const equalUfunc = binaryOp('equal', 'eq', comparing);
const notEqualUfunc = binaryOp('notEqual', 'ne', comparing);
const lessUfunc = binaryOp('less', 'lt', comparing);
const lessEqualUfunc = binaryOp('lessEqual', 'le', comparing);
const greaterUfunc = binaryOp('greater', 'gt', comparing);
const greaterEqualUfunc = binaryOp('greaterEqual', 'ge', comparing);
const isnanUfunc = test('isnan', 0);
const isfiniteUfunc = test('isfinite', 1);
const isinfUfunc = test('isinf', 0);

/**
 * Whether `a` equals `b`, element by element.
 *
 * @example
 * await np.equal(np.asarray([1, 2]), 2).tolist(); // [false, true]
 */
export const equal: ComparisonFunction = binary('equal', equalUfunc);

/**
 * Whether `a` differs from `b`, element by element.
 *
 * @example
 * await np.notEqual(np.asarray([1, 2]), 2).tolist(); // [true, false]
 */
export const notEqual: ComparisonFunction = binary('notEqual', notEqualUfunc);

/**
 * Whether `a` is below `b`, element by element.
 *
 * @example
 * await np.less(np.asarray([1, 2]), 2).tolist(); // [true, false]
 */
export const less: ComparisonFunction = binary('less', lessUfunc);

/**
 * Whether `a` is at most `b`, element by element.
 *
 * @example
 * await np.lessEqual(np.asarray([1, 2]), 1).tolist(); // [true, false]
 */
export const lessEqual: ComparisonFunction = binary('lessEqual', lessEqualUfunc);

/**
 * Whether `a` is above `b`, element by element.
 *
 * @example
 * await np.greater(np.asarray([1, 2]), 1).tolist(); // [false, true]
 */
export const greater: ComparisonFunction = binary('greater', greaterUfunc);

/**
 * Whether `a` is at least `b`, element by element.
 *
 * @example
 * await np.greaterEqual(np.asarray([1, 2]), 2).tolist(); // [false, true]
 */
export const greaterEqual: ComparisonFunction = binary('greaterEqual', greaterEqualUfunc);

/**
 * Whether each element is NaN.
 *
 * @example
 * await np.isnan(np.asarray([1, NaN])).tolist(); // [false, true]
 */
export const isnan: TruthFunction = unary('isnan', isnanUfunc);

/**
 * Whether each element is neither infinite nor NaN.
 *
 * @example
 * await np.isfinite(np.asarray([1, NaN])).tolist(); // [true, false]
 */
export const isfinite: TruthFunction = unary('isfinite', isfiniteUfunc);

/**
 * Whether each element is infinite.
 *
 * @example
 * await np.isinf(np.asarray([1, Infinity])).tolist(); // [false, true]
 */
export const isinf: TruthFunction = unary('isinf', isinfUfunc);
