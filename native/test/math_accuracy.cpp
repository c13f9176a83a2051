// Accuracy of native/math/vmath.h against the C library's long double functions, in units in the last place; fails where
// a function exceeds the bound that its row in the table of operations states. Arguments are drawn from a fixed seed over all magnitudes, densely
// where functions are hard (near 1, near multiples of pi/2). Usage: math_accuracy [samples].
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "../math/vmath.h"
#include "operations.h"

namespace {

std::mt19937_64 random_bits(20240607);

double uniform(double low, double high) {
  return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

double any_finite() {
  for (;;) {
    double x = mk_from_bits(random_bits());
    if (std::isfinite(x)) return x;
  }
}

// Distance of `got` from the exact value in units of the last place of a double (or float, for `digits` = 24).
double ulps(double got, long double exact, int digits, int lowest) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  long double largest = digits == 53 ? (long double)DBL_MAX : (long double)FLT_MAX;
  int exponent;
  frexpl(exact, &exponent);
  if (exponent < lowest) exponent = lowest;
  long double unit = scalbnl(1, exponent - digits);
  if (std::isinf(got)) {
    if (std::isinf(exact)) return (got > 0) == (exact > 0) ? 0 : INFINITY;
    return (got > 0) == (exact > 0) && fabsl(exact) > largest + unit / 4 ? 0.5 : INFINITY;
  }
  if (std::isinf(exact)) return INFINITY;
  return (double)(fabsl((long double)got - exact) / unit);
}

struct Unary {
  const char* name;
  double (*ours)(double);
  float (*ours32)(float);
  long double (*exact)(long double);
  double low, high;  // where most arguments are drawn
  double bound;
};

#define MANIPLE_ROW(NAME, EXACT, LOW, HIGH, BOUND)                                                                      \
  {#NAME, [](double x) { return mk_##NAME(x); }, [](float x) { return mk_##NAME##f(x); },                               \
   [](long double x) -> long double { return EXACT; }, LOW, HIGH, BOUND},
const Unary unary[] = {MANIPLE_FUNCTIONS1(MANIPLE_ROW)};
#undef MANIPLE_ROW

double sample(int i, double low, double high) {
  switch (i % 8) {
    case 0: return any_finite();
    case 1: return mk_from_bits((random_bits() & 0x800fffffffffffffull) | (1023ull - 40 + random_bits() % 80) << 52);
    case 2: return (double)(int)(random_bits() % 4000000) * 1.5707963267948966 * (i % 16 == 2 ? 1 : 1e9);
    case 3: return uniform(-1, 1);
    case 4: return 1 + uniform(-1, 1) * mk_exp2i(-(double)(random_bits() % 30));
    default: return uniform(low, high);
  }
}

int failures = 0;

void report(const char* name, const char* type, double worst, double at, double at2, double bound) {
  bool bad = !(worst <= bound);
  printf("%s %-8s%s %.4f ulp at %a %a (bound %.2f)\n", bad ? "not ok" : "ok", name, type, worst, at, at2, bound);
  if (bad) failures++;
}

void check_unary(const Unary& f, int samples) {
  double worst = 0, at = 0, worst32 = 0, at32 = 0;
  for (int i = 0; i < samples; i++) {
    double x = sample(i, f.low, f.high);
    double e = ulps(f.ours(x), f.exact(x), 53, -1021);
    if (!(e <= worst)) worst = e, at = x;
    float x32 = (float)x;
    if (std::isinf(x32)) continue;
    double e32 = ulps(f.ours32(x32), f.exact(x32), 24, -125);
    if (!(e32 <= worst32)) worst32 = e32, at32 = x32;
  }
  report(f.name, "", worst, at, 0, f.bound);
  report(f.name, "f", worst32, at32, 0, 0.51);
}

void check_binary(const char* name, double (*ours)(double, double), float (*ours32)(float, float),
                  long double (*exact)(long double, long double), int samples, double bound) {
  double worst = 0, at = 0, at2 = 0, worst32 = 0, bt = 0, bt2 = 0;
  for (int i = 0; i < samples; i++) {
    double x = sample(i, 0, 20), y = sample((int)(random_bits() & 0xffff), -30, 30);
    if (i % 3 == 0) y = uniform(-745, 745) / std::log(std::fabs(x) + 1e-300);
    if (i % 3 == 1) y = (double)(int)(random_bits() % 2000) - 1000;
    double e = ulps(ours(x, y), exact(x, y), 53, -1021);
    if (!(e <= worst)) worst = e, at = x, at2 = y;
    float x32 = (float)x, y32 = (float)y;
    if (std::isinf(x32) || std::isinf(y32)) continue;
    double e32 = ulps(ours32(x32, y32), exact(x32, y32), 24, -125);
    if (!(e32 <= worst32)) worst32 = e32, bt = x32, bt2 = y32;
  }
  report(name, "", worst, at, at2, bound);
  report(name, "f", worst32, bt, bt2, 0.51);
}

}  // namespace

int main(int argc, char** argv) {
  if (LDBL_MANT_DIG < 64) {
    printf("skipped: long double is no wider than double here\n");
    return 0;
  }
  int samples = argc > 1 ? atoi(argv[1]) : 40000;
  for (const Unary& f : unary) check_unary(f, samples);
#define MANIPLE_ROW(NAME, EXACT, LOW, HIGH, BOUND)                                                                      \
  check_binary(#NAME, [](double x, double y) { return mk_##NAME(x, y); },                                               \
               [](float x, float y) { return mk_##NAME##f(x, y); },                                                     \
               [](long double x, long double y) -> long double { return EXACT; }, samples, BOUND);
  MANIPLE_FUNCTIONS2(MANIPLE_ROW)
#undef MANIPLE_ROW
  return failures == 0 ? 0 : 1;
}
