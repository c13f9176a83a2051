/*
 * Elementary functions as plain arithmetic, in C99 that is also C++: the one definition of every function of the kernel
 * language for compiled kernels (which include this) and for the block tier. Only additions, multiplications,
 * divisions, integer operations and selections, so that gcc and clang vectorize a loop over them at any width, and the
 * bits are the same at every width and in a loop's scalar tail.
 *
 * Compile with -ffp-contract=off -fno-math-errno -fno-trapping-math, never with -ffast-math.
 *
 * 1. Inline-safe: may stand in any loop, which stays vectorizable.
 *    mk_exp mk_expm1 mk_log mk_log1p mk_log2 mk_log10 mk_tanh mk_sinh mk_cosh mk_asin mk_acos mk_atan mk_pow mk_atan2,
 *    each with an f-form for float;
 *    mk_fmin mk_fmax mk_copysign mk_nextafter mk_signbit mk_sign mk_floor mk_ceil mk_trunc mk_rint (and f-forms), mk_to_<type>_<from>, mk_uniform,
 *    and the integer functions mk_{floordiv,mod,shl,shr,ipow,abs,neg}_{u8,i32,i64}.
 * 2. Staged: mk_sin mk_cos mk_tan (and f-forms) choose between ways to reduce an angle by branches, so a loop over them is
 *    scalar. mk_floordiv, mk_mod and their f-forms (NumPy's floor_divide and remainder) call fmod and are scalar.
 * 3. Strip forms of all: mk_NAME_strip(out, in, n) or (out, a, b, n); `out` may be one of the inputs. Those of sin, cos, tan,
 *    pow and the logarithms are much the faster forms: they take short loops, and edges only where there are some.
 *
 * Largest errors measured (units in the last place, against long double references; native/test/math_accuracy.cpp holds them):
 *    exp 0.84  expm1 1.13  log 0.80  log1p 0.82  log2 0.73  log10 0.67  sin 0.80  cos 0.80  tan 1.06  tanh 1.31  sinh 1.40
 *    cosh 1.26  asin 1.12  acos 1.08  atan 1.68  pow 0.83  atan2 1.85; float forms 0.501 (computed in double, then rounded).
 *
 * Coefficients are minimax polynomials, most of them published with fdlibm (Sun Microsystems, freely usable).
 */
#ifndef MK_VMATH_H
#define MK_VMATH_H

#include <math.h>
#include <stdint.h>

#define MK_FN static inline __attribute__((unused, always_inline))
#define MK_COLD static __attribute__((unused, noinline))
/* Before a loop whose steps are independent though the compiler cannot see it: arrays that are the same or apart. */
#if defined(__clang__)
#define MK_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define MK_INDEPENDENT _Pragma("GCC ivdep")
#endif

#include "vmath_bits.h"
#include "vmath_exp.h"
#include "vmath_hyperbolic.h"
#include "vmath_inverse.h"
#include "vmath_trig.h"
#include "vmath_pow.h"
#include "vmath_float.h"
#include "vmath_integer.h"
#include "vmath_random.h"
#include "vmath_strips.h"

#endif
