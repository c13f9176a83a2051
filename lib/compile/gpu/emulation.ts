/**
 * The stated accuracy of float64 as pairs of float32 (`library/double-single.ts`), which tests and the self-test of devices hold operations to,
 * and the documentation prints: a result r of the arguments x has |found - r| <= relative |r| + absolute + angle |x|, where the exact result and the
 * arguments are within the range.
 */
import type { BinaryOp, UnaryOp } from '../../ir/index.js';

interface Bound {
  readonly relative: number;
  /** Times the argument. */
  readonly angle?: number;
}

const arithmetic: Bound = { relative: 2 ** -45 };
const usual: Bound = { relative: 2 ** -43 };
const ofAngles: Bound = { relative: 2 ** -43, angle: 2 ** -45 };

/** Operations on float64 that round to fewer bits than float64 has. All others are exact. */
const bounds: Readonly<Partial<Record<UnaryOp | BinaryOp, Bound>>> = {
  add: arithmetic,
  sub: arithmetic,
  mul: arithmetic,
  div: arithmetic,
  sqrt: arithmetic,
  floordiv: arithmetic,
  exp: usual,
  exp2: usual,
  expm1: usual,
  expit: usual,
  log: usual,
  log1p: usual,
  log2: usual,
  log10: usual,
  tanh: usual,
  sinh: usual,
  cosh: usual,
  sin: ofAngles,
  cos: ofAngles,
  tan: ofAngles,
  asin: usual,
  acos: usual,
  atan: usual,
  atan2: usual,
  pow: { relative: 2 ** -38 },
};

export const emulation = {
  bounds,
  /** Of arithmetic. */
  relative: arithmetic.relative,
  absolute: 2 ** -123,
  /** Magnitudes below the least are 0, those from the end on infinite; below `full` the absolute error shows. */
  least: 2 ** -126,
  full: 2 ** -77,
  end: 2 ** 127,
} as const;
