// Generated from lib/ir/operations by test/golden/operations.test.ts (UPDATE_GOLDEN=1). Do not edit.
#pragma once

// Operators in the order of their numbers: operands, and whether the result is a bool.
#define MANIPLE_OPERATORS(ROW) \
  ROW(Neg, 1, 0) \
  ROW(Abs, 1, 0) \
  ROW(Sign, 1, 0) \
  ROW(Sqrt, 1, 0) \
  ROW(Floor, 1, 0) \
  ROW(Ceil, 1, 0) \
  ROW(Trunc, 1, 0) \
  ROW(Round, 1, 0) \
  ROW(Exp, 1, 0) \
  ROW(Expm1, 1, 0) \
  ROW(Log, 1, 0) \
  ROW(Log1p, 1, 0) \
  ROW(Log2, 1, 0) \
  ROW(Log10, 1, 0) \
  ROW(Sin, 1, 0) \
  ROW(Cos, 1, 0) \
  ROW(Tan, 1, 0) \
  ROW(Tanh, 1, 0) \
  ROW(Sinh, 1, 0) \
  ROW(Cosh, 1, 0) \
  ROW(Asin, 1, 0) \
  ROW(Acos, 1, 0) \
  ROW(Atan, 1, 0) \
  ROW(Exp2, 1, 0) \
  ROW(Expit, 1, 0) \
  ROW(Not, 1, 0) \
  ROW(Bitnot, 1, 0) \
  ROW(Isnan, 1, 1) \
  ROW(Isfinite, 1, 1) \
  ROW(Isinf, 1, 1) \
  ROW(Signbit, 1, 1) \
  ROW(Add, 2, 0) \
  ROW(Sub, 2, 0) \
  ROW(Mul, 2, 0) \
  ROW(Div, 2, 0) \
  ROW(Floordiv, 2, 0) \
  ROW(Mod, 2, 0) \
  ROW(Pow, 2, 0) \
  ROW(Copysign, 2, 0) \
  ROW(Nextafter, 2, 0) \
  ROW(Atan2, 2, 0) \
  ROW(Hypot, 2, 0) \
  ROW(Min, 2, 0) \
  ROW(Max, 2, 0) \
  ROW(And, 2, 0) \
  ROW(Or, 2, 0) \
  ROW(Xor, 2, 0) \
  ROW(Shl, 2, 0) \
  ROW(Shr, 2, 0) \
  ROW(Eq, 2, 1) \
  ROW(Ne, 2, 1) \
  ROW(Lt, 2, 1) \
  ROW(Le, 2, 1) \
  ROW(Gt, 2, 1) \
  ROW(Ge, 2, 1)

// The structural opcodes, numbered behind the element-wise ones.
#define MANIPLE_STRUCTURAL(ROW) \
  ROW(Uniform) \
  ROW(Select) \
  ROW(Cast) \
  ROW(Copy) \
  ROW(Index) \
  ROW(Gather) \
  ROW(SegFold) \
  ROW(Segment) \
  ROW(Outer) \
  ROW(SegLoad) \
  ROW(Repeat) \
  ROW(Const) \
  ROW(Scalar) \
  ROW(LoadFull)

// Expressions of a, and of a and b, by type.
#define MANIPLE_EXPRESSIONS1(ROW) \
  ROW(Neg, Int8, mk_neg_i8(a)) \
  ROW(Neg, Int16, mk_neg_i16(a)) \
  ROW(Neg, Int32, mk_neg_i32(a)) \
  ROW(Neg, Int64, mk_neg_i64(a)) \
  ROW(Neg, UInt8, mk_neg_u8(a)) \
  ROW(Neg, UInt16, mk_neg_u16(a)) \
  ROW(Neg, UInt32, mk_neg_u32(a)) \
  ROW(Neg, UInt64, mk_neg_u64(a)) \
  ROW(Neg, Float32, -a) \
  ROW(Neg, Float64, -a) \
  ROW(Abs, Int8, mk_abs_i8(a)) \
  ROW(Abs, Int16, mk_abs_i16(a)) \
  ROW(Abs, Int32, mk_abs_i32(a)) \
  ROW(Abs, Int64, mk_abs_i64(a)) \
  ROW(Abs, UInt8, mk_abs_u8(a)) \
  ROW(Abs, UInt16, mk_abs_u16(a)) \
  ROW(Abs, UInt32, mk_abs_u32(a)) \
  ROW(Abs, UInt64, mk_abs_u64(a)) \
  ROW(Abs, Float32, __builtin_fabsf(a)) \
  ROW(Abs, Float64, __builtin_fabs(a)) \
  ROW(Sign, Int8, mk_sign_i8(a)) \
  ROW(Sign, Int16, mk_sign_i16(a)) \
  ROW(Sign, Int32, mk_sign_i32(a)) \
  ROW(Sign, Int64, mk_sign_i64(a)) \
  ROW(Sign, UInt8, mk_sign_u8(a)) \
  ROW(Sign, UInt16, mk_sign_u16(a)) \
  ROW(Sign, UInt32, mk_sign_u32(a)) \
  ROW(Sign, UInt64, mk_sign_u64(a)) \
  ROW(Sign, Float32, mk_signf(a)) \
  ROW(Sign, Float64, mk_sign(a)) \
  ROW(Sqrt, Float32, __builtin_sqrtf(a)) \
  ROW(Sqrt, Float64, __builtin_sqrt(a)) \
  ROW(Floor, Float32, mk_floorf(a)) \
  ROW(Floor, Float64, mk_floor(a)) \
  ROW(Ceil, Float32, mk_ceilf(a)) \
  ROW(Ceil, Float64, mk_ceil(a)) \
  ROW(Trunc, Float32, mk_truncf(a)) \
  ROW(Trunc, Float64, mk_trunc(a)) \
  ROW(Round, Float32, mk_rintf(a)) \
  ROW(Round, Float64, mk_rint(a)) \
  ROW(Exp, Float32, mk_expf(a)) \
  ROW(Exp, Float64, mk_exp(a)) \
  ROW(Expm1, Float32, mk_expm1f(a)) \
  ROW(Expm1, Float64, mk_expm1(a)) \
  ROW(Log1p, Float32, mk_log1pf(a)) \
  ROW(Tanh, Float64, mk_tanh(a)) \
  ROW(Sinh, Float32, mk_sinhf(a)) \
  ROW(Cosh, Float32, mk_coshf(a)) \
  ROW(Asin, Float32, mk_asinf(a)) \
  ROW(Asin, Float64, mk_asin(a)) \
  ROW(Acos, Float32, mk_acosf(a)) \
  ROW(Acos, Float64, mk_acos(a)) \
  ROW(Atan, Float32, mk_atanf(a)) \
  ROW(Exp2, Float32, mk_exp2f(a)) \
  ROW(Exp2, Float64, mk_exp2(a)) \
  ROW(Expit, Float32, mk_expitf(a)) \
  ROW(Expit, Float64, mk_expit(a)) \
  ROW(Not, Bool, !a) \
  ROW(Bitnot, Int8, (int8_t)~a) \
  ROW(Bitnot, Int16, (int16_t)~a) \
  ROW(Bitnot, Int32, (int32_t)~a) \
  ROW(Bitnot, Int64, (int64_t)~a) \
  ROW(Bitnot, UInt8, (uint8_t)~a) \
  ROW(Bitnot, UInt16, (uint16_t)~a) \
  ROW(Bitnot, UInt32, (uint32_t)~a) \
  ROW(Bitnot, UInt64, (uint64_t)~a) \
  ROW(Isnan, Float32, a != a) \
  ROW(Isnan, Float64, a != a) \
  ROW(Isfinite, Float32, __builtin_fabsf(a) < INFINITY) \
  ROW(Isfinite, Float64, __builtin_fabs(a) < INFINITY) \
  ROW(Isinf, Float32, __builtin_fabsf(a) == INFINITY) \
  ROW(Isinf, Float64, __builtin_fabs(a) == INFINITY) \
  ROW(Signbit, Float32, mk_signbitf(a)) \
  ROW(Signbit, Float64, mk_signbit(a))

#define MANIPLE_EXPRESSIONS2(ROW) \
  ROW(Add, Int8, mk_add_i8(a, b)) \
  ROW(Add, Int16, mk_add_i16(a, b)) \
  ROW(Add, Int32, mk_add_i32(a, b)) \
  ROW(Add, Int64, mk_add_i64(a, b)) \
  ROW(Add, UInt8, mk_add_u8(a, b)) \
  ROW(Add, UInt16, mk_add_u16(a, b)) \
  ROW(Add, UInt32, mk_add_u32(a, b)) \
  ROW(Add, UInt64, mk_add_u64(a, b)) \
  ROW(Add, Float32, a + b) \
  ROW(Add, Float64, a + b) \
  ROW(Sub, Int8, mk_sub_i8(a, b)) \
  ROW(Sub, Int16, mk_sub_i16(a, b)) \
  ROW(Sub, Int32, mk_sub_i32(a, b)) \
  ROW(Sub, Int64, mk_sub_i64(a, b)) \
  ROW(Sub, UInt8, mk_sub_u8(a, b)) \
  ROW(Sub, UInt16, mk_sub_u16(a, b)) \
  ROW(Sub, UInt32, mk_sub_u32(a, b)) \
  ROW(Sub, UInt64, mk_sub_u64(a, b)) \
  ROW(Sub, Float32, a - b) \
  ROW(Sub, Float64, a - b) \
  ROW(Mul, Int8, mk_mul_i8(a, b)) \
  ROW(Mul, Int16, mk_mul_i16(a, b)) \
  ROW(Mul, Int32, mk_mul_i32(a, b)) \
  ROW(Mul, Int64, mk_mul_i64(a, b)) \
  ROW(Mul, UInt8, mk_mul_u8(a, b)) \
  ROW(Mul, UInt16, mk_mul_u16(a, b)) \
  ROW(Mul, UInt32, mk_mul_u32(a, b)) \
  ROW(Mul, UInt64, mk_mul_u64(a, b)) \
  ROW(Mul, Float32, a * b) \
  ROW(Mul, Float64, a * b) \
  ROW(Div, Float32, a / b) \
  ROW(Div, Float64, a / b) \
  ROW(Floordiv, Int8, mk_floordiv_i8(a, b)) \
  ROW(Floordiv, Int16, mk_floordiv_i16(a, b)) \
  ROW(Floordiv, Int32, mk_floordiv_i32(a, b)) \
  ROW(Floordiv, UInt8, mk_floordiv_u8(a, b)) \
  ROW(Floordiv, UInt16, mk_floordiv_u16(a, b)) \
  ROW(Floordiv, UInt32, mk_floordiv_u32(a, b)) \
  ROW(Mod, Int8, mk_mod_i8(a, b)) \
  ROW(Mod, Int16, mk_mod_i16(a, b)) \
  ROW(Mod, Int32, mk_mod_i32(a, b)) \
  ROW(Mod, UInt8, mk_mod_u8(a, b)) \
  ROW(Mod, UInt16, mk_mod_u16(a, b)) \
  ROW(Mod, UInt32, mk_mod_u32(a, b)) \
  ROW(Copysign, Float32, mk_copysignf(a, b)) \
  ROW(Copysign, Float64, mk_copysign(a, b)) \
  ROW(Nextafter, Float32, mk_nextafterf(a, b)) \
  ROW(Nextafter, Float64, mk_nextafter(a, b)) \
  ROW(Atan2, Float32, mk_atan2f(a, b)) \
  ROW(Atan2, Float64, mk_atan2(a, b)) \
  ROW(Hypot, Float32, mk_hypotf(a, b)) \
  ROW(Hypot, Float64, mk_hypot(a, b)) \
  ROW(Min, Bool, (uint8_t)(a & b)) \
  ROW(Min, Int8, mk_min_i8(a, b)) \
  ROW(Min, Int16, mk_min_i16(a, b)) \
  ROW(Min, Int32, mk_min_i32(a, b)) \
  ROW(Min, Int64, mk_min_i64(a, b)) \
  ROW(Min, UInt8, mk_min_u8(a, b)) \
  ROW(Min, UInt16, mk_min_u16(a, b)) \
  ROW(Min, UInt32, mk_min_u32(a, b)) \
  ROW(Min, UInt64, mk_min_u64(a, b)) \
  ROW(Min, Float32, mk_fminf(a, b)) \
  ROW(Min, Float64, mk_fmin(a, b)) \
  ROW(Max, Bool, (uint8_t)(a | b)) \
  ROW(Max, Int8, mk_max_i8(a, b)) \
  ROW(Max, Int16, mk_max_i16(a, b)) \
  ROW(Max, Int32, mk_max_i32(a, b)) \
  ROW(Max, Int64, mk_max_i64(a, b)) \
  ROW(Max, UInt8, mk_max_u8(a, b)) \
  ROW(Max, UInt16, mk_max_u16(a, b)) \
  ROW(Max, UInt32, mk_max_u32(a, b)) \
  ROW(Max, UInt64, mk_max_u64(a, b)) \
  ROW(Max, Float32, mk_fmaxf(a, b)) \
  ROW(Max, Float64, mk_fmax(a, b)) \
  ROW(And, Bool, (uint8_t)(a & b)) \
  ROW(And, Int8, (int8_t)(a & b)) \
  ROW(And, Int16, (int16_t)(a & b)) \
  ROW(And, Int32, (int32_t)(a & b)) \
  ROW(And, Int64, (int64_t)(a & b)) \
  ROW(And, UInt8, (uint8_t)(a & b)) \
  ROW(And, UInt16, (uint16_t)(a & b)) \
  ROW(And, UInt32, (uint32_t)(a & b)) \
  ROW(And, UInt64, (uint64_t)(a & b)) \
  ROW(Or, Bool, (uint8_t)(a | b)) \
  ROW(Or, Int8, (int8_t)(a | b)) \
  ROW(Or, Int16, (int16_t)(a | b)) \
  ROW(Or, Int32, (int32_t)(a | b)) \
  ROW(Or, Int64, (int64_t)(a | b)) \
  ROW(Or, UInt8, (uint8_t)(a | b)) \
  ROW(Or, UInt16, (uint16_t)(a | b)) \
  ROW(Or, UInt32, (uint32_t)(a | b)) \
  ROW(Or, UInt64, (uint64_t)(a | b)) \
  ROW(Xor, Bool, (uint8_t)(a ^ b)) \
  ROW(Xor, Int8, (int8_t)(a ^ b)) \
  ROW(Xor, Int16, (int16_t)(a ^ b)) \
  ROW(Xor, Int32, (int32_t)(a ^ b)) \
  ROW(Xor, Int64, (int64_t)(a ^ b)) \
  ROW(Xor, UInt8, (uint8_t)(a ^ b)) \
  ROW(Xor, UInt16, (uint16_t)(a ^ b)) \
  ROW(Xor, UInt32, (uint32_t)(a ^ b)) \
  ROW(Xor, UInt64, (uint64_t)(a ^ b)) \
  ROW(Shl, Int8, mk_shl_i8(a, b)) \
  ROW(Shl, Int16, mk_shl_i16(a, b)) \
  ROW(Shl, Int32, mk_shl_i32(a, b)) \
  ROW(Shl, Int64, mk_shl_i64(a, b)) \
  ROW(Shl, UInt8, mk_shl_u8(a, b)) \
  ROW(Shl, UInt16, mk_shl_u16(a, b)) \
  ROW(Shl, UInt32, mk_shl_u32(a, b)) \
  ROW(Shl, UInt64, mk_shl_u64(a, b)) \
  ROW(Shr, Int8, mk_shr_i8(a, b)) \
  ROW(Shr, Int16, mk_shr_i16(a, b)) \
  ROW(Shr, Int32, mk_shr_i32(a, b)) \
  ROW(Shr, Int64, mk_shr_i64(a, b)) \
  ROW(Shr, UInt8, mk_shr_u8(a, b)) \
  ROW(Shr, UInt16, mk_shr_u16(a, b)) \
  ROW(Shr, UInt32, mk_shr_u32(a, b)) \
  ROW(Shr, UInt64, mk_shr_u64(a, b)) \
  ROW(Eq, Bool, a == b) \
  ROW(Eq, Int8, a == b) \
  ROW(Eq, Int16, a == b) \
  ROW(Eq, Int32, a == b) \
  ROW(Eq, Int64, a == b) \
  ROW(Eq, UInt8, a == b) \
  ROW(Eq, UInt16, a == b) \
  ROW(Eq, UInt32, a == b) \
  ROW(Eq, UInt64, a == b) \
  ROW(Eq, Float32, a == b) \
  ROW(Eq, Float64, a == b) \
  ROW(Ne, Bool, a != b) \
  ROW(Ne, Int8, a != b) \
  ROW(Ne, Int16, a != b) \
  ROW(Ne, Int32, a != b) \
  ROW(Ne, Int64, a != b) \
  ROW(Ne, UInt8, a != b) \
  ROW(Ne, UInt16, a != b) \
  ROW(Ne, UInt32, a != b) \
  ROW(Ne, UInt64, a != b) \
  ROW(Ne, Float32, a != b) \
  ROW(Ne, Float64, a != b) \
  ROW(Lt, Bool, a < b) \
  ROW(Lt, Int8, a < b) \
  ROW(Lt, Int16, a < b) \
  ROW(Lt, Int32, a < b) \
  ROW(Lt, Int64, a < b) \
  ROW(Lt, UInt8, a < b) \
  ROW(Lt, UInt16, a < b) \
  ROW(Lt, UInt32, a < b) \
  ROW(Lt, UInt64, a < b) \
  ROW(Lt, Float32, a < b) \
  ROW(Lt, Float64, a < b) \
  ROW(Le, Bool, a <= b) \
  ROW(Le, Int8, a <= b) \
  ROW(Le, Int16, a <= b) \
  ROW(Le, Int32, a <= b) \
  ROW(Le, Int64, a <= b) \
  ROW(Le, UInt8, a <= b) \
  ROW(Le, UInt16, a <= b) \
  ROW(Le, UInt32, a <= b) \
  ROW(Le, UInt64, a <= b) \
  ROW(Le, Float32, a <= b) \
  ROW(Le, Float64, a <= b) \
  ROW(Gt, Bool, a > b) \
  ROW(Gt, Int8, a > b) \
  ROW(Gt, Int16, a > b) \
  ROW(Gt, Int32, a > b) \
  ROW(Gt, Int64, a > b) \
  ROW(Gt, UInt8, a > b) \
  ROW(Gt, UInt16, a > b) \
  ROW(Gt, UInt32, a > b) \
  ROW(Gt, UInt64, a > b) \
  ROW(Gt, Float32, a > b) \
  ROW(Gt, Float64, a > b) \
  ROW(Ge, Bool, a >= b) \
  ROW(Ge, Int8, a >= b) \
  ROW(Ge, Int16, a >= b) \
  ROW(Ge, Int32, a >= b) \
  ROW(Ge, Int64, a >= b) \
  ROW(Ge, UInt8, a >= b) \
  ROW(Ge, UInt16, a >= b) \
  ROW(Ge, UInt32, a >= b) \
  ROW(Ge, UInt64, a >= b) \
  ROW(Ge, Float32, a >= b) \
  ROW(Ge, Float64, a >= b)

// Operations with forms in which one operand is the same for all elements.
#define MANIPLE_BROADCASTS(ROW) \
  ROW(Add, Int8) \
  ROW(Add, Int16) \
  ROW(Add, Int32) \
  ROW(Add, Int64) \
  ROW(Add, UInt8) \
  ROW(Add, UInt16) \
  ROW(Add, UInt32) \
  ROW(Add, UInt64) \
  ROW(Add, Float32) \
  ROW(Add, Float64) \
  ROW(Sub, Int8) \
  ROW(Sub, Int16) \
  ROW(Sub, Int32) \
  ROW(Sub, Int64) \
  ROW(Sub, UInt8) \
  ROW(Sub, UInt16) \
  ROW(Sub, UInt32) \
  ROW(Sub, UInt64) \
  ROW(Sub, Float32) \
  ROW(Sub, Float64) \
  ROW(Mul, Int8) \
  ROW(Mul, Int16) \
  ROW(Mul, Int32) \
  ROW(Mul, Int64) \
  ROW(Mul, UInt8) \
  ROW(Mul, UInt16) \
  ROW(Mul, UInt32) \
  ROW(Mul, UInt64) \
  ROW(Mul, Float32) \
  ROW(Mul, Float64) \
  ROW(Div, Float32) \
  ROW(Div, Float64) \
  ROW(Floordiv, Int8) \
  ROW(Floordiv, Int16) \
  ROW(Floordiv, Int32) \
  ROW(Floordiv, UInt8) \
  ROW(Floordiv, UInt16) \
  ROW(Floordiv, UInt32) \
  ROW(Mod, Int8) \
  ROW(Mod, Int16) \
  ROW(Mod, Int32) \
  ROW(Mod, UInt8) \
  ROW(Mod, UInt16) \
  ROW(Mod, UInt32) \
  ROW(Min, Bool) \
  ROW(Min, Int8) \
  ROW(Min, Int16) \
  ROW(Min, Int32) \
  ROW(Min, Int64) \
  ROW(Min, UInt8) \
  ROW(Min, UInt16) \
  ROW(Min, UInt32) \
  ROW(Min, UInt64) \
  ROW(Min, Float32) \
  ROW(Min, Float64) \
  ROW(Max, Bool) \
  ROW(Max, Int8) \
  ROW(Max, Int16) \
  ROW(Max, Int32) \
  ROW(Max, Int64) \
  ROW(Max, UInt8) \
  ROW(Max, UInt16) \
  ROW(Max, UInt32) \
  ROW(Max, UInt64) \
  ROW(Max, Float32) \
  ROW(Max, Float64) \
  ROW(Eq, Bool) \
  ROW(Eq, Int8) \
  ROW(Eq, Int16) \
  ROW(Eq, Int32) \
  ROW(Eq, Int64) \
  ROW(Eq, UInt8) \
  ROW(Eq, UInt16) \
  ROW(Eq, UInt32) \
  ROW(Eq, UInt64) \
  ROW(Eq, Float32) \
  ROW(Eq, Float64) \
  ROW(Ne, Bool) \
  ROW(Ne, Int8) \
  ROW(Ne, Int16) \
  ROW(Ne, Int32) \
  ROW(Ne, Int64) \
  ROW(Ne, UInt8) \
  ROW(Ne, UInt16) \
  ROW(Ne, UInt32) \
  ROW(Ne, UInt64) \
  ROW(Ne, Float32) \
  ROW(Ne, Float64) \
  ROW(Lt, Bool) \
  ROW(Lt, Int8) \
  ROW(Lt, Int16) \
  ROW(Lt, Int32) \
  ROW(Lt, Int64) \
  ROW(Lt, UInt8) \
  ROW(Lt, UInt16) \
  ROW(Lt, UInt32) \
  ROW(Lt, UInt64) \
  ROW(Lt, Float32) \
  ROW(Lt, Float64) \
  ROW(Le, Bool) \
  ROW(Le, Int8) \
  ROW(Le, Int16) \
  ROW(Le, Int32) \
  ROW(Le, Int64) \
  ROW(Le, UInt8) \
  ROW(Le, UInt16) \
  ROW(Le, UInt32) \
  ROW(Le, UInt64) \
  ROW(Le, Float32) \
  ROW(Le, Float64) \
  ROW(Gt, Bool) \
  ROW(Gt, Int8) \
  ROW(Gt, Int16) \
  ROW(Gt, Int32) \
  ROW(Gt, Int64) \
  ROW(Gt, UInt8) \
  ROW(Gt, UInt16) \
  ROW(Gt, UInt32) \
  ROW(Gt, UInt64) \
  ROW(Gt, Float32) \
  ROW(Gt, Float64) \
  ROW(Ge, Bool) \
  ROW(Ge, Int8) \
  ROW(Ge, Int16) \
  ROW(Ge, Int32) \
  ROW(Ge, Int64) \
  ROW(Ge, UInt8) \
  ROW(Ge, UInt16) \
  ROW(Ge, UInt32) \
  ROW(Ge, UInt64) \
  ROW(Ge, Float32) \
  ROW(Ge, Float64)

// Operations that are computed by strips.
#define MANIPLE_STRIPS1(ROW) \
  ROW(Log, Float32, mk_logf_strip) \
  ROW(Log, Float64, mk_log_strip) \
  ROW(Log1p, Float64, mk_log1p_strip) \
  ROW(Log2, Float32, mk_log2f_strip) \
  ROW(Log2, Float64, mk_log2_strip) \
  ROW(Log10, Float32, mk_log10f_strip) \
  ROW(Log10, Float64, mk_log10_strip) \
  ROW(Sin, Float32, mk_sinf_strip) \
  ROW(Sin, Float64, mk_sin_strip) \
  ROW(Cos, Float32, mk_cosf_strip) \
  ROW(Cos, Float64, mk_cos_strip) \
  ROW(Tan, Float32, mk_tanf_strip) \
  ROW(Tan, Float64, mk_tan_strip) \
  ROW(Tanh, Float32, mk_tanhf_strip) \
  ROW(Sinh, Float64, mk_sinh_strip) \
  ROW(Cosh, Float64, mk_cosh_strip) \
  ROW(Atan, Float64, mk_atan_strip)

#define MANIPLE_STRIPS2(ROW) \
  ROW(Floordiv, Int64, mk_floordiv_i64_strip) \
  ROW(Floordiv, UInt64, mk_floordiv_u64_strip) \
  ROW(Floordiv, Float32, mk_floordivf_strip) \
  ROW(Floordiv, Float64, mk_floordiv_strip) \
  ROW(Mod, Int64, mk_mod_i64_strip) \
  ROW(Mod, UInt64, mk_mod_u64_strip) \
  ROW(Mod, Float32, mk_modf_strip) \
  ROW(Mod, Float64, mk_mod_strip) \
  ROW(Pow, Int8, mk_pow_i8_strip) \
  ROW(Pow, Int16, mk_pow_i16_strip) \
  ROW(Pow, Int32, mk_pow_i32_strip) \
  ROW(Pow, Int64, mk_pow_i64_strip) \
  ROW(Pow, UInt8, mk_pow_u8_strip) \
  ROW(Pow, UInt16, mk_pow_u16_strip) \
  ROW(Pow, UInt32, mk_pow_u32_strip) \
  ROW(Pow, UInt64, mk_pow_u64_strip) \
  ROW(Pow, Float32, mk_powf_strip) \
  ROW(Pow, Float64, mk_pow_strip)
