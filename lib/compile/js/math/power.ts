/** Powers, the angles of points and their distance from the origin, in double: the steps of `native/math/vmath_pow.h`, one by one, so that bits agree. */
import { exponent, high, isNegative, power2, ROUNDER, withSign } from './bits.js';
import { expRest } from './exponential.js';

/** High and low part of a logarithm. */
const parts = new Float64Array(2);

/** Writes log2 of a positive finite number to `parts`, the first of 21 bits. */
function log2Of(ax: number): void {
  const small = ax < 2.2250738585072014e-308;
  const x = small ? ax * 9007199254740992 : ax;
  const e = exponent(x) - 1023;
  let m = x * power2(-e);
  const upper = m >= 1.7320499420166016;
  const middle = !upper && m >= 1.2247447967529297;
  const b = middle ? 1.5 : 1.0;
  const n = (small ? e - 53 : e) + (upper ? 1 : 0);
  if (upper) m *= 0.5;
  const a0 = m - b;
  const v0 = 1.0 / (m + b);
  const ss = a0 * v0;
  const sh = high(ss);
  const dh = high(m + b);
  const dl = m - (dh - b);
  const sl = v0 * (a0 - sh * dh - sh * dl);
  const base = middle ? 0.5849624872207642 : 0;
  const q2 = ss * ss;
  const s4 = q2 * q2;
  let r =
    s4 *
    (0.5999999999999946 +
      q2 * 0.4285714285785502 +
      s4 * (0.33333332981837743 + q2 * 0.272728123808534 + s4 * (0.23066074577556175 + q2 * 0.20697501780033842)));
  r += sl * (sh + ss);
  const s2 = sh * sh;
  const th = high(3.0 + s2 + r);
  const tl = r - (th - 3.0 - s2);
  const a = sh * th;
  const v = sl * th + tl * ss;
  const ph = high(a + v);
  const pl = v - (ph - a);
  const zh = 0.9617967009544373 * ph;
  const zl = -7.028461650952758e-9 * ph + pl * 0.9617966939259756 + (middle ? 1.350039202129749e-8 : 0);
  const t1 = high(zh + zl + base + n);
  parts[0] = t1;
  parts[1] = zl - (t1 - n - base - zh);
}

/** 2^(y (hi + lo)), infinite or zero where it is far out. */
export function exp2Times(y: number, hi: number, lo: number): number {
  const y1 = high(y);
  let ph = y1 * hi;
  const pl = (y - y1) * hi + y * lo;
  const n = ph + pl + ROUNDER - ROUNDER;
  if (Math.abs(n) > 1200.0) return n > 0 ? Infinity : 0;
  ph -= n;
  const t = high(pl + ph);
  const u = t * 0.6931471824645996;
  const v = (pl - (t - ph)) * Math.LN2 + t * -1.904654299957768e-9;
  const first = u + v;
  const r = 1.0 + (first + expRest(first, v - (first - u)));
  const half = (n + 2046) >> 1;
  return r * power2(half - 1023) * power2(n + 1023 - half);
}

/** A power where x is not positive and finite or y is not finite; `z` is that of |x| where both are finite and x is not 0. */
export function powerEdge(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (y === 0 || x === 1 || (x === -1 && ay === Infinity)) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const whole = Math.floor(ay) === ay;
  if (x < 0 && ax < Infinity && !whole) return NaN;
  const power =
    ax === 0 || ax === Infinity ? (y > 0 === (ax === 0) ? 0 : Infinity) : ay < Infinity ? z : ax > 1 === y > 0 ? Infinity : 0;
  const odd = whole && ay < 9007199254740992 && Math.floor(ay * 0.5) !== ay * 0.5;
  return odd && isNegative(x) ? -power : power;
}

/** Whether both are finite and x is not 0. */
export function isUsual(x: number, y: number): boolean {
  return x - x === 0 && x !== 0 && y - y === 0;
}

function inside(ax: number, y: number): number {
  log2Of(ax);
  return exp2Times(y, parts[0], parts[1]);
}

export function pow(x: number, y: number): number {
  const z = isUsual(x, y) ? inside(Math.abs(x), y) : NaN;
  return x > 0 && !Number.isNaN(z) ? z : powerEdge(x, y, z);
}

/** The angle of the point (x, y). */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const swap = ay > ax;
  const flip = isNegative(x);
  let b = swap ? ay : ax;
  let a = swap ? ax : ay;
  if (a === Infinity) a = b = 1.0;
  else {
    const scale = b > 2 ** 1000 ? 2 ** -100 : b < 2 ** -900 ? 2 ** 100 : 1.0;
    a *= scale;
    b *= scale;
  }
  const far = a > 0.4140625 * b;
  if (b === 0) b = 1.0;
  const t = (far ? a - b : a) / (far ? b + a : b);
  const z = t * t;
  const w = z * z;
  const s1 =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w * (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const s2 =
    w *
    (-0.19999999999876483 +
      w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  const p = t * (s1 + s2);
  let r = far ? 1.0 : 0;
  if (swap) r = 2.0 - r;
  if (flip) r = 4.0 - r;
  const lo = r * 3.061616997868383e-17;
  const turned = swap !== flip;
  return withSign(r * 0.7853981633974483 - ((turned ? -p : p) - lo - (turned ? -t : t)), y);
}

/** The distance of the point (x, y) from the origin. */
export function hypot(x: number, y: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === Infinity || ay === Infinity) return Infinity;
  const swap = ay > ax;
  const most = swap ? ay : ax;
  const scale = most > 2 ** 500 ? 2 ** -600 : most < 2 ** -400 ? 2 ** 600 : 1.0;
  const b = most * scale;
  const a = (swap ? ax : ay) * scale;
  const h = Math.sqrt(b * b + a * a);
  const ah = high(a);
  const al = a - ah;
  const bh = high(b);
  const bl = b - bh;
  const hh = high(h);
  const hl = h - hh;
  const off = hh * hh - bh * bh - ah * ah + 2.0 * (hh * hl - bh * bl - ah * al) + (hl * hl - bl * bl - al * al);
  return (h - off / (h === 0 ? 1.0 : h + h)) * (1.0 / scale);
}
