/** Numbers of continuous distributions as NumPy's `Generator` draws them, from its uniform, normal and exponential numbers in the same order. */
import { type Next, poissonNext } from './numpy-counts.js';
import { type GammaSources, nextGamma } from './ziggurat.js';

/** Laplace's distribution. A uniform number of 0 is drawn again, here and in the next two. */
export function laplaceNext(mean: number, scale: number): Next {
  return ({ uniform }) => {
    let u = uniform();
    while (u === 0) u = uniform();
    return u >= 0.5 ? mean - scale * Math.log(2 - u - u) : mean + scale * Math.log(u + u);
  };
}

/** The logistic distribution. */
export function logisticNext(mean: number, scale: number): Next {
  return ({ uniform }) => {
    let u = uniform();
    while (u === 0) u = uniform();
    return mean + scale * Math.log(u / (1 - u));
  };
}

/** Gumbel's distribution of largest values. */
export function gumbelNext(mean: number, scale: number): Next {
  return ({ uniform }) => {
    let u = 1 - uniform();
    while (u === 1) u = 1 - uniform();
    return mean - scale * Math.log(-Math.log(u));
  };
}

/** A triangle over [left, right]. */
export function triangularNext(left: number, mode: number, right: number): Next {
  const base = right - left;
  const ratio = (mode - left) / base;
  const rising = (mode - left) * base;
  const falling = (right - mode) * base;
  return ({ uniform }) => {
    const u = uniform();
    return u <= ratio ? left + Math.sqrt(u * rising) : right - Math.sqrt((1 - u) * falling);
  };
}

export function rayleighNext(scale: number): Next {
  return ({ exponential }) => scale * Math.sqrt(2 * exponential());
}

export function weibullNext(shape: number): Next {
  return ({ exponential }) => exponential() ** (1 / shape);
}

/** Lomax's distribution. */
export function paretoNext(shape: number): Next {
  return ({ exponential }) => Math.expm1(exponential() / shape);
}

export function powerNext(shape: number): Next {
  return ({ exponential }) => (-Math.expm1(-exponential())) ** (1 / shape);
}

export const cauchyNext: Next = ({ normal }) => normal() / normal();

export function chisquareNext(freedom: number): Next {
  return (from) => 2 * nextGamma(from, freedom / 2);
}

/** Student's distribution. */
export function studentNext(freedom: number): Next {
  return (from) => {
    const normal = from.normal();
    return (Math.sqrt(freedom / 2) * normal) / Math.sqrt(nextGamma(from, freedom / 2));
  };
}

/** Fisher's distribution, of a quotient of two chisquares. */
export function fisherNext(numerator: number, denominator: number): Next {
  const [above, below] = [chisquareNext(numerator), chisquareNext(denominator)];
  return (from) => {
    const first = above(from) * denominator;
    return first / (below(from) * numerator);
  };
}

/** Wald's distribution, the inverse Gaussian one. */
export function waldNext(mean: number, scale: number): Next {
  return ({ normal, uniform }) => {
    const y = normal();
    const d = 1 + Math.sqrt(1 + (4 * scale) / (mean * y * y));
    const x = mean * (1 - 2 / d);
    return uniform() <= mean / (mean + x) ? x : (mean * mean) / x;
  };
}

/** Sums of squares of normal numbers, one of which is not around 0. */
export function noncentralChisquareNext(freedom: number, noncentrality: number): Next {
  if (noncentrality === 0) return chisquareNext(freedom);
  if (freedom > 1) {
    const central = chisquareNext(freedom - 1);
    return (from) => {
      const rest = central(from);
      const moved = from.normal() + Math.sqrt(noncentrality);
      return rest + moved * moved;
    };
  }
  const counts = poissonNext(noncentrality / 2);
  return (from) => 2 * nextGamma(from, (freedom + 2 * counts(from)) / 2);
}

/** Fisher's distribution with a numerator that is not central. */
export function noncentralFisherNext(numerator: number, denominator: number, noncentrality: number): Next {
  const [above, below] = [noncentralChisquareNext(numerator, noncentrality), chisquareNext(denominator)];
  return (from) => {
    const first = above(from) * denominator;
    return first / (below(from) * numerator);
  };
}

/** Below this concentration an angle is uniform; below the second the hat's parameter is a series; beyond the third it is normal. */
const [UNIFORM, SERIES, NORMAL] = [1e-8, 1e-5, 1e6];

/** Von Mises' distribution of angles (Best and Fisher, "Efficient simulation of the von Mises distribution", 1979). */
export function vonmisesNext(mean: number, kappa: number): Next {
  if (kappa < UNIFORM) return ({ uniform }) => Math.PI * (2 * uniform() - 1);
  if (kappa > NORMAL) return ({ normal }) => turned(mean + Math.sqrt(1 / kappa) * normal());
  const hat = kappa < SERIES ? 1 / kappa + kappa : hatOf(kappa);
  return ({ uniform }) => {
    for (;;) {
      const z = Math.cos(Math.PI * uniform());
      const w = (1 + hat * z) / (hat + z);
      const y = kappa * (hat - w);
      const v = uniform();
      if (y * (2 - y) - v < 0 && Math.log(y / v) + 1 - y < 0) continue;
      const angle = uniform() < 0.5 ? -Math.acos(w) : Math.acos(w);
      const around = angle + mean;
      const folded = ((Math.abs(around) + Math.PI) % (2 * Math.PI)) - Math.PI;
      return around < 0 ? -folded : folded;
    }
  };
}

function hatOf(kappa: number): number {
  const r = 1 + Math.sqrt(1 + 4 * kappa * kappa);
  const rho = (r - Math.sqrt(2 * r)) / (2 * kappa);
  return (1 + rho * rho) / (2 * rho);
}

/** An angle less than one turn outside, within [-π, π]. */
function turned(angle: number): number {
  if (angle < -Math.PI) return angle + 2 * Math.PI;
  return angle > Math.PI ? angle - 2 * Math.PI : angle;
}

/** Shapes so small that a number is 0 or 1 in double precision. */
const TINY = 3e-103;

/** The beta distribution: Jöhnk's method for shapes up to 1, quotients of gamma numbers beyond. `isLegacy`: without a way for tiny shapes. */
export function betaNext(a: number, b: number, isLegacy: boolean): Next {
  if (a > 1 || b > 1) {
    return (from) => {
      const first = nextGamma(from, a);
      return first / (first + nextGamma(from, b));
    };
  }
  if (!isLegacy && a < TINY && b < TINY) return ({ uniform }) => ((a + b) * uniform() < a ? 1 : 0);
  return (from) => byJohnk(from, a, b, isLegacy);
}

function byJohnk({ uniform }: GammaSources, a: number, b: number, isLegacy: boolean): number {
  for (;;) {
    const u = uniform();
    const v = uniform();
    const x = u ** (1 / a);
    const y = v ** (1 / b);
    if (x + y > 1 || (!isLegacy && u + v === 0)) continue;
    if (isLegacy ? x + y > 0 : x > 0 && y > 0) return x / (x + y);
    return fromLogarithms(Math.log(u) / a, Math.log(v) / b);
  }
}

/** x / (x + y), of logarithms, where x or y underflows. */
function fromLogarithms(x: number, y: number): number {
  const delta = x - y;
  return delta > 0 ? Math.exp(-Math.log1p(Math.exp(-delta))) : Math.exp(delta - Math.log1p(Math.exp(delta)));
}

/** Up to this shape all of a Dirichlet draw is broken off a stick, as gamma numbers of so small shapes may all be 0. */
const STICK = 0.1;

/** Writes shares of a whole, one for each of `alpha`, from `at` on. */
export function dirichletInto(from: GammaSources, alpha: readonly number[], into: Float64Array, at: number): void {
  const last = alpha.length - 1;
  if (alpha.some((a) => a >= STICK)) {
    let sum = 0;
    for (let j = 0; j <= last; j++) {
      into[at + j] = nextGamma(from, alpha[j]);
      sum += into[at + j];
    }
    const inverse = 1 / sum;
    for (let j = 0; j <= last; j++) into[at + j] *= inverse;
    return;
  }
  const rests = new Float64Array(alpha.length + 1);
  for (let j = last; j >= 0; j--) rests[j] = rests[j + 1] + alpha[j];
  let left = 1;
  for (let j = 0; j < last; j++) {
    const share = betaNext(alpha[j], rests[j + 1], false)(from);
    into[at + j] = left * share;
    left *= 1 - share;
  }
  into[at + last] = left;
}
