/* pow, atan2 and hypot in double. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_POW_H
#define MK_VMATH_POW_H

/* ---- pow ---- */

/*
 * A power's steps come in four parts of about one length, which strips run in loops of their own: see vmath_strips.h.
 * First, x = 2^n m, and (m - b) / (m + b) for b of 1 or 1.5, as high + low; log2(b) is `base`, cut after 21 bits.
 */
typedef struct {
  double n, base, quotient, low;
} mk_pow_parts;

MK_FN mk_pow_parts mk_pow_divide(double ax) {
  mk_pow_parts p;
  uint64_t small = mk_mask(ax < 0x1p-1022);
  uint64_t u = mk_bits(mk_pick(small, ax * 0x1p53, ax));
  double n = mk_from_bits((u >> 52) | 0x4330000000000000ull) - mk_pick(small, 0x1p52 + 1076.0, 0x1p52 + 1023.0);
  double m = mk_from_bits((u & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
  uint64_t high = mk_mask(m >= 0x1.bb67ap0);
  uint64_t middle = mk_mask(m >= 0x1.3988ep0) & ~high;
  double b = 1.0 + mk_where(middle, 0.5), a, v, sh, th, tl;
  p.n = n + mk_where(high, 1.0);
  m = mk_pick(high, m * 0.5, m);
  a = m - b;
  v = 1.0 / (m + b);
  p.quotient = a * v;
  sh = mk_high(p.quotient);
  th = mk_high(m + b);
  tl = m - (th - b);
  p.low = v * ((a - sh * th) - sh * tl);
  p.base = mk_where(middle, 5.84962487220764160156e-01);
  return p;
}

/* Second, log2(x): the result, of 21 bits, and *low. */
MK_FN double mk_pow_log2_of(mk_pow_parts p, double *low) {
  double ss = p.quotient, sl = p.low, sh = mk_high(ss), s2 = ss * ss, s4 = s2 * s2, r, th, tl, a, v, ph, pl, zh, zl, t1;
  r = s4 * ((5.99999999999994648725e-01 + s2 * 4.28571428578550184252e-01) +
            s4 * ((3.33333329818377432918e-01 + s2 * 2.72728123808534006489e-01) +
                  s4 * (2.30660745775561754067e-01 + s2 * 2.06975017800338417784e-01)));
  r += sl * (sh + ss);
  s2 = sh * sh;
  th = mk_high(3.0 + s2 + r);
  tl = r - ((th - 3.0) - s2);
  a = sh * th;
  v = sl * th + tl * ss;
  ph = mk_high(a + v);
  pl = v - (ph - a);
  zh = 9.61796700954437255859e-01 * ph;
  zl = -7.02846165095275826516e-09 * ph + pl * 9.61796693925975554329e-01 + mk_where(mk_mask(p.base > 0.0), 1.35003920212974897128e-08);
  t1 = mk_high(((zh + zl) + p.base) + p.n);
  *low = zl - (((t1 - p.n) - p.base) - zh);
  return t1;
}

/* Third, y log2(x) = n + a rest; the rest times ln2 is high + low; the last bits of `biased` are n. */
typedef struct {
  double biased, high, low;
} mk_pow_rest;

MK_FN mk_pow_rest mk_pow_times(double y, double high, double low) {
  mk_pow_rest rest;
  double y1 = mk_high(y), ph = y1 * high, pl = (y - y1) * high + y * low, t, u, v;
  rest.biased = (ph + pl) + 0x1.8p52;
  ph -= rest.biased - 0x1.8p52;
  t = mk_high(pl + ph);
  u = t * 6.93147182464599609375e-01;
  v = (pl - (t - ph)) * 6.93147180559945286227e-01 + t * -1.90465429995776804525e-09;
  rest.high = u + v;
  rest.low = v - (rest.high - u);
  return rest;
}

/* Fourth, 2^n exp(high + low), as mk_exp does; infinite or zero where n is far out. */
MK_FN double mk_pow_exp2(mk_pow_rest p) {
  double y = 1.0 + (p.high + mk_exp_rest(p.high, p.low)), far = p.biased - 0x1.8p52;
  uint64_t n = mk_bits(p.biased) - (mk_bits(0x1.8p52) - 2046), half = n >> 1;
  double edge = mk_from_bits(mk_bits((double)INFINITY) & ((mk_bits(far) >> 63) - 1));
  y = (y * mk_from_bits(half << 52)) * mk_from_bits((n - half) << 52);
  return mk_abs(far) > 1200.0 ? edge : y;
}

/* The result of pow from z, the power of |x|, for all signs and special values. */
MK_FN double mk_pow_edges(double x, double y, double z) {
  double inf = (double)INFINITY, ax = mk_abs(x), ay = mk_abs(y), half = ay * 0.5, edge;
  uint64_t whole = mk_mask((ay + 0x1p52) - 0x1p52 == ay) | mk_mask(ay >= 0x1p52);
  uint64_t odd = whole & mk_mask((half + 0x1p52) - 0x1p52 != half) & mk_mask(ay < 0x1p53);
  uint64_t nowhere, one;
  edge = mk_where(~(mk_mask(ax > 1.0) ^ mk_mask(y > 0.0)), inf);
  z = mk_pick(mk_mask(ay == inf), edge, z);
  edge = mk_pick(mk_mask(y > 0.0), ax, mk_where(mk_mask(ax == 0.0), inf));
  z = mk_pick(mk_mask(ax == 0.0) | mk_mask(ax == inf), edge, z);
  z = mk_from_bits(mk_bits(z) ^ (mk_bits(x) & odd & 0x8000000000000000ull));
  nowhere = mk_mask(x < 0.0) & mk_mask(ax < inf) & ~whole & mk_mask(ay < inf);
  z = mk_pick(nowhere, (double)NAN, z);
  z = mk_pick(mk_mask(x != x) | mk_mask(y != y), x + y, z);
  one = mk_mask(y == 0.0) | mk_mask(x == 1.0) | (mk_mask(x == -1.0) & mk_mask(ay == inf));
  return mk_pick(one, 1.0, z);
}

MK_FN double mk_pow(double x, double y) {
  double low, high = mk_pow_log2_of(mk_pow_divide(mk_abs(x)), &low);
  return mk_pow_edges(x, y, mk_pow_exp2(mk_pow_times(y, high, low)));
}

/* ---- atan2 ---- */

MK_FN double mk_atan2(double y, double x) {
  double inf = (double)INFINITY, ax = mk_abs(x), ay = mk_abs(y);
  uint64_t swap = mk_mask(ay > ax), flip = 0 - (mk_bits(x) >> 63), both, far, sign;
  double b = mk_pick(swap, ay, ax), a = mk_pick(swap, ax, ay);
  double scale = mk_pick(mk_mask(b > 0x1p1000), 0x1p-100, mk_pick(mk_mask(b < 0x1p-900), 0x1p100, 1.0));
  double t, z, w, s1, s2, p, r, lo;
  both = mk_mask(a == inf);                  /* and so b: as if they were 1 */
  a = mk_pick(both, 1.0, a * scale);
  b = mk_pick(both, 1.0, b * scale);
  far = mk_mask(a > 0.4140625 * b);
  b = mk_pick(mk_mask(b == 0.0), 1.0, b);    /* 0 / 0 is 0 here */
  t = mk_pick(far, a - b, a) / (b + mk_where(far, a));
  z = t * t;
  w = z * z;
  s1 = z * (3.33333333333329318027e-01 +
            w * (1.42857142725034663711e-01 +
                 w * (9.09088713343650656196e-02 +
                      w * (6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  s2 = w * (-1.99999999998764832476e-01 +
            w * (-1.11111104054623557880e-01 +
                 w * (-7.69187620504482999495e-02 + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  p = t * (s1 + s2);                         /* atan t = t - p */
  /* The angle is base + sign (t - p); base is a multiple r of pi/4, in two parts. */
  r = mk_where(far, 1.0);
  r = mk_pick(swap, 2.0 - r, r);
  r = mk_pick(flip, 4.0 - r, r);
  lo = r * 3.06161699786838301793e-17;
  sign = (swap ^ flip) & 0x8000000000000000ull;
  s1 = mk_from_bits(mk_bits(t) ^ sign);
  s2 = mk_from_bits(mk_bits(p) ^ sign);
  r = r * 7.85398163397448278999e-01 - ((s2 - lo) - s1);
  r = mk_copysign(r, y);
  return mk_pick(mk_mask(x != x) | mk_mask(y != y), x + y, r);
}

/* ---- hypot ---- */

/*
 * The root of the rounded sum of squares, less what its own square is off by over twice the root: the correction of Borges, "An improved
 * algorithm for hypot(a, b)" (2020). It is computed from squares of halves, which are exact, in place of fused multiply-adds. Large numbers
 * are made small first, and tiny ones large.
 */
MK_FN double mk_hypot(double x, double y) {
  double inf = (double)INFINITY, ax = mk_abs(x), ay = mk_abs(y);
  uint64_t swap = mk_mask(ay > ax), any = mk_mask(ax == inf) | mk_mask(ay == inf);
  double b = mk_pick(swap, ay, ax), a = mk_pick(swap, ax, ay);
  uint64_t huge = mk_mask(b > 0x1p500), tiny = mk_mask(b < 0x1p-400);
  double scale = mk_pick(huge, 0x1p-600, mk_pick(tiny, 0x1p600, 1.0)), back = mk_pick(huge, 0x1p600, mk_pick(tiny, 0x1p-600, 1.0));
  double h, ah, al, bh, bl, hh, hl, off;
  a = a * scale;
  b = b * scale;
  h = __builtin_sqrt(b * b + a * a);
  ah = mk_high(a), al = a - ah;
  bh = mk_high(b), bl = b - bh;
  hh = mk_high(h), hl = h - hh;
  off = ((hh * hh - bh * bh) - ah * ah) + 2.0 * ((hh * hl - bh * bl) - ah * al) + ((hl * hl - bl * bl) - al * al);
  h = (h - off / mk_pick(mk_mask(h == 0.0), 1.0, h + h)) * back;
  return mk_pick(any, inf, h);
}

#endif
