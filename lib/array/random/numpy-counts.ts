/**
 * Counts as NumPy draws them, from its uniform numbers in the same order: Poisson's by the transformed rejection of Hörmann ("The transformed
 * rejection method for generating Poisson random variables", 1993) or by products, binomial ones by BTPE (Kachitvichyanukul and Schmeiser,
 * "Binomial random variate generation", 1988) or by inversion, geometric ones by search or by inversion. Constants of
 * the parameters are computed once for all numbers of a draw.
 */
import { type GammaSources, nextGamma } from './ziggurat.js';

/** A number of a distribution, from the next numbers of a stream. */
export type Next = (from: GammaSources) => number;

/** From this mean on Poisson's numbers are made by rejection. */
const REJECTED = 10;

/** Poisson's distribution of a mean of at least 0. */
export function poissonNext(mean: number): Next {
  if (mean >= REJECTED) return poissonByRejection(mean);
  if (mean === 0) return () => 0;
  const least = Math.exp(-mean);
  return ({ uniform }) => {
    let count = 0;
    for (let product = uniform(); product > least; product *= uniform()) count++;
    return count;
  };
}

function poissonByRejection(mean: number): Next {
  const logMean = Math.log(mean);
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const logInverse = Math.log(1.1239 + 1.1328 / (b - 3.4));
  const height = 0.9277 - 3.6224 / (b - 2);
  return ({ uniform }) => {
    for (;;) {
      const u = uniform() - 0.5;
      const v = uniform();
      const inside = 0.5 - Math.abs(u);
      const k = Math.floor(((2 * a) / inside + b) * u + mean + 0.43);
      if (inside >= 0.07 && v <= height) return k;
      if (k < 0 || (inside < 0.013 && v > inside)) continue;
      const proposed = Math.log(v) + logInverse - Math.log(a / (inside * inside) + b);
      if (proposed <= -mean + k * logMean - logGamma(k + 1)) return k;
    }
  };
}

const STIRLING = [
  8.333333333333333e-2, -2.777777777777778e-3, 7.936507936507937e-4, -5.952380952380952e-4, 8.417508417508418e-4,
  -1.917526917526918e-3, 6.41025641025641e-3, -2.955065359477124e-2, 1.796443723688307e-1, -1.3924322169059,
];

/** The logarithm of Γ(x), x at least 1, with NumPy's coefficients. */
function logGamma(x: number): number {
  if (x === 1 || x === 2) return 0;
  const steps = x < 7 ? Math.floor(7 - x) : 0;
  let far = x + steps;
  const inverse = (1 / far) * (1 / far);
  let series = STIRLING[9];
  for (let k = 8; k >= 0; k--) series = series * inverse + STIRLING[k];
  let found = series / far + 0.5 * 1.8378770664093453 + (far - 0.5) * Math.log(far) - far;
  for (let k = 0; k < steps; k++) {
    found -= Math.log(far - 1);
    far -= 1;
  }
  return found;
}

/** Below this mean of the rarer outcome binomial numbers are made by inversion. */
const INVERTED = 30;

/**
 * How many of `n` trials of probability `p` succeed. `isLegacy`: as `RandomState` draws them, whose test of rejection has the signs of two
 * terms as the paper of 1988 printed them.
 */
export function binomialNext(n: number, p: number, isLegacy: boolean): Next {
  if (n === 0 || p === 0) return () => 0;
  const rarer = p <= 0.5 ? p : 1 - p;
  const next = rarer * n <= INVERTED ? binomialByInversion(n, rarer, isLegacy) : binomialByRejection(n, rarer, isLegacy);
  return p <= 0.5 ? next : (from) => n - next(from);
}

function binomialByInversion(n: number, p: number, isLegacy: boolean): Next {
  const q = 1 - p;
  const none = Math.exp(n * (isLegacy ? Math.log(q) : Math.log1p(-p)));
  const bound = Math.floor(Math.min(n, n * p + 10 * Math.sqrt(n * p * q + 1)));
  return ({ uniform }) => {
    let count = 0;
    let likely = none;
    let u = uniform();
    while (u > likely) {
      count++;
      if (count > bound) {
        count = 0;
        likely = none;
        u = uniform();
      } else {
        u -= likely;
        likely = ((n - count + 1) * p * likely) / (count * q);
      }
    }
    return count;
  };
}

/** The hat of BTPE: a triangle in the middle, two parallelograms beside it, and exponential tails. */
interface Hat {
  readonly n: number;
  readonly r: number;
  readonly q: number;
  readonly mode: number;
  readonly spread: number;
  readonly middle: number;
  readonly left: number;
  readonly right: number;
  readonly c: number;
  readonly leftRate: number;
  readonly rightRate: number;
  /** The areas up to the end of each part. */
  readonly areas: readonly [number, number, number, number];
}

function hatOf(n: number, p: number): Hat {
  const r = Math.min(p, 1 - p);
  const q = 1 - r;
  const peak = n * r + r;
  const mode = Math.floor(peak);
  const half = Math.floor(2.195 * Math.sqrt(n * r * q) - 4.6 * q) + 0.5;
  const middle = mode + 0.5;
  const [left, right] = [middle - half, middle + half];
  const c = 0.134 + 20.5 / (15.3 + mode);
  const rate = (a: number): number => a * (1 + a / 2);
  const leftRate = rate((peak - left) / (peak - left * r));
  const rightRate = rate((right - peak) / (right * q));
  const second = half * (1 + 2 * c);
  const third = second + c / leftRate;
  const areas = [half, second, third, third + c / rightRate] as const;
  return { n, r, q, mode, spread: n * r * q, middle, left, right, c, leftRate, rightRate, areas };
}

function binomialByRejection(n: number, p: number, isLegacy: boolean): Next {
  const hat = hatOf(n, p);
  return ({ uniform }) => {
    for (;;) {
      const u = uniform() * hat.areas[3];
      const v = uniform();
      if (u <= hat.areas[0]) return Math.floor(hat.middle - hat.areas[0] * v + u);
      const proposed = proposal(hat, u, v);
      if (proposed !== null && isBelow(hat, proposed.count, proposed.height, isLegacy)) return proposed.count;
    }
  };
}

/** A count beside the triangle, and the height at which it was thrown; null where it is outside. */
function proposal(hat: Hat, u: number, v: number): { readonly count: number; readonly height: number } | null {
  const { areas, left, right, mode, c, leftRate, rightRate } = hat;
  if (u <= areas[1]) {
    const x = left + (u - areas[0]) / c;
    const height = v * c + 1 - Math.abs(mode - x + 0.5) / areas[0];
    return height > 1 ? null : { count: Math.floor(x), height };
  }
  if (v === 0) return null;
  if (u <= areas[2]) {
    const count = Math.floor(left + Math.log(v) / leftRate);
    return count < 0 ? null : { count, height: v * (u - areas[1]) * leftRate };
  }
  const count = Math.floor(right - Math.log(v) / rightRate);
  return count > hat.n ? null : { count, height: v * (u - areas[2]) * rightRate };
}

/** Whether a height lies below the probability of a count, relative to the mode's. */
function isBelow({ n, r, q, mode, spread, middle }: Hat, count: number, height: number, isLegacy: boolean): boolean {
  const away = Math.abs(count - mode);
  if (away <= 20 || away >= spread / 2 - 1) return height <= ratioToMode(n, r / q, mode, count);
  const rho = (away / spread) * ((away * (away / 3 + 0.625) + 0.16666666666666666) / spread + 0.5);
  const t = (-away * away) / (2 * spread);
  const logarithm = Math.log(height);
  if (logarithm < t - rho) return true;
  if (logarithm > t + rho) return false;
  const [x, f, z, w] = [count + 1, mode + 1, n + 1 - mode, n - count + 1];
  const main = middle * Math.log(f / x) + (n - mode + 0.5) * Math.log(z / w) + (count - mode) * Math.log((w * r) / (x * q));
  const sign = isLegacy ? 1 : -1;
  return logarithm <= main + tail(f) + tail(z) + sign * tail(x) + sign * tail(w);
}

function ratioToMode(n: number, s: number, mode: number, count: number): number {
  const a = s * (n + 1);
  let ratio = 1;
  for (let i = mode + 1; i <= count; i++) ratio *= a / i - s;
  for (let i = count + 1; i <= mode; i++) ratio /= a / i - s;
  return ratio;
}

/** The error of Stirling's formula at `x`. */
function tail(x: number): number {
  const square = x * x;
  return (13860 - (462 - (132 - (99 - 140 / square) / square) / square) / square) / x / 166320;
}

/** From this probability on geometric numbers are searched for. */
const SEARCHED = 1 / 3;

/** How many trials of probability `p` it takes to succeed. */
export function geometricNext(p: number): Next {
  if (p < SEARCHED) {
    const rate = Math.log1p(-p);
    return ({ exponential }) => Math.ceil(-exponential() / rate);
  }
  return ({ uniform }) => {
    let count = 1;
    let [sum, likely] = [p, p];
    for (const u = uniform(); u > sum; count++) {
      likely *= 1 - p;
      sum += likely;
    }
    return count;
  };
}

/** How many trials of probability `p` fail before `n` succeed: Poisson's numbers of a mean that is a gamma number. */
export function negativeBinomialNext(n: number, p: number): Next {
  return (from) => poissonNext(((1 - p) / p) * nextGamma(from, n))(from);
}

/** The logarithmic series: k with a probability that is as p^k / k (Kemp, "Efficient generation of logarithmically distributed variables", 1981). */
export function logseriesNext(p: number): Next {
  const rate = Math.log1p(-p);
  return ({ uniform }) => {
    for (;;) {
      const v = uniform();
      if (v >= p) return 1;
      const q = -Math.expm1(rate * uniform());
      if (v > q * q) return v >= q ? 1 : 2;
      const found = Math.floor(1 + Math.log(v) / Math.log(q));
      if (found >= 1 && v !== 0) return found;
    }
  };
}

const MOST_INT64 = 2 ** 63;
/** From this exponent on all numbers are 1 in double precision. */
const STEEP = 1025;

/** Zipf's distribution: k with a probability that is as k^-a (Devroye, "Non-Uniform Random Variate Generation", 1986, chapter 10). */
export function zipfNext(a: number): Next {
  if (a >= STEEP) return () => 1;
  const b = 2 ** (a - 1);
  const least = MOST_INT64 ** -(a - 1);
  return ({ uniform }) => {
    for (;;) {
      const first = uniform();
      const u = first * least + (1 - first);
      const v = uniform();
      const x = Math.floor(u ** (-1 / (a - 1)));
      if (x > MOST_INT64 || x < 1) continue;
      const t = (1 + 1 / x) ** (a - 1);
      if ((v * x * (t - 1)) / (b - 1) <= t / b) return x;
    }
  };
}
