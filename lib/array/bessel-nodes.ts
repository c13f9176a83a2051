/** The nodes of the modified Bessel function of order 0, by Chebyshev series on two ranges (Clenshaw; the coefficients of Cephes' i0.c). */
import type { DType } from '../dtype/index.js';
import type { KernelBuilder, Value } from '../ir/index.js';

/** Of `exp(-x) I0(x)` for x from 0 to 8, over `x / 2 - 2`. */
const NEAR: readonly number[] = [
  -4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15, -1.1685332877993451e-14,
  7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12, -1.726826291441556e-11, 9.675809035373237e-11,
  -5.189795601635263e-10, 2.6598237246823866e-9, -1.300025009986248e-8, 6.046995022541919e-8, -2.670793853940612e-7,
  1.1173875391201037e-6, -4.4167383584587505e-6, 1.6448448070728896e-5, -5.754195010082104e-5, 0.00018850288509584165,
  -0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576, 0.010546460394594998, -0.02373741480589947,
  0.04930528423967071, -0.09490109704804764, 0.17162090152220877, -0.3046826723431984, 0.6767952744094761,
];
/** Of `exp(-x) sqrt(x) I0(x)` from 8 on, over `32 / x - 2`. */
const FAR: readonly number[] = [
  -7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17, -2.8276239805165836e-16,
  -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15, -9.554846698828307e-15, -4.150569347287222e-14,
  1.54008621752141e-14, 3.8527783827421426e-13, 7.180124451383666e-13, -1.7941785315068062e-12, -1.3215811840447713e-11,
  -3.1499165279632416e-11, 1.1889147107846439e-11, 4.94060238822497e-10, 3.3962320257083865e-9, 2.266668990498178e-8,
  2.0489185894690638e-7, 2.8913705208347567e-6, 6.889758346916825e-5, 0.0033691164782556943, 0.8044904110141088,
];

/** A Chebyshev series, the coefficient of the highest order first. */
function chebyshev(e: KernelBuilder, x: Value, coefficients: readonly number[]): Value {
  const [first, ...rest] = coefficients.map((c) => e.const(c, x.dtype));
  let [b0, b1, b2] = [first, e.const(0, x.dtype), e.const(0, x.dtype)];
  for (const c of rest) [b0, b1, b2] = [e.add(e.sub(e.mul(x, b0), b1), c), b0, b1];
  return e.mul(e.sub(b0, b2), e.const(0.5, x.dtype));
}

/** The nodes of `I0(x)`. */
export function besselOf(e: KernelBuilder, x: Value, d: DType): Value {
  const a = e.abs(x);
  const [eight, two] = [e.const(8, d), e.const(2, d)];
  const isNear = e.le(a, eight);
  const near = chebyshev(e, e.sub(e.div(e.select(isNear, a, eight), two), two), NEAR);
  const far = e.select(isNear, eight, a);
  const beyond = e.div(chebyshev(e, e.sub(e.div(e.const(32, d), far), two), FAR), e.sqrt(far));
  return e.mul(e.exp(a), e.select(isNear, near, beyond));
}
