/** Whether arrays are equal, or nearly so. */

import { FLAG, NUMBER, type OptionKinds, options, takes } from '../base/index.js';
import { bool, float64 } from '../dtype/index.js';
import { type Shape, sameShape } from '../shape/index.js';
import { abs, add, multiply, subtract } from './arithmetic.js';
import { astype } from './assign.js';
import { equal, isfinite, isnan, lessEqual } from './comparison.js';
import { type ArrayLike, toArray } from './convert.js';
import { full } from './creation.js';
import { ARRAY } from './kinds.js';
import { logicalAnd, logicalOr } from './logic.js';
import type { NDArray } from './ndarray.js';

import { all } from './reductions.js';

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
  const [x, y] = [toArray(a, 'isclose'), toArray(b, 'isclose')];
  const [p, q] = [x, y].map((v) => (v.dtype.kind === 'float' ? v : astype(v, float64)));
  const near = lessEqual(abs(subtract(p, q)), add(multiply(abs(q), rtol), atol));
  const finite = logicalAnd(near, isfinite(q));
  const found = logicalOr(finite, equal(p, q));
  return equalNan ? logicalOr(found, logicalAnd(isnan(p), isnan(q))) : found;
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

/**
 * Whether shapes and all elements are equal: a 0-d bool array.
 *
 * @example
 * await np.arrayEqual([1, 2], [1, 2]).item(); // true
 */
export const arrayEqual = takes(
  'arrayEqual',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  const [x, y] = [toArray(a, 'arrayEqual'), toArray(b, 'arrayEqual')];
  return sameShape(x.view.shape, y.view.shape) ? all(equal(x, y)) : full([], false, { dtype: bool });
});
