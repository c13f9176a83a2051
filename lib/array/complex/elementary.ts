/**
 * Hyperbolic functions of complex values and their kin, in kernels: FreeBSD's csinh, ccosh and ctanh, and Kahan's forms of the inverses.
 */
import type { Value } from '../../ir/index.js';
import type { Algebra, Pair } from './algebra.js';

type Function = (c: Algebra, z: Pair) => Pair;

export const sinh: Function = (c, [x, y]) => {
  const { e } = c;
  const usual: Pair = [e.mul(e.unary('sinh', x), e.cos(y)), e.mul(e.unary('cosh', x), e.sin(y))];
  const lost = e.sub(y, y);
  const atZero = c.either(c.isZero(x), [x, lost], [lost, lost]);
  const far = c.either(c.isInfinite(x), [e.mul(x, x), e.mul(x, lost)], atZero);
  const finite = c.either(c.isFinite(y), usual, far);
  return c.either(c.isZero(y), [e.unary('sinh', x), y], finite);
};

export const cosh: Function = (c, [x, y]) => {
  const { e } = c;
  const usual: Pair = [e.mul(e.unary('cosh', x), e.cos(y)), e.mul(e.unary('sinh', x), e.sin(y))];
  const lost = e.sub(y, y);
  const atZero = c.either(c.isZero(x), [lost, c.number(0)], [lost, lost]);
  const far = c.either(c.isInfinite(x), [e.mul(x, x), e.mul(x, lost)], atZero);
  const finite = c.either(c.isFinite(y), usual, far);
  return c.either(c.isZero(y), [e.unary('cosh', x), e.mul(c.copysign(c.number(0), x), y)], finite);
};

export const tanh: Function = (c, [x, y]) => {
  const { e } = c;
  const one = c.number(1);
  const t = e.unary('tan', y);
  const beta = e.add(one, e.mul(t, t));
  const s = e.unary('sinh', x);
  const rho = e.sqrt(e.add(one, e.mul(s, s)));
  const below = e.add(one, e.mul(beta, e.mul(s, s)));
  const usual = c.either(
    c.isInfinite(t),
    [e.div(rho, s), e.div(one, t)],
    [e.div(e.mul(e.mul(beta, rho), s), below), e.div(t, below)],
  );
  const away = e.exp(e.neg(e.abs(x)));
  const turn = e.mul(e.sin(y), e.cos(y));
  const far: Pair = [c.copysign(one, x), e.mul(e.mul(c.number(4), turn), e.mul(away, away))];
  const near = c.either(e.ge(e.abs(x), c.number(22)), far, usual);
  const lost = e.sub(y, y);
  const finite = c.either(c.isFinite(y), near, [e.select(c.isZero(x), x, lost), lost]);
  const infinite: Pair = [c.copysign(one, x), c.copysign(c.number(0), e.select(c.isFinite(y), turn, y))];
  const strange: Pair = [x, e.select(c.isZero(y), y, e.mul(x, y))];
  return c.either(c.isNot(x), strange, c.either(c.isInfinite(x), infinite, finite));
};

/** i z, and -i z. */
const turned = (c: Algebra, [x, y]: Pair): Pair => [c.e.neg(y), x];
const turnedBack = (c: Algebra, [x, y]: Pair): Pair => [y, c.e.neg(x)];
/** The function of an angle of which the hyperbolic function is that of i z. */
const ofAngle =
  (f: Function): Function =>
  (c, z) =>
    turnedBack(c, f(c, turned(c, z)));

export const sin = ofAngle(sinh);
export const cos: Function = (c, z) => cosh(c, turned(c, z));
export const tan = ofAngle(tanh);

/** asinh of a real value. */
function areaSine(c: Algebra, v: Value): Value {
  const { e } = c;
  const a = e.abs(v);
  const large = e.gt(a, c.number(2 ** 28));
  const b = e.select(large, c.number(1), a);
  const square = e.mul(b, b);
  const near = e.unary('log1p', e.add(b, e.div(square, e.add(c.number(1), e.sqrt(e.add(c.number(1), square))))));
  return c.copysign(e.select(large, e.add(e.log(a), c.number(Math.LN2)), near), v);
}

/** The roots of 1 - z and 1 + z. */
function besideOne(c: Algebra, [x, y]: Pair): readonly [Pair, Pair] {
  const one = c.number(1);
  return [c.sqrt([c.e.sub(one, x), c.e.neg(y)]), c.sqrt([c.e.add(one, x), y])];
}

/**
 * A function whose steps lose infinite arguments, and NaN beside a zero: C99's results for these (Annex G), of arguments of which a part is
 * infinite, and of a real part 0 with NaN beside it.
 */
function withSpecials(usual: Function, infinite: Function, besideZero: Function): Function {
  return (c, z) => {
    const { e } = c;
    const [x, y] = z;
    const zero = c.either(e.and(c.isZero(x), c.isNot(y)), besideZero(c, z), usual(c, z));
    return c.either(e.or(c.isInfinite(x), c.isInfinite(y)), infinite(c, z), zero);
  };
}

const HALF = Math.PI / 2;
const endless = (c: Algebra, sign: Value): Value => c.copysign(c.number(Number.POSITIVE_INFINITY), sign);

const finiteAsin: Function = (c, z) => {
  const { e } = c;
  const [below, above] = besideOne(c, z);
  const real = e.sub(e.mul(below[0], above[0]), e.mul(below[1], above[1]));
  const imaginary = e.sub(e.mul(below[0], above[1]), e.mul(below[1], above[0]));
  return [e.binary('atan2', z[0], real), areaSine(c, imaginary)];
};

export const asin = withSpecials(
  finiteAsin,
  (c, [x, y]) => [c.e.binary('atan2', x, c.e.abs(y)), endless(c, y)],
  (_, z) => z,
);

const finiteAcos: Function = (c, z) => {
  const { e } = c;
  const [below, above] = besideOne(c, z);
  const imaginary = e.sub(e.mul(above[0], below[1]), e.mul(above[1], below[0]));
  return [e.mul(c.number(2), e.binary('atan2', below[0], above[0])), areaSine(c, imaginary)];
};

export const acos = withSpecials(
  finiteAcos,
  (c, [x, y]) => [c.e.binary('atan2', c.e.abs(y), x), c.e.neg(endless(c, y))],
  (c, [, y]) => [c.number(HALF), y],
);

const finiteAcosh: Function = (c, [x, y]) => {
  const { e } = c;
  const one = c.number(1);
  const [below, above] = [c.sqrt([e.sub(x, one), y]), c.sqrt([e.add(x, one), y])];
  const real = e.add(e.mul(below[0], above[0]), e.mul(below[1], above[1]));
  return [areaSine(c, real), e.mul(c.number(2), e.binary('atan2', below[1], above[0]))];
};

export const acosh = withSpecials(
  finiteAcosh,
  (c, [x, y]) => [c.number(Number.POSITIVE_INFINITY), c.e.binary('atan2', y, x)],
  (c, [, y]) => [y, c.number(HALF)],
);

export const asinh = ofAngle(asin);

const finiteAtanh: Function = (c, [x, y]) => {
  const { e } = c;
  const one = c.number(1);
  const [below, above] = [e.sub(one, x), e.add(one, x)];
  const square = e.mul(y, y);
  const ratio = e.div(e.mul(c.number(4), x), e.add(e.mul(below, below), square));
  const turn = e.binary('atan2', e.mul(c.number(2), y), e.sub(e.mul(below, above), square));
  return [e.mul(c.number(0.25), e.unary('log1p', ratio)), e.mul(c.number(0.5), turn)];
};

export const atanh = withSpecials(
  finiteAtanh,
  (c, [x, y]) => [c.copysign(c.number(0), x), c.e.select(c.isNot(y), y, c.copysign(c.number(HALF), y))],
  (_, z) => z,
);

export const atan = ofAngle(atanh);

/** Of both parts: a scaled logarithm. */
const scaled = (c: Algebra, [re, im]: Pair, by: number): Pair => [c.e.mul(re, c.number(by)), c.e.mul(im, c.number(by))];
export const log2: Function = (c, z) => scaled(c, c.log(z), Math.LOG2E);
export const log10: Function = (c, z) => scaled(c, c.log(z), Math.LOG10E);
export const log1p: Function = (c, [x, y]) => {
  const { e } = c;
  const one = c.number(1);
  const moved: Pair = [e.add(x, one), y];
  const small = e.lt(e.max(e.abs(x), e.abs(y)), c.number(0.5));
  const excess = e.add(e.mul(x, e.add(x, c.number(2))), e.mul(y, y));
  return [e.select(small, e.mul(c.number(0.5), e.unary('log1p', excess)), c.log(moved)[0]), c.angle(moved)];
};
export const exp2: Function = (c, z) => c.exp(scaled(c, z, Math.LN2));
export const expm1: Function = (c, [x, y]) => {
  const { e } = c;
  const half = e.sin(e.mul(y, c.number(0.5)));
  const real = e.sub(e.mul(e.unary('expm1', x), e.cos(y)), e.mul(c.number(2), e.mul(half, half)));
  const usual: Pair = [real, e.mul(e.exp(x), e.sin(y))];
  const lost = e.sub(y, y);
  const far = c.either(e.lt(x, c.number(0)), [c.number(-1), c.number(0)], [x, lost]);
  const strange = c.either(c.isInfinite(x), far, [lost, lost]);
  return c.either(c.isZero(y), [e.add(e.unary('expm1', x), c.number(0)), y], c.either(c.isFinite(y), usual, strange));
};
export const sign: Function = (c, [x, y]) => {
  const { e } = c;
  const length = c.abs([x, y]);
  const strange = c.isNot(e.add(x, y));
  return c.either(
    c.isZero(length),
    [c.number(0), c.number(0)],
    c.either(strange, [e.add(x, y), e.add(x, y)], [e.div(x, length), e.div(y, length)]),
  );
};

/** A power with any exponent; 0 to the power of none but positive reals has a value. */
export function pow(c: Algebra, a: Pair, b: Pair): Pair {
  const { e } = c;
  const usual = c.exp(c.multiply(b, c.log(a)));
  const zeroBase = e.and(c.isZero(a[0]), c.isZero(a[1]));
  const zeroExponent = e.and(c.isZero(b[0]), c.isZero(b[1]));
  const positive = e.and(e.gt(b[0], c.number(0)), c.isZero(b[1]));
  const nan = c.number(Number.NaN);
  const ofZero = c.either(positive, [c.number(0), c.number(0)], [nan, nan]);
  return c.either(zeroExponent, [c.number(1), c.number(0)], c.either(zeroBase, ofZero, usual));
}
