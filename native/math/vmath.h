/*
 * Elementary functions as plain arithmetic, in C99 that is also C++: the one definition of every function of the kernel
 * language for compiled kernels (which include this) and for the block tier. Only additions, multiplications,
 * divisions, integer operations and selections, so that gcc and clang vectorize a loop over them at any width, and the
 * bits are the same at every width and in a loop's scalar tail.
 *
 * Compile with -ffp-contract=off -fno-math-errno -fno-trapping-math, never with -ffast-math.
 *
 * 1. Inline-safe: may stand in any loop, which stays vectorizable.
 *    mk_exp mk_expm1 mk_log mk_log1p mk_log2 mk_log10 mk_tanh mk_pow mk_atan2, each with an f-form for float;
 *    mk_fmin mk_fmax mk_sign mk_floor mk_ceil mk_trunc mk_rint (and f-forms), mk_to_<type>_<from>, mk_uniform,
 *    and the integer functions mk_{floordiv,mod,shl,shr,ipow,abs,neg}_{u8,i32,i64}.
 * 2. Staged: mk_sin mk_cos mk_tan (and f-forms) are right for every argument but branch beyond MK_TRIG_LIMIT, so a loop
 *    over them is scalar. mk_sin_mid, mk_cos_mid, mk_tan_mid are the inline-safe parts, right (same bits) for
 *    |x| <= MK_TRIG_LIMIT and non-finite x. The strip forms use them and fall back where a strip has a larger argument.
 *    mk_floordiv, mk_mod and their f-forms (NumPy's floor_divide and remainder) call fmod and are scalar.
 * 3. Strip forms of all: mk_NAME_strip(out, in, n) or (out, a, b, n); `out` may be one of the inputs. mk_pow_strip is the faster pow.
 *
 * Largest errors measured (units in the last place, against long double references; native/test/math_accuracy.cpp holds them):
 *    exp 0.84  expm1 1.13  log 0.86  log1p 0.83  log2 0.79  log10 0.67  sin 0.84  cos 0.83  tan 1.01  tanh 1.26
 *    pow 0.83  atan2 1.79; float forms 0.501 (computed in double, then rounded).
 *
 * Coefficients are the minimax polynomials published with fdlibm (Sun Microsystems, freely usable).
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
#include "vmath_trig.h"
#include "vmath_pow.h"
#include "vmath_float.h"
#include "vmath_integer.h"
#include "vmath_random.h"
#include "vmath_strips.h"

#endif
