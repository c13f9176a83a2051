// Compiled once for each instruction set: stages of a transform, in loops over rows of contiguous numbers (stages.h). The first stage has
// rows of one number: it is computed across them. No step contracts a multiplication and an addition.
#include "stages.h"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)
#define INLINE static inline __attribute__((always_inline))
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace maniple::fft {
namespace {

constexpr int64_t kHead = 64;  // HEAD in lib/array/fft/stages.ts

struct Number {
  double re, im;
};

INLINE Number operator+(Number a, Number b) { return {a.re + b.re, a.im + b.im}; }
INLINE Number operator-(Number a, Number b) { return {a.re - b.re, a.im - b.im}; }
INLINE Number operator*(double a, Number b) { return {a * b.re, a * b.im}; }
INLINE Number operator*(Number a, Number b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
// Times -i.
INLINE Number back(Number a) { return {a.im, -a.re}; }

template <int p> struct Butterfly;

template <> struct Butterfly<2> {
  INLINE void of(const Number* x, Number* y) {
    y[0] = x[0] + x[1];
    y[1] = x[0] - x[1];
  }
};
template <> struct Butterfly<3> {
  INLINE void of(const Number* x, Number* y) {
    const Number t = x[1] + x[2], h = x[0] - 0.5 * t, d = 0.8660254037844386 * (x[1] - x[2]);
    y[0] = x[0] + t;
    y[1] = h + back(d);
    y[2] = h - back(d);
  }
};
template <> struct Butterfly<4> {
  INLINE void of(const Number* x, Number* y) {
    const Number p = x[0] + x[2], q = x[0] - x[2], t = x[1] + x[3], u = x[1] - x[3];
    y[0] = p + t;
    y[1] = q + back(u);
    y[2] = p - t;
    y[3] = q - back(u);
  }
};
template <> struct Butterfly<5> {
  INLINE void of(const Number* x, Number* y) {
    constexpr double c1 = 0.30901699437494745, s1 = 0.9510565162951535, c2 = -0.8090169943749475, s2 = 0.5877852522924731;
    const Number p = x[1] + x[4], q = x[2] + x[3], t = x[1] - x[4], u = x[2] - x[3];
    const Number f = x[0] + c1 * p + c2 * q, g = x[0] + c2 * p + c1 * q;
    const Number v = s1 * t + s2 * u, w = s2 * t - s1 * u;
    y[0] = x[0] + p + q;
    y[1] = f + back(v);
    y[2] = g + back(w);
    y[3] = g - back(w);
    y[4] = f - back(v);
  }
};

// Numbers at `from`, `from` + apart, … to `to`, `to` + step, … times their twiddles, where there are some.
template <int p, bool turns>
INLINE void step(const Pair& x, const Pair& y, int64_t from, int64_t apart, int64_t to, int64_t step, const Number* w) {
  Number in[p], out[p];
  for (int k = 0; k < p; k++) in[k] = {x.re[from + k * apart], x.im[from + k * apart]};
  Butterfly<p>::of(in, out);
  for (int r = 0; r < p; r++) {
    const Number v = turns && r > 0 ? out[r] * w[r - 1] : out[r];
    y.re[to + r * step] = v.re;
    y.im[to + r * step] = v.im;
  }
}

template <int p>
void stage(Pair x, Pair y, int64_t s, int64_t m, const double* w) {
  Number turn[p - 1];
  if (m == 1) {
    INDEPENDENT
    for (int64_t i = 0; i < s; i++) step<p, false>(x, y, i, s, i, s, turn);
    return;
  }
  if (s == 1) {
    INDEPENDENT
    for (int64_t q = 0; q < m; q++) {
      Number own[p - 1];
      for (int r = 0; r < p - 1; r++) own[r] = {w[r * m + q], w[(p - 1) * m + r * m + q]};
      step<p, true>(x, y, q, m, p * q, 1, own);
    }
    return;
  }
  for (int64_t q = 0; q < m; q++) {
    for (int r = 0; r < p - 1; r++) turn[r] = {w[r * m + q], w[(p - 1) * m + r * m + q]};
    INDEPENDENT
    for (int64_t i = 0; i < s; i++) step<p, true>(x, y, i + s * q, s * m, i + s * p * q, s, turn);
  }
}

// Any radix, by its roots.
void anyStage(Pair x, Pair y, int64_t p, int64_t s, int64_t m, const double* roots, const double* w) {
  for (int64_t q = 0; q < m; q++) {
    for (int64_t r = 0; r < p; r++) {
      double* const re = y.re + s * (p * q + r);
      double* const im = y.im + s * (p * q + r);
      for (int64_t i = 0; i < s; i++) re[i] = x.re[i + s * q];
      for (int64_t i = 0; i < s; i++) im[i] = x.im[i + s * q];
      for (int64_t k = 1, at = r; k < p; k++, at = at + r >= p ? at + r - p : at + r) {
        const double c = roots[at], d = roots[p + at];
        const double* const a = x.re + s * (q + m * k);
        const double* const b = x.im + s * (q + m * k);
        INDEPENDENT
        for (int64_t i = 0; i < s; i++) {
          re[i] += a[i] * c - b[i] * d;
          im[i] += a[i] * d + b[i] * c;
        }
      }
      if (m == 1 || r == 0) continue;
      const Number turn = {w[(r - 1) * m + q], w[(p - 1) * m + (r - 1) * m + q]};
      INDEPENDENT
      for (int64_t i = 0; i < s; i++) {
        const Number v = Number{re[i], im[i]} * turn;
        re[i] = v.re;
        im[i] = v.im;
      }
    }
  }
}

// The sums and differences of frequencies k and n - k.
INLINE void realAt(const double* half, int64_t n, const Pair& z, const Pair& out, int64_t k, int64_t a, int64_t b) {
  const double er = 0.5 * (z.re[a] + z.re[b]), ei = 0.5 * (z.im[a] - z.im[b]);
  const Number odd = {0.5 * (z.im[a] + z.im[b]), 0.5 * (z.re[b] - z.re[a])};
  const Number turned = odd * Number{half[k], half[n + 1 + k]};
  out.re[k] = er + turned.re;
  out.im[k] = ei + turned.im;
}

void real(const double* half, int64_t n, Pair z, Pair out) {
  realAt(half, n, z, out, 0, 0, 0);
  INDEPENDENT
  for (int64_t k = 1; k < n; k++) realAt(half, n, z, out, k, k, n - k);
  realAt(half, n, z, out, n, 0, 0);
}

void hermitian(const double* half, int64_t n, Pair z, Pair out) {
  z.im[0] = z.im[n] = 0;
  INDEPENDENT
  for (int64_t k = 0; k < n; k++) {
    const int64_t b = n - k;
    const Number sum = {z.re[k] + z.re[b], z.im[k] - z.im[b]}, difference = {z.re[k] - z.re[b], z.im[k] + z.im[b]};
    const Number odd = difference * Number{half[k], -half[n + 1 + k]};
    out.im[k] = sum.re - odd.im;
    out.re[k] = sum.im + odd.re;
  }
}

Pair stages(const double* table, Pair x, Pair y, const double** next) {
  const int64_t length = static_cast<int64_t>(table[3]), count = static_cast<int64_t>(table[4]);
  const double* w = table + kHead;
  for (int64_t k = 0, s = 1, left = length; k < count; k++) {
    const int64_t p = static_cast<int64_t>(table[5 + k]), m = left / p;
    const double* const roots = w;
    if (p > 5) w += 2 * p;
    if (x.re != nullptr) {
      if (p == 2) stage<2>(x, y, s, m, w);
      else if (p == 3) stage<3>(x, y, s, m, w);
      else if (p == 4) stage<4>(x, y, s, m, w);
      else if (p == 5) stage<5>(x, y, s, m, w);
      else anyStage(x, y, p, s, m, roots, w);
    }
    if (m > 1) w += 2 * (p - 1) * m;
    const Pair other = x;
    x = y;
    y = other;
    s *= p;
    left = m;
  }
  *next = w;
  return x;
}

}  // namespace

const Steps* JOIN(steps_, MANIPLE_VARIANT)() {
  static const Steps steps = {stages, real, hermitian};
  return &steps;
}

}  // namespace maniple::fft
