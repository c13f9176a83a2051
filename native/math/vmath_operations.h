/* Generated from lib/ir/operations by test/golden/operations.test.ts (UPDATE_GOLDEN=1). Do not edit. */
#ifndef MK_VMATH_OPERATIONS_H
#define MK_VMATH_OPERATIONS_H

/* Functions with a plain loop as their strip form. */
#define MK_PLAIN_STRIPS1(ROW) \
  ROW(expf, float) \
  ROW(exp, double) \
  ROW(expm1f, float) \
  ROW(expm1, double) \
  ROW(log1pf, float) \
  ROW(tanh, double) \
  ROW(sinhf, float) \
  ROW(coshf, float) \
  ROW(asinf, float) \
  ROW(asin, double) \
  ROW(acosf, float) \
  ROW(acos, double) \
  ROW(atanf, float) \
  ROW(exp2f, float) \
  ROW(exp2, double) \
  ROW(expitf, float) \
  ROW(expit, double)

#define MK_PLAIN_STRIPS2(ROW) \
  ROW(atan2f, float) \
  ROW(atan2, double) \
  ROW(hypotf, float) \
  ROW(hypot, double)

/* Floats that are stored alone: bits of the exponent, and of the fraction. */
#define MK_COMPACTS(ROW) \
  ROW(f16, 5, 10)

#endif
