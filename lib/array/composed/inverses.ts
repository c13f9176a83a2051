/** Inverses of hyperbolic functions, roots, remainders and tests, each a kernel of several operations. */

import { byPlace, takes } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { applyUnary, type Operand } from '../apply.js';
import { floorDivide, remainder } from '../arithmetic.js';
import { equal } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { deliver } from '../deliver.js';
import { binary, unary } from '../element-wise.js';
import { floatFormula } from '../formula.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import type { Positional } from '../positional.js';
import { numeric } from '../signatures.js';
import { OUT, type OutOption, outOf } from '../target.js';
import { Ufunc } from '../ufunc.js';
import { type Compute, PAIR_OPTIONS, type PairOptions, pairWith } from '../ufunc-pairs.js';

/** Beyond it squares may overflow, and neighbours of x² are x². */
const LARGE = 1e8;

/** A function that is odd, by its values at magnitudes. */
function odd(name: string, value: (e: KernelBuilder, size: Value, dtype: DType) => Value): Ufunc {
  return floatFormula(name, 1, (e, [x], d) => {
    const found = value(e, e.abs(x), d);
    const none = e.const(0, d);
    return e.select(e.eq(x, none), x, e.select(e.lt(x, none), e.neg(found), found));
  });
}

const asinhUfunc = odd('asinh', (e, a, d) => {
  const [one, isLarge] = [e.const(1, d), e.gt(a, e.const(LARGE, d))];
  const size = e.select(isLarge, one, a);
  const squares = e.mul(size, size);
  const near = e.unary('log1p', e.add(a, e.div(squares, e.add(one, e.sqrt(e.add(squares, one))))));
  return e.select(isLarge, e.add(e.log(a), e.const(Math.LN2, d)), near);
});

const acoshUfunc = floatFormula('acosh', 1, (e, [a], d) => {
  const one = e.const(1, d);
  const t = e.sub(a, one);
  const root = e.sqrt(e.mul(t, e.add(t, e.const(2, d))));
  const sum = e.add(root, t);
  // The sum lost this much of t, and the logarithm its share.
  const lost = e.sub(t, e.sub(sum, root));
  const near = e.add(e.unary('log1p', sum), e.div(lost, e.add(sum, one)));
  const far = e.add(e.log(a), e.const(Math.LN2, d));
  return e.select(e.gt(a, e.const(LARGE, d)), far, e.select(e.lt(a, one), e.const(Number.NaN, d), near));
});

const atanhUfunc = odd('atanh', (e, a, d) => {
  const share = e.div(e.mul(a, e.const(2, d)), e.sub(e.const(1, d), a));
  return e.mul(e.unary('log1p', share), e.const(0.5, d));
});

const cbrtUfunc = odd('cbrt', (e, a, d) => {
  const root = e.binary('pow', a, e.const(1 / 3, d));
  const better = e.sub(root, e.div(e.sub(root, e.div(a, e.mul(root, root))), e.const(3, d)));
  return e.select(e.unary('isfinite', better), better, root);
});

const fmodUfunc = new Ufunc({
  name: 'fmod',
  arity: 2,
  signature: numeric,
  emit: (e, operands, d) => {
    const [x, y] = operands.map((given) => e.cast(given, d));
    if (d.kind === 'float') return e.binary('copysign', e.binary('mod', e.abs(x), e.abs(y)), x);
    const rest = e.binary('mod', x, y);
    if (d.kind !== 'int') return rest;
    const none = e.const(0, d);
    const isOther = e.and(e.ne(rest, none), e.binary('xor', e.lt(rest, none), e.lt(x, none)));
    return e.select(isOther, e.sub(rest, y), rest);
  },
});

const fractionUfunc = floatFormula('modf', 1, (e, [x], d) => {
  const fraction = e.sub(x, e.unary('trunc', x));
  const other = e.select(e.eq(x, x), e.const(0, d), x);
  return e.binary('copysign', e.select(e.unary('isfinite', x), fraction, other), x);
});
const wholeUfunc = floatFormula('modf', 1, (e, [x]) => e.unary('trunc', x));

/**
 * The inverse of `sinh`.
 *
 * @example
 * await np.asinh([0]).tolist(); // [0]
 */
export const asinh = unary('asinh', asinhUfunc);

/**
 * The inverse of `cosh`, of at least 0; NaN below 1.
 *
 * @example
 * await np.acosh([1]).tolist(); // [0]
 */
export const acosh = unary('acosh', acoshUfunc);

/**
 * The inverse of `tanh`; infinite at 1 and -1, NaN beyond.
 *
 * @example
 * await np.atanh([0, 1]).tolist(); // [0, Infinity]
 */
export const atanh = unary('atanh', atanhUfunc);

/**
 * Cube roots, of negative numbers too.
 *
 * @example
 * await np.cbrt([27, -8]).tolist(); // [3, -2]
 */
export const cbrt = unary('cbrt', cbrtUfunc);

/**
 * The remainder of dividing `a` by `b`, with the sign of `a`, where `remainder` has the sign of `b`.
 *
 * @example
 * await np.fmod([7, -7], 3).tolist(); // [1, -1]
 */
export const fmod = binary('fmod', fmodUfunc);

/**
 * `floorDivide` and `remainder` together.
 *
 * @example
 * const [quotient, rest] = np.divmod([7, -7], 3);
 * await quotient.tolist(); // [2, -3]
 * await rest.tolist();     // [1, 2]
 */
export const divmod = takes(
  'divmod',
  ARRAY,
  ARRAY,
  byPlace(PAIR_OPTIONS, 'out'),
)((a: Operand, b: Operand, how?: Positional<PairOptions, 'out'>): [NDArray, NDArray] => {
  return pairWith('divmod', [a, b], how, [([x, y]) => floorDivide(x, y), ([x, y]) => remainder(x, y)]);
});

/**
 * Fractional and integral parts, both with the sign of `x`.
 *
 * @example
 * const [fraction, whole] = np.modf([3.5, -1.25]);
 * await fraction.tolist(); // [0.5, -0.25]
 * await whole.tolist();    // [3, -1]
 */
export const modf = takes(
  'modf',
  ARRAY,
  byPlace(PAIR_OPTIONS, 'out'),
)((x: ArrayLike, how?: Positional<PairOptions, 'out'>): [NDArray, NDArray] => {
  const both = [fractionUfunc, wholeUfunc].map(
    (op): Compute =>
      ([a]) =>
        applyUnary(op, toArray(a, 'modf')),
  );
  return pairWith('modf', [x], how, both);
});

/**
 * Where elements are infinite and positive.
 *
 * @example
 * await np.isposinf([1, Infinity, -Infinity]).tolist(); // [false, true, false]
 */
export const isposinf = takes(
  'isposinf',
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  return deliver(equal(toArray(x, 'isposinf'), Number.POSITIVE_INFINITY), outOf(how, 'isposinf'), 'isposinf');
});

/**
 * Where elements are infinite and negative.
 *
 * @example
 * await np.isneginf([1, Infinity, -Infinity]).tolist(); // [false, false, true]
 */
export const isneginf = takes(
  'isneginf',
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  return deliver(equal(toArray(x, 'isneginf'), Number.NEGATIVE_INFINITY), outOf(how, 'isneginf'), 'isneginf');
});
