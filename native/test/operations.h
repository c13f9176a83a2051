// Generated from lib/ir/operations by test/golden/operations.test.ts (UPDATE_GOLDEN=1). Do not edit.
#pragma once

// Functions that are not exact: the reference on long doubles, where most arguments are drawn, the bound of the error.
#define MANIPLE_FUNCTIONS1(ROW) \
  ROW(exp, expl(x), -750, 711, 0.9) \
  ROW(expm1, expm1l(x), -40, 40, 1.2) \
  ROW(log, logl(x), 0, 3, 0.9) \
  ROW(log1p, log1pl(x), -1, 3, 0.9) \
  ROW(log2, log2l(x), 0, 3, 0.85) \
  ROW(log10, log10l(x), 0, 3, 0.75) \
  ROW(sin, sinl(x), -10, 10, 0.88) \
  ROW(cos, cosl(x), -10, 10, 0.88) \
  ROW(tan, tanl(x), -10, 10, 1.1) \
  ROW(tanh, tanhl(x), -4, 4, 1.35) \
  ROW(sinh, sinhl(x), -20, 20, 1.45) \
  ROW(cosh, coshl(x), -20, 20, 1.35) \
  ROW(asin, asinl(x), -1, 1, 1.2) \
  ROW(acos, acosl(x), -1, 1, 1.2) \
  ROW(atan, atanl(x), -4, 4, 1.85) \
  ROW(exp2, exp2l(x), -1080, 1030, 0.9) \
  ROW(expit, 1 / (1 + expl(-x)), -40, 40, 2.2)

#define MANIPLE_FUNCTIONS2(ROW) \
  ROW(pow, powl(x, y), 0, 20, 0.88) \
  ROW(atan2, atan2l(x, y), 0, 20, 1.9) \
  ROW(hypot, hypotl(x, y), 0, 20, 0.501)
