/** Assertions about arrays, for tests of programs: NumPy's `np.testing`. They read the arrays, so they are awaited. */

import { AssertionError } from 'node:assert';
import { FLAG, NUMBER, type OptionKinds, optional, options, TEXT, takes } from '../base/index.js';
import { formatShape, sameShape } from '../shape/index.js';
import { abs, divide, subtract } from './arithmetic.js';
import { astype } from './assign.js';
import { isclose } from './closeness.js';
import { equal, isfinite, isnan, less, notEqual } from './comparison.js';
import { type ArrayLike, toArray } from './convert.js';
import { ARRAY } from './kinds.js';
import { logicalAnd, logicalNot, logicalOr } from './logic.js';
import { broadcastTo } from './manipulate.js';
import type { NDArray } from './ndarray.js';

import { arrayRepr } from './print.js';
import { item } from './read.js';
import { countNonzero, max } from './reductions.js';
import { where } from './select.js';

/** Options of `assertAllclose`. */
export interface AssertCloseOptions {
  /** Relative to the desired values; default 1e-7. */
  readonly rtol?: number;
  /** Absolute; default 0. */
  readonly atol?: number;
  /** Whether NaN equals NaN; default true. */
  readonly equalNan?: boolean;
  /** The text before the error's own. */
  readonly errMsg?: string;
}
const CLOSE_OPTIONS: OptionKinds<AssertCloseOptions> = { rtol: NUMBER, atol: NUMBER, equalNan: FLAG, errMsg: TEXT };

/** Rejects with Node's `AssertionError` unless `holds` has an element that is not 0 at every place; the error shows where values differ. */
async function check(title: string, actual: NDArray, desired: NDArray, holds: NDArray, operator: string): Promise<void> {
  const wrong = Number(await item(countNonzero(logicalNot(holds))));
  if (wrong === 0) return;
  const lines = [
    title,
    `Mismatched elements: ${wrong} / ${holds.size} (${((100 * wrong) / holds.size).toPrecision(3)}%)`,
    ...(await differences(actual, desired)),
    ` actual: ${arrayRepr(actual)}`,
    ` desired: ${arrayRepr(desired)}`,
  ];
  throw new AssertionError({ message: lines.join('\n'), actual, expected: desired, operator });
}

/** The largest differences between numbers, as text. */
async function differences(actual: NDArray, desired: NDArray): Promise<string[]> {
  const [a, d] = [actual, desired].map((x) => astype(x, 'float64'));
  const apart = abs(subtract(a, d));
  const finite = isfinite(apart);
  const most = await item(max(where(finite, apart, 0)));
  const relative = await item(max(where(logicalAnd(finite, notEqual(d, 0)), divide(apart, abs(d)), 0)));
  return [`Max absolute difference: ${most}`, `Max relative difference: ${relative}`];
}

/** Both as arrays of one shape: a 0-d one meets any. Rejects unless shapes are equal. */
function paired(actual: ArrayLike, desired: ArrayLike, operation: string): [NDArray, NDArray] {
  const [a, d] = [toArray(actual, operation), toArray(desired, operation)];
  if (sameShape(a.view.shape, d.view.shape)) return [a, d];
  if (d.ndim === 0) return [a, broadcastTo(d, a.view.shape)];
  if (a.ndim === 0) return [broadcastTo(a, d.view.shape), d];
  const message = `${operation}: shapes differ: actual ${formatShape(a.view.shape)}, desired ${formatShape(d.view.shape)}`;
  throw new AssertionError({ message, actual: a.shape, expected: d.shape, operator: operation });
}

function titled(title: string, message: string | undefined): string {
  return message === undefined || message === '' ? title : `${title}\n${message}`;
}

/**
 * Rejects with an `AssertionError`, which says how far values are apart, unless `|actual - desired| <= atol + rtol * |desired|`
 * everywhere; infinities equal themselves, and so does NaN by default.
 *
 * @example
 * await np.testing.assertAllclose(np.sin([0, 1]), [0, 0.8414709848]);
 */
export const assertAllclose = takes(
  'assertAllclose',
  ARRAY,
  ARRAY,
  options(CLOSE_OPTIONS),
)(async (actual: ArrayLike, desired: ArrayLike, options?: AssertCloseOptions): Promise<void> => {
  const { rtol = 1e-7, atol = 0, equalNan = true, errMsg } = options ?? {};
  const [a, d] = paired(actual, desired, 'assertAllclose');
  const title = titled(`Not equal to tolerance rtol=${rtol}, atol=${atol}`, errMsg);
  await check(title, a, d, isclose(a, d, { rtol, atol, equalNan }), 'assertAllclose');
});

/**
 * Rejects with an `AssertionError` unless shapes and all elements are equal; NaN equals NaN.
 *
 * @example
 * await np.testing.assertArrayEqual(np.arange(3), [0, 1, 2]);
 */
export const assertArrayEqual = takes(
  'assertArrayEqual',
  ARRAY,
  ARRAY,
  optional(TEXT),
)(async (actual: ArrayLike, desired: ArrayLike, errMsg?: string): Promise<void> => {
  const [a, d] = paired(actual, desired, 'assertArrayEqual');
  const same = logicalOr(equal(a, d), logicalAnd(isnan(a), isnan(d)));
  await check(titled('Arrays are not equal', errMsg), a, d, same, 'assertArrayEqual');
});

/**
 * Rejects with an `AssertionError` unless `|actual - desired| < 1.5 * 10^-decimal` everywhere (default 6); NaN equals NaN.
 *
 * @example
 * await np.testing.assertArrayAlmostEqual([1.00001], [1], 4);
 */
export const assertArrayAlmostEqual = takes(
  'assertArrayAlmostEqual',
  ARRAY,
  ARRAY,
  optional(NUMBER),
  optional(TEXT),
)(async (actual: ArrayLike, desired: ArrayLike, decimal = 6, errMsg?: string): Promise<void> => {
  const [a, d] = paired(actual, desired, 'assertArrayAlmostEqual');
  const title = titled(`Arrays are not almost equal to ${decimal} decimals`, errMsg);
  const near = less(abs(subtract(astype(a, 'float64'), d)), 1.5 * 10 ** -decimal);
  const holds = logicalOr(logicalOr(near, equal(a, d)), logicalAnd(isnan(a), isnan(d)));
  await check(title, a, d, holds, 'assertArrayAlmostEqual');
});

/**
 * Rejects with an `AssertionError` unless every element of the first is less than its partner.
 *
 * @example
 * await np.testing.assertArrayLess([1, 2], [2, 3]);
 */
export const assertArrayLess = takes(
  'assertArrayLess',
  ARRAY,
  ARRAY,
  optional(TEXT),
)(async (smaller: ArrayLike, larger: ArrayLike, errMsg?: string): Promise<void> => {
  const [a, d] = paired(smaller, larger, 'assertArrayLess');
  await check(titled('Arrays are not strictly ordered: smaller < larger', errMsg), a, d, less(a, d), 'assertArrayLess');
});

export { assertArrayAlmostEqual as assertAlmostEqual, assertArrayEqual as assertEqual };
