/*
 * Elementary functions as plain arithmetic, in C99 that is also C++: the one definition of every function of the kernel
 * language for compiled kernels (which include this) and for the block tier. Only additions, multiplications,
 * divisions, integer operations and selections, so that gcc and clang vectorize a loop over them at any width, and the
 * bits are the same at every width and in a loop's scalar tail.
 *
 * Compile with -ffp-contract=off -fno-math-errno -fno-trapping-math, never with -ffast-math.
 *
 * lib/ir/OPERATIONS.md lists the functions and the bounds of their errors, against long double references, which
 * native/test/math_accuracy.cpp holds them to; each has an f-form for float, computed in double and rounded.
 *
 * 1. Inline-safe: may stand in any loop, which stays vectorizable: all functions not under 2, mk_to_<type>_<from> and mk_uniform.
 * 2. Staged: mk_sin mk_cos mk_tan (and f-forms) choose between ways to reduce an angle by branches, so a loop over them is
 *    scalar. mk_floordiv, mk_mod and their f-forms (NumPy's floor_divide and remainder) call fmod and are scalar;
 *    vmath_divide.h has strips of them that are vectors.
 * 3. Strip forms: mk_NAME_strip(out, in, n) or (out, a, b, n); `out` may be one of the inputs. Forms by hand in vmath_strips.h and
 *    vmath_divide.h are much faster: they take short loops, and edges only where there are some. vmath_operations.h lists the plain loops.
 *
 * Coefficients are minimax polynomials, most of them published with fdlibm (Sun Microsystems, freely usable).
 */
#ifndef MK_VMATH_H
#define MK_VMATH_H

#include <math.h>
#include <stdint.h>

#define MK_FN static inline __attribute__((unused, always_inline))
#define MK_COLD static __attribute__((unused, noinline))
/* Before a loop with independent steps, where the compiler cannot see it: arrays that are equal or do not overlap. */
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
#include "vmath_special.h"
#include "vmath_integer.h"
#include "vmath_random.h"
#include "vmath_operations.h"
#include "vmath_compact.h"
#include "vmath_strips.h"
#include "vmath_divide.h"

#endif
