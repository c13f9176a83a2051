/** Sine, cosine and tangent in float: the steps of `native/math/vmath_float.h`, in double and rounded once. */
import { nearest } from './bits.js';
import { cos, FAR, sin, tan } from './trigonometry.js';

const F = Math.fround;

/** The number of the multiple of pi/2 that is nearest to x. */
function quarterOf(x: number): number {
  return nearest(x * 0.6366197723675814);
}

function rest(x: number, n: number): number {
  return x - n * 1.5707963267341256 - n * 6.077100506506192e-11;
}

function sineShort(y: number): number {
  const z = y * y;
  const w = z * z;
  const s = 0.00833333333332249 + z * -0.0001984126982985795 + w * (0.0000027557313707070068 + z * -2.5050760253406863e-8);
  return y * (1.0 + z * (-0.16666666666666632 + z * s));
}

function cosineShort(y: number): number {
  const z = y * y;
  const w = z * z;
  const c =
    0.0416666666666666 +
    z * -0.001388888888887411 +
    w * (0.00002480158728947673 + z * -2.7557314351390663e-7 + w * 2.087572321298175e-9);
  return 1.0 - 0.5 * z + w * c;
}

/** The sine of y and n quarters. */
function sineOf(n: number, y: number): number {
  const v = (n & 1) === 0 ? sineShort(y) : cosineShort(y);
  return F((n & 2) === 0 ? v : -v);
}

export function sinf(x: number): number {
  if (!(Math.abs(x) <= FAR)) return F(sin(x));
  const n = quarterOf(x);
  return sineOf(n, rest(x, n));
}

export function cosf(x: number): number {
  if (!(Math.abs(x) <= FAR)) return F(cos(x));
  const n = quarterOf(x);
  return sineOf(n + 1, rest(x, n));
}

export function tanf(x: number): number {
  if (!(Math.abs(x) <= FAR)) return F(tan(x));
  const n = quarterOf(x);
  const y = rest(x, n);
  const s = sineShort(y);
  const c = cosineShort(y);
  return F((n & 1) === 0 ? s / c : -c / s);
}
