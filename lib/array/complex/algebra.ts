/**
 * Complex arithmetic in kernels, on pairs of real values. Quotients, roots and exponentials take the steps of NumPy's, with its results for
 * infinities, NaN and signed zeros (C99, Annex G).
 */
import type { DType } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';

/** A real part and an imaginary one. */
export type Pair = readonly [re: Value, im: Value];

/** Pairs of values of one float dtype. */
export class Algebra {
  readonly e: KernelBuilder;
  readonly dtype: DType;

  constructor(e: KernelBuilder, dtype: DType) {
    this.e = e;
    this.dtype = dtype;
  }

  number(value: number): Value {
    return this.e.const(value, this.dtype);
  }
  isZero(a: Value): Value {
    return this.e.eq(a, this.number(0));
  }
  isNot(a: Value): Value {
    return this.e.unary('isnan', a);
  }
  isInfinite(a: Value): Value {
    return this.e.unary('isinf', a);
  }
  isFinite(a: Value): Value {
    return this.e.unary('isfinite', a);
  }
  copysign(a: Value, b: Value): Value {
    return this.e.binary('copysign', a, b);
  }

  /** The first pair where a condition holds, else the second. */
  either(c: Value, a: Pair, b: Pair): Pair {
    return [this.e.select(c, a[0], b[0]), this.e.select(c, a[1], b[1])];
  }

  add(a: Pair, b: Pair): Pair {
    return [this.e.add(a[0], b[0]), this.e.add(a[1], b[1])];
  }
  subtract(a: Pair, b: Pair): Pair {
    return [this.e.sub(a[0], b[0]), this.e.sub(a[1], b[1])];
  }
  negative([re, im]: Pair): Pair {
    return [this.e.neg(re), this.e.neg(im)];
  }
  multiply([a, b]: Pair, [c, d]: Pair): Pair {
    const { e } = this;
    return [e.sub(e.mul(a, c), e.mul(b, d)), e.add(e.mul(a, d), e.mul(b, c))];
  }

  /** Smith's quotient, with the greater part of the divisor taken out. */
  divide([a, b]: Pair, [c, d]: Pair): Pair {
    const { e } = this;
    const [real, imaginary] = [e.abs(c), e.abs(d)];
    const wide = e.ge(real, imaginary);
    const [big, small] = [e.select(wide, c, d), e.select(wide, d, c)];
    const ratio = e.div(small, big);
    const scale = e.div(this.number(1), e.add(big, e.mul(small, ratio)));
    const [ra, rb] = [e.mul(a, ratio), e.mul(b, ratio)];
    const quotient: Pair = [
      e.mul(e.add(e.select(wide, a, ra), e.select(wide, rb, b)), scale),
      e.mul(e.sub(e.select(wide, b, rb), e.select(wide, ra, a)), scale),
    ];
    const byZero = e.and(this.isZero(c), this.isZero(d));
    return this.either(byZero, [e.div(a, real), e.div(b, real)], quotient);
  }

  /** The length of the pair, which neither overflows nor underflows early. */
  abs([re, im]: Pair): Value {
    return this.e.binary('hypot', re, im);
  }
  angle([re, im]: Pair): Value {
    return this.e.binary('atan2', im, re);
  }

  exp([x, y]: Pair): Pair {
    const { e } = this;
    // Halves of large exponents, as the product with a cosine may be finite where the power is not. On the real axis there is no such product.
    const isReal = this.isZero(y);
    const large = e.and(e.gt(x, this.number(this.dtype.size === 8 ? 709 : 88)), e.unary('not', isReal));
    const half = e.exp(e.select(large, e.mul(x, this.number(0.5)), x));
    const scaled = (part: Value): Value => e.select(large, e.mul(e.mul(half, part), half), e.mul(half, part));
    const [cos, sin] = [e.cos(y), e.sin(y)];
    const usual: Pair = [scaled(cos), scaled(sin)];
    const onAxis: Pair = [half, y];
    const gone = e.and(this.isInfinite(x), e.lt(x, this.number(0)));
    const lost = e.and(gone, e.unary('not', this.isFinite(y)));
    const away = e.and(e.and(this.isInfinite(x), e.gt(x, this.number(0))), e.unary('not', this.isFinite(y)));
    const zero = this.copysign(this.number(0), y);
    const first = this.either(lost, [this.number(0), zero], usual);
    const second = this.either(away, [x, e.sub(y, y)], first);
    return this.either(isReal, onAxis, second);
  }

  /** The logarithm of the length, and the angle. Near 1 the length's distance from 1 is computed. */
  log(z: Pair): Pair {
    const { e } = this;
    const length = this.abs(z);
    const [a, b] = [e.abs(z[0]), e.abs(z[1])];
    const [big, small] = [e.max(a, b), e.min(a, b)];
    const one = this.number(1);
    const excess = e.add(e.mul(e.sub(big, one), e.add(big, one)), e.mul(small, small));
    const near = e.and(e.gt(length, this.number(0.75)), e.lt(length, this.number(1.5)));
    const closely = e.mul(this.number(0.5), e.unary('log1p', excess));
    return [e.select(near, closely, e.log(length)), this.angle(z)];
  }

  /** The principal root, by the steps of FreeBSD's csqrt. */
  sqrt(z: Pair): Pair {
    const { e } = this;
    const [re, im] = z;
    // Large pairs are taken small first, tiny ones large.
    const extreme = e.max(e.abs(re), e.abs(im));
    const huge = e.gt(extreme, this.number(this.dtype.size === 8 ? 2 ** 1021 : 2 ** 125));
    const tiny = e.lt(extreme, this.number(this.dtype.size === 8 ? 2 ** -1000 : 2 ** -120));
    const by = e.select(
      huge,
      this.number(0.25),
      e.select(tiny, this.number(this.dtype.size === 8 ? 2 ** 200 : 2 ** 40), this.number(1)),
    );
    const back = e.select(
      huge,
      this.number(2),
      e.select(tiny, this.number(this.dtype.size === 8 ? 2 ** -100 : 2 ** -20), this.number(1)),
    );
    const [a, b] = [e.mul(re, by), e.mul(im, by)];
    const length = this.abs([a, b]);
    const t = e.sqrt(e.mul(e.add(e.abs(a), length), this.number(0.5)));
    const other = e.div(e.abs(b), e.mul(t, this.number(2)));
    const right = e.ge(a, this.number(0));
    const usual: Pair = [e.mul(e.select(right, t, other), back), this.copysign(e.mul(e.select(right, other, t), back), b)];
    const none = this.either(e.and(this.isZero(re), this.isZero(im)), [this.number(0), im], usual);
    const strange = this.either(this.isNot(re), [re, re], none);
    const isBack = e.unary('signbit', re);
    const zero = e.sub(im, im);
    const outward: Pair = [e.select(isBack, e.abs(zero), re), this.copysign(e.select(isBack, re, zero), im)];
    const far = this.either(this.isInfinite(re), outward, strange);
    return this.either(this.isInfinite(im), [e.abs(im), im], far);
  }
}
