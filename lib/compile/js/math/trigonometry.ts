/** Sine, cosine and tangent in double: the steps of `native/math/vmath_trig.h`, one by one, so that bits agree. */
import { high, nearest } from './bits.js';
import { reduceFar } from './far.js';

/** Beyond it, angles are reduced by integers. */
export const FAR = 1647099.0;

/** An angle less the nearest multiple of pi/2, as a sum of two numbers. */
const parts = new Float64Array(2);

/** Writes `parts`; returns the multiple's number, mod 4. */
function reduce(x: number): number {
  const ax = Math.abs(x);
  if (ax > 1024.0) return reduceLarge(x);
  const n = nearest(x * 0.6366197723675814);
  const a = x - n * 1.5707963267341256;
  const b = n * 6.077100506303966e-11;
  const s = a - b;
  if (Math.abs(s) < 9.5367431640625e-7 && ax > 0.5) return reduceLarge(x);
  parts[0] = s;
  parts[1] = a - s - b - n * 2.0222662487959506e-21;
  return n & 3;
}

function reduceLarge(x: number): number {
  if (Math.abs(x) > FAR) return reduceFar(x, parts);
  const n = nearest(x * 0.6366197723675814);
  const a = x - n * 1.5707963267341256;
  const b = n * 6.077100506303966e-11;
  const s = a - b;
  const t = s - a;
  const e = a - (s - t) - (b + t);
  const c = n * 2.0222662487111665e-21;
  const s2 = s - c;
  const t2 = s2 - s;
  const e2 = s - (s2 - t2) - (c + t2);
  const low = e + e2 - n * 8.4784276603689e-32;
  const y = s2 + low;
  parts[0] = y;
  parts[1] = s2 - y + low;
  return n & 3;
}

function sineKernel(x: number, y: number): number {
  const z = x * x;
  const v = z * x;
  const r0 = 0.00833333333332249 + z * -0.0001984126982985795;
  const r1 = 0.0000027557313707070068 + z * -2.5050760253406863e-8;
  const r = r0 + z * z * (r1 + z * z * 1.58969099521155e-10);
  return x - (z * (0.5 * y - v * r) - y - v * -0.16666666666666632);
}

function cosineKernel(x: number, y: number): number {
  const z = x * x;
  const h = 0.5 * z;
  const w = 1.0 - h;
  const zz = z * z;
  const r0 = 0.0416666666666666 + z * -0.001388888888887411;
  const r1 = 0.00002480158728947673 + z * -2.7557314351390663e-7;
  const r2 = 2.087572321298175e-9 + z * -1.1359647557788195e-11;
  const r = r0 + zz * (r1 + zz * r2);
  return w + (1.0 - w - h + (zz * r - x * y));
}

/** The sine of `parts` and n quarters. */
function sineOf(n: number): number {
  const x = parts[0];
  const y = parts[1];
  const v = (n & 1) === 0 ? sineKernel(x, y) : cosineKernel(x, y);
  return (n & 2) === 0 ? v : -v;
}

export function sin(x: number): number {
  return x - x === 0 ? sineOf(reduce(x)) : NaN;
}

export function cos(x: number): number {
  return x - x === 0 ? sineOf(reduce(x) + 1) : NaN;
}

export function tan(angle: number): number {
  if (angle - angle !== 0) return NaN;
  const n = reduce(angle);
  const x = parts[0];
  const y = parts[1];
  const z = x * x;
  const w2 = z * z;
  const w4 = w2 * w2;
  const p0 = 0.1333333333332579 + z * 0.05396825397265868;
  const p1 = 0.02186948840606495 + z * 8.86323781224653e-3;
  const p2 = 0.0035921020413785983 + z * 0.0014560372356371106;
  const p3 = 0.0005889063357297324 + z * 0.00024360152811648923;
  const p4 = 0.00008394299028967035 + z * 0.00006651990425179679;
  const p5 = -2.47425827017211e-5 + z * 0.000047889227442519776;
  const p6 = -0.000023902744195168152 + z * 0.000009716153602935045;
  const q0 = p0 + w2 * p1 + w4 * (p2 + w2 * p3);
  const q1 = p4 + w2 * p5 + w4 * p6;
  const p = q0 + w4 * w4 * q1;
  const v = z * x;
  const slope = y + y * (z + w2 * 0.6666666666666666);
  const xh = high(x);
  const lost = xh * xh - z + (x + xh) * (x - xh);
  const r = v * 0.33333333333333376 + (slope + (v * z * p + x * lost * 0.55));
  const w = x + r;
  if ((n & 1) === 0) return x === 0 ? x : w;
  const q = -1.0 / w;
  const wh = high(w);
  const qh = high(q);
  return qh + q * (1.0 + qh * wh + qh * (r - (wh - x)));
}
