// Accuracy of native/math/vmath.h against the C library's long double functions, in units in the last place; fails where
// a function exceeds the bound that the header states. Arguments are drawn from a fixed seed over all magnitudes, densely
// where functions are hard (near 1, near multiples of pi/2). Usage: math_accuracy [samples].
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "../math/vmath.h"

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

double f_exp(double x) { return mk_exp(x); }
double f_expm1(double x) { return mk_expm1(x); }
double f_log(double x) { return mk_log(x); }
double f_log1p(double x) { return mk_log1p(x); }
double f_log2(double x) { return mk_log2(x); }
double f_log10(double x) { return mk_log10(x); }
double f_tanh(double x) { return mk_tanh(x); }
double f_asin(double x) { return mk_asin(x); }
double f_acos(double x) { return mk_acos(x); }
double f_atan(double x) { return mk_atan(x); }
double f_sinh(double x) { return mk_sinh(x); }
double f_cosh(double x) { return mk_cosh(x); }
double f_sin(double x) { return mk_sin(x); }
double f_cos(double x) { return mk_cos(x); }
double f_tan(double x) { return mk_tan(x); }
float g_exp(float x) { return mk_expf(x); }
float g_expm1(float x) { return mk_expm1f(x); }
float g_log(float x) { return mk_logf(x); }
float g_log1p(float x) { return mk_log1pf(x); }
float g_log2(float x) { return mk_log2f(x); }
float g_log10(float x) { return mk_log10f(x); }
float g_tanh(float x) { return mk_tanhf(x); }
float g_asin(float x) { return mk_asinf(x); }
float g_acos(float x) { return mk_acosf(x); }
float g_atan(float x) { return mk_atanf(x); }
float g_sinh(float x) { return mk_sinhf(x); }
float g_cosh(float x) { return mk_coshf(x); }
float g_sin(float x) { return mk_sinf(x); }
float g_cos(float x) { return mk_cosf(x); }
float g_tan(float x) { return mk_tanf(x); }

const Unary unary[] = {
    {"exp", f_exp, g_exp, expl, -750, 711, 0.90},
    {"expm1", f_expm1, g_expm1, expm1l, -40, 40, 1.20},
    {"log", f_log, g_log, logl, 0, 3, 0.90},
    {"log1p", f_log1p, g_log1p, log1pl, -1, 3, 0.90},
    {"log2", f_log2, g_log2, log2l, 0, 3, 0.85},
    {"log10", f_log10, g_log10, log10l, 0, 3, 0.75},
    {"tanh", f_tanh, g_tanh, tanhl, -4, 4, 1.35},
    {"sinh", f_sinh, g_sinh, sinhl, -20, 20, 1.45},
    {"cosh", f_cosh, g_cosh, coshl, -20, 20, 1.35},
    {"asin", f_asin, g_asin, asinl, -1, 1, 1.20},
    {"acos", f_acos, g_acos, acosl, -1, 1, 1.20},
    {"atan", f_atan, g_atan, atanl, -4, 4, 1.85},
    {"sin", f_sin, g_sin, sinl, -10, 10, 0.88},
    {"cos", f_cos, g_cos, cosl, -10, 10, 0.88},
    {"tan", f_tan, g_tan, tanl, -10, 10, 1.10},
};

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

double f_pow(double x, double y) { return mk_pow(x, y); }
double f_atan2(double x, double y) { return mk_atan2(x, y); }
float g_pow(float x, float y) { return mk_powf(x, y); }
float g_atan2(float x, float y) { return mk_atan2f(x, y); }

}  // namespace

int main(int argc, char** argv) {
  if (LDBL_MANT_DIG < 64) {
    printf("skipped: long double is no wider than double here\n");
    return 0;
  }
  int samples = argc > 1 ? atoi(argv[1]) : 40000;
  for (const Unary& f : unary) check_unary(f, samples);
  check_binary("pow", f_pow, g_pow, powl, samples, 0.88);
  check_binary("atan2", f_atan2, g_atan2, atan2l, samples, 1.9);
  return failures == 0 ? 0 : 1;
}
