/** Greatest common divisors and least common multiples of integers: pairs are lines of two (`native/lines/divisors.cpp`). */

import { byPlace, DTypeError, takes } from '../base/index.js';
import { bool, type DType, int64, integerLike, isInteger, promote } from '../dtype/index.js';
import { broadcastShapes } from '../shape/index.js';
import { abs, floorDivide, maximum, multiply } from './arithmetic.js';
import { astype } from './assign.js';
import { type ArrayLike, MOST_DEPTH, toArray } from './convert.js';
import { withMethods } from './element-wise.js';
import { stack } from './join.js';
import { ARRAY } from './kinds.js';
import { type Line, LineFunction } from './lines.js';
import { broadcastTo, squeeze } from './manipulate.js';
import { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import { computeWith, UFUNC_OPTIONS, type UfuncOptions } from './ufunc-options.js';

export type Whole = number | bigint;

/** The greatest common divisor of a number and one that is not below 0. */
export function commonDivisor(given: Whole, other: Whole): Whole {
  let [a, b] = [given < 0 ? -given : given, other];
  while (b > 0) [a, b] = [b, rest(a, b)];
  return a;
}

function rest(a: Whole, b: Whole): Whole {
  return typeof a === 'bigint' ? a % BigInt(b) : a % Number(b);
}

const divisor = new LineFunction('gcd', 'gcd', [], (from: Line, to: Line) => {
  let found: Whole = integerLike(to.data, 0);
  for (let i = 0; i < from.length; i++) found = commonDivisor(from.data[from.start + i * from.step], found);
  to.data[to.start] = found as never;
});

/** Both operands, and the dtype that holds either; JavaScript's integers meet arrays in the arrays' dtype. Throws `DTypeError` for other ones. */
export function wholeOperands(
  a: ArrayLike,
  b: ArrayLike,
  operation: string,
): { readonly operands: readonly NDArray[]; readonly dtype: DType } {
  const operands = [a, b].map((x) => (isTyped(x) ? toArray(x, operation) : wholeOf(x, operation)));
  const own = [a, b].flatMap((x, i) => (isTyped(x) ? [operands[i].dtype] : []));
  const dtype = own.length === 0 ? int64 : own.reduce((x: DType, y: DType) => promote(x, y));
  if (!isInteger(dtype))
    throw new DTypeError(
      `${operation}: expected integers, got ${dtype.name}${dtype === bool ? '' : "; convert them with astype('int64')"}`,
    );
  return { operands, dtype };
}

/** Both in the dtype that holds either, and in the shape that both broadcast to. */
function wholes(a: ArrayLike, b: ArrayLike, operation: string): [NDArray, NDArray] {
  const { operands, dtype } = wholeOperands(a, b, operation);
  const shape = broadcastShapes(operands[0].view.shape, operands[1].view.shape, operation);
  const [x, y] = operands.map((z) => broadcastTo(astype(z, dtype, { copy: false }), shape));
  return [x, y];
}

function isTyped(x: ArrayLike): boolean {
  return x instanceof NDArray || ArrayBuffer.isView(x);
}

/** JavaScript's numbers as int64, if they are integers. */
function wholeOf(x: ArrayLike, operation: string): NDArray {
  const leaves = [x].flat(MOST_DEPTH as 1) as unknown[];
  const wrong = leaves.find((leaf) => typeof leaf !== 'bigint' && !Number.isInteger(leaf));
  if (wrong !== undefined) throw new DTypeError(`${operation}: expected integers, got ${String(wrong)}`);
  return toArray(x, operation, int64);
}

/**
 * The greatest common divisor of two integers, element by element; 0 of zeros. Throws `DTypeError` unless both are integers.
 *
 * @example
 * await np.gcd(np.asarray([12n, 18n]), [8, 27]).tolist(); // [4n, 9n]
 */
export const gcd = withMethods(
  takes(
    'gcd',
    ARRAY,
    ARRAY,
    byPlace(UFUNC_OPTIONS, 'out'),
  )((a: ArrayLike, b: ArrayLike, how?: Positional<UfuncOptions, 'out'>): NDArray => {
    return computeWith('gcd', [a, b], how, ([first, second]) => {
      const pairs = stack(wholes(first, second, 'gcd'), { axis: -1 });
      return squeeze(divisor.apply(pairs, pairs.ndim - 1, pairs.dtype, 1), { axis: -1 });
    });
  }),
);

/**
 * The least common multiple of two integers, element by element, which wraps around; 0 where one is. Throws `DTypeError` unless both are
 * integers.
 *
 * @example
 * await np.lcm(np.asarray([4n, 6n]), [6, 9]).tolist(); // [12n, 18n]
 */
export const lcm = withMethods(
  takes(
    'lcm',
    ARRAY,
    ARRAY,
    byPlace(UFUNC_OPTIONS, 'out'),
  )((a: ArrayLike, b: ArrayLike, how?: Positional<UfuncOptions, 'out'>): NDArray => {
    return computeWith('lcm', [a, b], how, ([first, second]) => {
      const [x, y] = wholes(first, second, 'lcm');
      return multiply(floorDivide(abs(x), maximum(gcd(x, y), 1)), abs(y));
    });
  }),
);
