/** Whether arrays are equal, or nearly so. */

import { byPlace, FLAG, NUMBER, type OptionKinds, options, takes } from '../base/index.js';
import { bool, type DType, float64, promote } from '../dtype/index.js';
import { type Shape, sameShape } from '../shape/index.js';
import { apply } from './apply.js';
import { equal, isnan } from './comparison.js';
import { type ArrayLike, toArray } from './convert.js';
import { full } from './creation.js';
import { ARRAY } from './kinds.js';
import { logicalAnd, logicalOr } from './logic.js';
import type { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import { all } from './reductions.js';
import { Ufunc } from './ufunc.js';

/** How near is near. */
export interface CloseOptions {
  /** Relative to `b`; default 1e-5. */
  readonly rtol?: number;
  /** Absolute; default 1e-8. */
  readonly atol?: number;
  /** Whether NaN equals NaN; default false. */
  readonly equalNan?: boolean;
}
const CLOSE_OPTIONS: OptionKinds<CloseOptions> = { rtol: NUMBER, atol: NUMBER, equalNan: FLAG };

/** Integers are compared as float64, and float16 is rounded after each operation. */
function closeTo(operands: readonly DType[]): DType {
  return operands.map((dtype) => (dtype.kind === 'float' ? dtype : float64)).reduce(promote);
}

/** Operands are both arrays, and the relative and the absolute distance: distances are of the second array's dtype. */
function closeUfunc(equalNan: boolean): Ufunc {
  return new Ufunc({
    name: 'isclose',
    arity: 4,
    signature: ([a, b]) => ({ compute: closeTo([a, b]), result: bool }),
    emit: (e, operands) => {
      const d = closeTo([operands[0].dtype, operands[1].dtype]);
      const [x, y] = operands.map((v) => e.cast(v, d));
      const own = closeTo([operands[1].dtype]);
      const [to, rtol, atol] = operands.slice(1).map((v) => e.cast(v, own));
      const bound = e.add(e.mul(e.abs(to), rtol), atol);
      const near = e.le(e.abs(e.sub(x, y)), e.cast(bound, d));
      const found = e.or(e.and(near, e.unary('isfinite', y)), e.eq(x, y));
      return equalNan ? e.or(found, e.and(e.unary('isnan', x), e.unary('isnan', y))) : found;
    },
  });
}

const closeUfuncs = { strict: closeUfunc(false), equalNan: closeUfunc(true) };

/**
 * Whether `|a - b| <= atol + rtol * |b|`, element by element; infinities equal themselves.
 *
 * @example
 * await np.isclose([1, 2], [1.000001, 2.1]).tolist(); // [true, false]
 */
export const isclose = takes(
  'isclose',
  ARRAY,
  ARRAY,
  options(CLOSE_OPTIONS),
)((a: ArrayLike, b: ArrayLike, options?: CloseOptions): NDArray => {
  const { rtol = 1e-5, atol = 1e-8, equalNan = false } = options ?? {};
  const op = equalNan ? closeUfuncs.equalNan : closeUfuncs.strict;
  return apply(op, [toArray(a, 'isclose'), toArray(b, 'isclose'), rtol, atol]);
});

/**
 * Whether all elements are close, as `isclose` has it: a 0-d bool array.
 *
 * @example
 * await np.allclose([1, 2], [1.000001, 2]).item(); // true
 */
export const allclose = takes(
  'allclose',
  ARRAY,
  ARRAY,
  options(CLOSE_OPTIONS),
)((a: ArrayLike, b: ArrayLike, options?: CloseOptions): NDArray => {
  return all(isclose(a, b, options));
});

/**
 * Whether shapes can be broadcast to each other and all elements are equal then: a 0-d bool array.
 *
 * @example
 * await np.arrayEquiv([1, 1], 1).item(); // true
 */
export const arrayEquiv = takes(
  'arrayEquiv',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  const [x, y] = [toArray(a, 'arrayEquiv'), toArray(b, 'arrayEquiv')];
  return doBroadcast(x.view.shape, y.view.shape) ? all(equal(x, y)) : full([], false, { dtype: bool });
});

/** The last axes first, each of one size or 1. */
function doBroadcast(a: Shape, b: Shape): boolean {
  const [p, q] = [a, b].map((shape) => [...shape].reverse());
  return p.every((n, i) => i >= q.length || n === q[i] || n === 1 || q[i] === 1);
}

const EQUAL_NAN: OptionKinds<{ readonly equalNan?: boolean }> = { equalNan: FLAG };

/**
 * Whether shapes and all elements are equal, NaNs too with `equalNan`: a 0-d bool array.
 *
 * @example
 * await np.arrayEqual([1, 2], [1, 2]).item(); // true
 */
export const arrayEqual = takes(
  'arrayEqual',
  ARRAY,
  ARRAY,
  byPlace(EQUAL_NAN, 'equalNan'),
)((a: ArrayLike, b: ArrayLike, how?: Positional<{ readonly equalNan?: boolean }, 'equalNan'>): NDArray => {
  const [x, y] = [toArray(a, 'arrayEqual'), toArray(b, 'arrayEqual')];
  const same = how === true || (typeof how === 'object' && how.equalNan === true);
  const found = (): NDArray => (same ? logicalOr(equal(x, y), logicalAnd(isnan(x), isnan(y))) : equal(x, y));
  return sameShape(x.view.shape, y.view.shape) ? all(found()) : full([], false, { dtype: bool });
});
