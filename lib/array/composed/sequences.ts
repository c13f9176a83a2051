/** Differences of neighbours in a flattened array, angles made continuous, and whole-number divisors. */

import { NUMBER, type OptionKinds, options, takes } from '../../base/index.js';
import { apply } from '../apply.js';
import { add } from '../arithmetic.js';
import { assign, astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { diff } from '../differences.js';
import { stepwiseFormula } from '../formula.js';
import { concat } from '../join.js';
import { ARRAY } from '../kinds.js';
import { allocate, type NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { dot } from '../products.js';
import { averaging } from '../reductions.js';
import { ravel } from '../reshape.js';
import { cumulativeSum } from '../scan.js';

/** Options of `ediff1d`. */
export interface Ediff1dOptions {
  /** Elements before the differences; default none. */
  readonly toBegin?: ArrayLike;
  /** Elements behind the differences; default none. */
  readonly toEnd?: ArrayLike;
}
const EDIFF1D_OPTIONS: OptionKinds<Ediff1dOptions> = { toBegin: ARRAY, toEnd: ARRAY };

/**
 * The differences of neighbours in the flattened array, in its dtype. Throws `DTypeError` for bools.
 *
 * @example
 * await np.ediff1d([[1, 4], [9, 16]], { toEnd: [0] }).tolist(); // [3, 5, 7, 0]
 */
export const ediff1d = takes(
  'ediff1d',
  ARRAY,
  options(EDIFF1D_OPTIONS),
)((x: ArrayLike, options?: Ediff1dOptions): NDArray => {
  const between = diff(ravel(toArray(x, 'ediff1d')));
  const ends = [options?.toBegin, options?.toEnd].map((end) =>
    end === undefined ? [] : [astype(ravel(toArray(end, 'ediff1d')), between.dtype, { copy: false })],
  );
  return ends.every((end) => end.length === 0) ? between : concat([...ends[0], between, ...ends[1]]);
});

/** Options of `unwrap`. */
export interface UnwrapOptions {
  /** Along which axis; default the last. */
  readonly axis?: number;
  /** The period at which values wrap around; default 2π. */
  readonly period?: number;
  /** Jumps from which on are taken out; default, and at least, half a period. */
  readonly discont?: number;
}
const UNWRAP_OPTIONS: OptionKinds<UnwrapOptions> = { axis: NUMBER, period: NUMBER, discont: NUMBER };

/**
 * Angles along an axis with multiples of a period added, so that neighbours differ by at most half of one. Integers are computed as
 * float64.
 *
 * @example
 * await np.unwrap([0, 3, 6, 1, 4], { period: 8 }).tolist(); // [0, 3, 6, 9, 12]
 */
export const unwrap = takes(
  'unwrap',
  ARRAY,
  options(UNWRAP_OPTIONS),
)((x: ArrayLike, options?: UnwrapOptions): NDArray => {
  const given = toArray(x, 'unwrap');
  const a = astype(given, averaging(given.dtype), { copy: false });
  const axis = axisArgument(options?.axis ?? -1, a.ndim, 'unwrap');
  const { period = 2 * Math.PI } = options ?? {};
  const [n, half] = [a.shape[axis], period / 2];
  if (n < 2) return a.copy();
  const [low, high] = [part(a, axis, 0, n - 1), part(a, axis, 1, n - 1)];
  const correction = apply(correctionUfunc, [high, low, period, half, options?.discont ?? half]);
  const out = allocate(a.dtype, a.shape);
  assign(part(out, axis, 0, 1), part(a, axis, 0, 1));
  add(high, cumulativeSum(correction, { axis }), { out: part(out, axis, 1, n - 1) });
  return out;
});

/** The multiple of a period that a step between neighbours is off by, where it is no smaller than `discont`. */
const correctionUfunc = stepwiseFormula('unwrap', 5, (e, [high, low, period, half, discont], d) => {
  const none = e.const(0, d);
  const step = e.sub(high, low);
  const near = e.sub(e.binary('mod', e.add(step, half), period), half);
  const up = e.select(e.and(e.eq(near, e.neg(half)), e.gt(step, none)), half, near);
  return e.select(e.lt(e.abs(step), discont), none, e.sub(up, step));
});

/**
 * The dot product of two arrays, both flattened. Throws `ShapeError` when they have different sizes.
 *
 * @example
 * await np.vdot([[1, 2], [3, 4]], [[4, 3], [2, 1]]).item(); // 20
 */
export const vdot = takes(
  'vdot',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return dot(ravel(toArray(a, 'vdot')), ravel(toArray(b, 'vdot')));
});
