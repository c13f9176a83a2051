// Special values of native/math/vmath.h (signed zeros, infinities, NaN, subnormals, overflow) against the C library's
// functions and NumPy's rules, and strip forms against scalar calls, bit for bit. Random numbers: the known answers that
// Random123 publishes for Philox4x32-10.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include "../math/vmath.h"
#include "operations.h"

namespace {

int failures = 0;
const double inf = INFINITY, nan_ = NAN;

void expect(bool ok, const char* what, double a, double b, double got, double wanted) {
  if (ok) return;
  printf("not ok %s(%a, %a) gave %a, wanted %a\n", what, a, b, got, wanted);
  failures++;
}

// Same class and sign; and within two units in the last place where finite.
bool agrees(double got, double wanted) {
  if (std::isnan(wanted)) return std::isnan(got);
  if (wanted == 0 || std::isinf(wanted)) return got == wanted && std::signbit(got) == std::signbit(wanted);
  int64_t d = (int64_t)(mk_bits(got) - mk_bits(wanted));
  return std::signbit(got) == std::signbit(wanted) && d >= -3 && d <= 3;
}

const double values[] = {
    0.0, -0.0, inf, -inf, nan_, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1.5, -1.5, 2.5, -2.5, 1e-310, -1e-310, DBL_MIN, -DBL_MIN,
    5e-324, -5e-324, DBL_MAX, -DBL_MAX, 709.78, 709.79, 710.5, -745.1, -745.2, -746, -800, 1e10, -1e10, 1e300, -1e300, 1e-20,
    -1e-20, 0x1p52, 0x1p53, 0x1p53 + 2, -0x1p53, 0x1p52 + 1, -0x1p52 - 1, 0x1p51 + 0.5, 22, -22, 1647099, 1647100, -1e22,
    std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0), -std::nextafter(1.0, 2.0), 4503599627370495.5, 0.49999999999999994,
};

template <typename Ours, typename Theirs>
void unary(const char* name, Ours ours, Theirs theirs) {
  for (double x : values) expect(agrees(ours(x), theirs(x)), name, x, 0, ours(x), theirs(x));
}

template <typename Ours, typename Theirs>
void binary(const char* name, Ours ours, Theirs theirs) {
  for (double x : values)
    for (double y : values) expect(agrees(ours(x, y), theirs(x, y)), name, x, y, ours(x, y), theirs(x, y));
}

template <typename Ours, typename Theirs>
void exactly(const char* name, Ours ours, Theirs theirs) {
  for (double x : values) {
    double got = ours(x), wanted = theirs(x);
    bool ok = std::isnan(wanted) ? std::isnan(got) : mk_bits(got) == mk_bits(wanted);
    expect(ok, name, x, 0, got, wanted);
  }
}

void elementary() {
#define MANIPLE_ROW1(NAME, EXACT, ...)                                                                                  \
  unary(#NAME, [](double x) { return mk_##NAME(x); }, [](long double x) { return (double)(EXACT); });
#define MANIPLE_ROW2(NAME, EXACT, ...)                                                                                  \
  binary(#NAME, [](double x, double y) { return mk_##NAME(x, y); }, [](long double x, long double y) { return (double)(EXACT); });
  MANIPLE_FUNCTIONS1(MANIPLE_ROW1) MANIPLE_FUNCTIONS2(MANIPLE_ROW2)
#undef MANIPLE_ROW1
#undef MANIPLE_ROW2
}

bool agreesFloat(float got, float wanted) {
  if (std::isnan(wanted)) return std::isnan(got);
  if (wanted == 0 || std::isinf(wanted)) return got == wanted && std::signbit(got) == std::signbit(wanted);
  return std::fabs(got - wanted) <= std::fabs(wanted) * 1.2e-7f + 1.5e-45f;
}

// Float forms against double ones, which are checked above.
template <typename Ours, typename Theirs>
void unaryFloat(const char* name, Ours ours, Theirs theirs) {
  for (double v : values) {
    float x = (float)v, got = ours(x), wanted = (float)theirs((double)x);
    expect(agreesFloat(got, wanted), name, x, 0, got, wanted);
  }
}
template <typename Ours, typename Theirs>
void binaryFloat(const char* name, Ours ours, Theirs theirs) {
  for (double v : values)
    for (double w : values) {
      float x = (float)v, y = (float)w, got = ours(x, y), wanted = (float)theirs((double)x, (double)y);
      expect(agreesFloat(got, wanted), name, x, y, got, wanted);
    }
}
void floats() {
#define FLOAT1(NAME, ...) unaryFloat(#NAME "f", [](float x) { return mk_##NAME##f(x); }, [](double x) { return mk_##NAME(x); });
#define FLOAT2(NAME, ...)                                                                                               \
  binaryFloat(#NAME "f", [](float x, float y) { return mk_##NAME##f(x, y); }, [](double x, double y) { return mk_##NAME(x, y); });
  MANIPLE_FUNCTIONS1(FLOAT1) MANIPLE_FUNCTIONS2(FLOAT2)
#undef FLOAT1
#undef FLOAT2
}

void rounding() {
  exactly("rint", [](double x) { return mk_rint(x); }, [](double x) { return std::rint(x); });
  exactly("floor", [](double x) { return mk_floor(x); }, [](double x) { return std::floor(x); });
  exactly("ceil", [](double x) { return mk_ceil(x); }, [](double x) { return std::ceil(x); });
  exactly("trunc", [](double x) { return mk_trunc(x); }, [](double x) { return std::trunc(x); });
}

void selections() {
  for (double x : values) {
    for (double y : values) {
      double low = std::isnan(x) || std::isnan(y) ? nan_ : x < y ? x : y, high = std::isnan(low) ? nan_ : x > y ? x : y;
      expect(agrees(mk_fmin(x, y), low), "fmin", x, y, mk_fmin(x, y), low);
      expect(agrees(mk_fmax(x, y), high), "fmax", x, y, mk_fmax(x, y), high);
    }
    double sign = std::isnan(x) ? nan_ : x > 0 ? 1 : x < 0 ? -1 : 0;
    expect(agrees(mk_sign(x), sign), "sign", x, 0, mk_sign(x), sign);
  }
}

struct Division {
  double a, b, quotient, remainder;
};

// NumPy 2.1's answers.
const Division divisions[] = {
    {7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1}, {6, 3, 2, 0}, {-6, 3, -2, 0}, {6, -3, -2, -0.0},
    {1, 0, inf, nan_}, {-1, 0, -inf, nan_}, {0, 0, nan_, nan_}, {inf, 1, nan_, nan_}, {1, inf, 0, 1}, {-1, inf, -1, inf},
    {1, -inf, -1, -inf}, {0.0, 5, 0, 0}, {-0.0, 5, -0.0, 0}, {1, 0.1, 9, 0.09999999999999995}, {nan_, 1, nan_, nan_},
    {1, nan_, nan_, nan_}, {1e300, 3, 3.333333333333333e299, 2},
};

void division() {
  for (const Division& d : divisions) {
    double q = mk_floordiv(d.a, d.b), r = mk_mod(d.a, d.b);
    expect(agrees(q, d.quotient), "floordiv", d.a, d.b, q, d.quotient);
    if (d.a != 1e300) expect(agrees(r, d.remainder), "mod", d.a, d.b, r, d.remainder);
  }
}

// Quotients and remainders with floor of int64 and int32, near multiples, powers of two and the ends, against wider integers.
// Of int64 and uint64 there are strips, too.
template <typename T, typename Q, typename R>
void divisions_of(const char* name, Q quotient, R remainder, void (*quotients)(T*, const T*, const T*, int64_t) = nullptr,
                  void (*remainders)(T*, const T*, const T*, int64_t) = nullptr) {
  const T low = std::numeric_limits<T>::min(), big = std::numeric_limits<T>::max();
  std::vector<T> values = {0, 1, static_cast<T>(-1), 2, static_cast<T>(-2), 3, 7, 1000, static_cast<T>(-1000), low, static_cast<T>(low + 1), big, static_cast<T>(big - 1)};
  for (int k = 2; k < static_cast<int>(8 * sizeof(T)) - 1; k++)
    for (int d = -1; d <= 1; d++) {
      values.push_back(static_cast<T>((T{1} << k) + d));
      values.push_back(static_cast<T>(-(T{1} << k) + d));
    }
  for (int k = 0; k < 200; k++) {
    uint64_t bits = mk_bits(mk_uniform(k, 5)) * 0x9e3779b97f4a7c15ull;
    values.push_back(static_cast<T>(static_cast<int64_t>(bits) >> (64 - 8 * sizeof(T) + bits % (8 * sizeof(T) - 2))));
  }
  std::vector<T> dividends = values;
  for (T d : values)
    for (T k : {T(3), T(1025), T(-77777)})
      for (T more : {T(-1), T(0), T(1)}) dividends.push_back(static_cast<T>(static_cast<__int128>(d) * k + more));
  for (T b : values) {
    for (T a : dividends) {
      __int128 q = b == 0 ? 0 : static_cast<__int128>(a) / b, r = b == 0 ? 0 : static_cast<__int128>(a) % b;
      if (r != 0 && (r < 0) != (b < 0)) q -= 1, r += b;
      T foundQ = quotient(a, b), foundR = remainder(a, b);
      expect(foundQ == static_cast<T>(q), name, (double)a, (double)b, (double)foundQ, (double)q);
      expect(foundR == static_cast<T>(r), name, (double)a, (double)b, (double)foundR, (double)r);
    }
    // Small dividends come first: the strips' first blocks have no wide ones.
    std::stable_sort(dividends.begin(), dividends.end(), [](T x, T y) { return std::abs((double)x) < std::abs((double)y); });
    const int64_t n = static_cast<int64_t>(dividends.size());
    std::vector<T> divisors(n, b), foundQ(n), foundR(n);
    if (quotients == nullptr) continue;
    quotients(foundQ.data(), dividends.data(), divisors.data(), n);
    remainders(foundR.data(), dividends.data(), divisors.data(), n);
    for (int64_t k = 0; k < n; k++) {
      const T a = dividends[k], q = quotient(a, b), r = remainder(a, b);
      expect(foundQ[k] == q, name, (double)a, (double)b, (double)foundQ[k], (double)q);
      expect(foundR[k] == r, name, (double)a, (double)b, (double)foundR[k], (double)r);
    }
  }
}

// Strips of powers of int64, int32 and uint8 against one element at a time: few, and more than are side by side.
template <typename T, typename One, typename Strip>
void powers_of(const char* name, One one, Strip strip) {
  std::vector<T> bases, exponents;
  const int64_t ends[] = {0, 1, 2, 3, 5, 31, 62, 63, 64, -1, -2, -3, std::numeric_limits<T>::max(), std::numeric_limits<T>::min()};
  for (int64_t a : ends)
    for (int64_t b : ends) bases.push_back(static_cast<T>(a)), exponents.push_back(static_cast<T>(b));
  for (size_t n : {size_t{1}, size_t{63}, size_t{64}, bases.size()}) {
    std::vector<T> out(n);
    strip(out.data(), bases.data() + (bases.size() - n), exponents.data() + (bases.size() - n), static_cast<int64_t>(n));
    for (size_t k = 0; k < n; k++) {
      const T a = bases[bases.size() - n + k], b = exponents[bases.size() - n + k], wanted = one(a, b);
      expect(out[k] == wanted, name, (double)a, (double)b, (double)out[k], (double)wanted);
    }
  }
}

template <typename T, typename F>
void integer(const char* name, F f, T a, T b, T wanted) {
  expect(f(a, b) == wanted, name, (double)a, (double)b, (double)f(a, b), (double)wanted);
}

void integers() {
  divisions_of<int32_t>("division of int32", mk_floordiv_i32, mk_mod_i32);
  divisions_of<int64_t>("division of int64", mk_floordiv_i64, mk_mod_i64, mk_floordiv_i64_strip, mk_mod_i64_strip);
  divisions_of<uint64_t>("division of uint64", mk_floordiv_u64, mk_mod_u64, mk_floordiv_u64_strip, mk_mod_u64_strip);
  for (int a = 0; a < 256; a++)
    for (int b = 0; b < 256; b++) {
      integer<uint8_t>("floordiv_u8", mk_floordiv_u8, a, b, b == 0 ? 0 : a / b);
      integer<uint8_t>("mod_u8", mk_mod_u8, a, b, b == 0 ? 0 : a % b);
    }
  powers_of<int32_t>("powers of int32", mk_ipow_i32, mk_pow_i32_strip);
  powers_of<int64_t>("powers of int64", mk_ipow_i64, mk_pow_i64_strip);
  powers_of<uint8_t>("powers of uint8", mk_ipow_u8, mk_pow_u8_strip);
  const int32_t low = INT32_MIN, big = INT32_MAX;
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, 7, 2, 3);
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, -7, 2, -4);
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, 7, -2, -4);
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, -7, -2, 3);
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, 7, 0, 0);
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, low, -1, low);
  integer<int32_t>("floordiv_i32", mk_floordiv_i32, 5, -1, -5);
  integer<int32_t>("mod_i32", mk_mod_i32, -7, 2, 1);
  integer<int32_t>("mod_i32", mk_mod_i32, 7, -2, -1);
  integer<int32_t>("mod_i32", mk_mod_i32, 7, 0, 0);
  integer<int32_t>("mod_i32", mk_mod_i32, low, -1, 0);
  integer<int64_t>("floordiv_i64", mk_floordiv_i64, INT64_MIN, -1, INT64_MIN);
  integer<int64_t>("floordiv_i64", mk_floordiv_i64, -9, 4, -3);
  integer<int64_t>("mod_i64", mk_mod_i64, -9, 4, 3);
  integer<int32_t>("shl_i32", mk_shl_i32, 1, 31, low);
  integer<int32_t>("shl_i32", mk_shl_i32, 1, 32, 0);
  integer<int32_t>("shl_i32", mk_shl_i32, 1, -1, 0);
  integer<int32_t>("shr_i32", mk_shr_i32, -8, 1, -4);
  integer<int32_t>("shr_i32", mk_shr_i32, -8, 99, -1);
  integer<int32_t>("shr_i32", mk_shr_i32, 8, 99, 0);
  integer<int32_t>("ipow_i32", mk_ipow_i32, 3, 5, 243);
  integer<int32_t>("ipow_i32", mk_ipow_i32, 2, 31, low);
  integer<int32_t>("ipow_i32", mk_ipow_i32, 2, -1, 0);
  integer<int32_t>("ipow_i32", mk_ipow_i32, -1, -3, -1);
  integer<int32_t>("add_i32", mk_add_i32, big, 1, low);
  integer<int32_t>("mul_i32", mk_mul_i32, 65536, 65536, 0);
  integer<uint8_t>("ipow_u8", mk_ipow_u8, 3, 6, 217);
  integer<uint8_t>("add_u8", mk_add_u8, 250, 10, 4);
}

void conversions() {
  struct { double x; int32_t i; int64_t l; uint8_t u; } rows[] = {
      {nan_, 0, 0, 0}, {inf, INT32_MAX, INT64_MAX, 255}, {-inf, INT32_MIN, INT64_MIN, 0}, {1.9, 1, 1, 1}, {-1.9, -1, -1, 0},
      {300, 300, 300, 255}, {2147483647.9, INT32_MAX, 2147483647, 255}, {-2147483648.5, INT32_MIN, -2147483648ll, 0},
      {3e9, INT32_MAX, 3000000000ll, 255}, {0x1p63, INT32_MAX, INT64_MAX, 255}, {-0x1p63, INT32_MIN, INT64_MIN, 0},
      {1e19, INT32_MAX, INT64_MAX, 255}, {-0.0, 0, 0, 0}, {255.9, 255, 255, 255}, {0x1p62, INT32_MAX, 1ll << 62, 255},
  };
  for (auto& r : rows) {
    expect(mk_to_i32_f64(r.x) == r.i, "to_i32", r.x, 0, mk_to_i32_f64(r.x), r.i);
    expect(mk_to_i64_f64(r.x) == r.l, "to_i64", r.x, 0, (double)mk_to_i64_f64(r.x), (double)r.l);
    expect(mk_to_u8_f64(r.x) == r.u, "to_u8", r.x, 0, mk_to_u8_f64(r.x), r.u);
  }
}

void philox() {
  struct { uint32_t c[4], k[2], r[4]; } known[] = {  // Random123's kat_vectors
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (auto& v : known) {
    mk_word c[4] = {v.c[0], v.c[1], v.c[2], v.c[3]};
    mk_philox(c, v.k[0], v.k[1]);
    for (int i = 0; i < 4; i++) expect(c[i] == v.r[i], "philox", v.c[i], v.k[0], (double)c[i], v.r[i]);
  }
  double first = (double)(0xe169c58d6627e8d5ull >> 11) * 0x1p-53, second = (double)(0x9b00dbd8bc57ac4cull >> 11) * 0x1p-53;
  expect(mk_uniform(0, 0) == first, "uniform", 0, 0, mk_uniform(0, 0), first);
  expect(mk_uniform(1, 0) == second, "uniform", 1, 0, mk_uniform(1, 0), second);
}

// Strips of consecutive counters, which share blocks, from any counter on, around the greatest one and below zero as well; of other counters; of two
// keys.
void uniformStrips() {
  const int64_t starts[] = {0, 1, 255, -1, -300, INT64_MAX - 100, INT64_MIN + 1, 0x1ffffff7ll}, key = -0x123456789abcdefll;
  for (int64_t start : starts)
    for (int64_t step : {1, 2, 3, 0})
      for (int64_t n : {1, 2, 7, 8, 9, 255, 256, 257, 511, 700})
        for (int64_t other : {int64_t{-1}, n - 1}) {
          std::vector<int64_t> counters, keys;
          std::vector<double> wanted, got(n);
          for (int64_t i = 0; i < n; i++) {
            counters.push_back((int64_t)((uint64_t)start + (uint64_t)(i * step)));
            keys.push_back(i == other ? 5 : key);
            wanted.push_back(mk_uniform(counters[i], keys[i]));
          }
          mk_uniform_strip(got.data(), counters.data(), keys.data(), n);
          expect(memcmp(got.data(), wanted.data(), n * sizeof(double)) == 0, "uniform strip", (double)start, (double)step, (double)n, 0);
        }
}

template <typename T>
std::vector<T> filler(int n) {
  std::vector<T> v;
  for (int i = 0; i < n; i++) {
    double u = mk_uniform(i, 42) - 0.5;
    v.push_back((T)(i % 97 == 3 ? values[i % (sizeof values / sizeof *values)] : u * (i % 3 == 0 ? 1000 : 3)));
  }
  return v;
}

template <typename T>
bool same(const T* a, const T* b, int n) {
  for (int i = 0; i < n; i++) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (memcmp(a + i, b + i, sizeof(T)) != 0) return false;
  }
  return true;
}

// Every length up to 70, written in place: vector bodies and scalar tails must agree.
template <typename T, typename Strip, typename Scalar>
void strip(const char* name, Strip run, Scalar one) {
  std::vector<T> in = filler<T>(1200);
  for (int n = 0; n < 70; n++) {
    std::vector<T> wanted, got(in.begin() + n * 16, in.begin() + n * 16 + n);
    for (T x : got) wanted.push_back(one(x));
    run(got.data(), got.data(), n);
    expect(same(got.data(), wanted.data(), n), name, n, 0, 0, 0);
  }
}

const double odd[] = {0, -0.0, -2, inf, -inf, nan_, 5e-324, DBL_MAX, 1.5707963267948966, 1e3, -4e5, 1e18, 1e-20};

// Several blocks without edges, and with one at each place.
template <typename T, typename Strip, typename Scalar>
void stripWithOne(const char* name, Strip run, Scalar one) {
  for (int at = -1; at < 600; at += 23)
    for (double edge : odd) {
      std::vector<T> x, wanted;
      for (int i = 0; i < 600; i++) x.push_back(i == at ? T(edge) : T(mk_uniform(i, 1) * 9 + 1e-3));
      for (T v : x) wanted.push_back(one(v));
      run(x.data(), x.data(), 600);
      expect(same(x.data(), wanted.data(), 600), name, at, edge, 0, 0);
    }
}

template <typename T, typename Strip, typename Scalar>
void strip2(const char* name, Strip run, Scalar one) {
  std::vector<T> in = filler<T>(1200), other = filler<T>(1210);
  for (int n = 0; n < 70; n++) {
    std::vector<T> wanted, got(in.begin() + n * 16, in.begin() + n * 16 + n);
    for (int i = 0; i < n; i++) wanted.push_back(one(got[i], other[i + 7]));
    run(got.data(), got.data(), other.data() + 7, n);
    expect(same(got.data(), wanted.data(), n), name, n, 0, 0, 0);
  }
}

template <typename T, typename Strip, typename Scalar>
void strip2WithOne(const char* name, Strip run, Scalar one) {
  for (int at = -1; at < 600; at += 23)
    for (double value : odd)
      for (bool inBase : {true, false}) {
        const T edge = T(value);
        std::vector<T> base, exponent, wanted;
        for (int i = 0; i < 600; i++) {
          base.push_back(i == at && inBase ? edge : T(mk_uniform(i, 1) * 9 + 1e-3));
          exponent.push_back(i == at && !inBase ? edge : T(mk_uniform(i, 2) * 40 - 20));
          wanted.push_back(one(base.back(), exponent.back()));
        }
        run(base.data(), base.data(), exponent.data(), 600);
        expect(same(base.data(), wanted.data(), 600), name, at, value, 0, 0);
      }
}

#define STRIP(NAME, ...)                                                                                                     \
  strip<double>(#NAME, mk_##NAME##_strip, [](double x) { return mk_##NAME(x); });                                       \
  strip<float>(#NAME "f", mk_##NAME##f_strip, [](float x) { return mk_##NAME##f(x); });                                 \
  stripWithOne<double>(#NAME, mk_##NAME##_strip, [](double x) { return mk_##NAME(x); });                                \
  stripWithOne<float>(#NAME "f", mk_##NAME##f_strip, [](float x) { return mk_##NAME##f(x); });
#define STRIP2(NAME, ...)                                                                                                    \
  strip2<double>(#NAME, mk_##NAME##_strip, [](double x, double y) { return mk_##NAME(x, y); });                         \
  strip2<float>(#NAME "f", mk_##NAME##f_strip, [](float x, float y) { return mk_##NAME##f(x, y); });

// Quotients that are whole or nearly so, or halves, up to 2^53: dividends beside multiples of divisors of every size and sign.
void nearMultiples() {
  for (int power = -60; power < 60; power += 7) {
    std::vector<double> a, b, quotients(512), remainders(512);
    for (int i = 0; i < 512; i++) {
      const double divisor = std::ldexp(mk_uniform(i, 3) - 0.5, power);
      const double times = std::floor(std::ldexp(mk_uniform(i, 4) - 0.5, i < 256 ? i / 5 : i / 9)) + (i % 3 == 0 ? 0.5 : 0.0);
      b.push_back(i % 4 == 0 ? std::ldexp(0.1, power) : divisor);
      a.push_back(std::nextafter(times * b.back(), i % 2 == 0 ? inf : -inf));
      if (i % 5 == 0) a.back() = times * b.back();
    }
    mk_floordiv_strip(quotients.data(), a.data(), b.data(), 512);
    mk_mod_strip(remainders.data(), a.data(), b.data(), 512);
    for (int i = 0; i < 512; i++) {
      const double q = mk_floordiv(a[i], b[i]), r = mk_mod(a[i], b[i]);
      expect(same(&quotients[i], &q, 1), "floordiv near a multiple", a[i], b[i], quotients[i], q);
      expect(same(&remainders[i], &r, 1), "mod near a multiple", a[i], b[i], remainders[i], r);
    }
  }
}

void strips() {
  MANIPLE_FUNCTIONS1(STRIP)
  strip2WithOne<double>("pow", mk_pow_strip, [](double x, double y) { return mk_pow(x, y); });
  strip2WithOne<float>("powf", mk_powf_strip, [](float x, float y) { return mk_powf(x, y); });
  strip2WithOne<double>("mod", mk_mod_strip, [](double x, double y) { return mk_mod(x, y); });
  strip2WithOne<float>("modf", mk_modf_strip, [](float x, float y) { return mk_modf(x, y); });
  strip2WithOne<double>("floordiv", mk_floordiv_strip, [](double x, double y) { return mk_floordiv(x, y); });
  strip2WithOne<float>("floordivf", mk_floordivf_strip, [](float x, float y) { return mk_floordivf(x, y); });
  MANIPLE_FUNCTIONS2(STRIP2) STRIP2(mod) STRIP2(floordiv)
  nearMultiples();
}

}  // namespace

int main() {
  elementary();
  floats();
  rounding();
  selections();
  division();
  integers();
  conversions();
  philox();
  uniformStrips();
  strips();
  printf(failures == 0 ? "ok special values\n" : "%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
