// The operators of the kernel language on single values, overloaded by type: what every primitive's loop calls. All
// arithmetic is in native/math/vmath.h. Included inside a variant's anonymous namespace, after vmath.h.

#define INLINE static inline __attribute__((always_inline))

#define ON_FLOATS(NAME, MATH)                                                                                           \
  struct NAME {                                                                                                         \
    INLINE double of(double a) { return mk_##MATH(a); }                                                                 \
    INLINE float of(float a) { return mk_##MATH##f(a); }                                                                \
  };
ON_FLOATS(ExpOp, exp) ON_FLOATS(Expm1Op, expm1) ON_FLOATS(LogOp, log) ON_FLOATS(Log1pOp, log1p) ON_FLOATS(Log2Op, log2)
ON_FLOATS(Log10Op, log10) ON_FLOATS(TanhOp, tanh) ON_FLOATS(SinhOp, sinh) ON_FLOATS(CoshOp, cosh)
ON_FLOATS(AsinOp, asin) ON_FLOATS(AcosOp, acos) ON_FLOATS(AtanOp, atan) ON_FLOATS(FloorOp, floor) ON_FLOATS(CeilOp, ceil)
ON_FLOATS(TruncOp, trunc) ON_FLOATS(RoundOp, rint)
#undef ON_FLOATS

struct SqrtOp {
  INLINE double of(double a) { return __builtin_sqrt(a); }
  INLINE float of(float a) { return __builtin_sqrtf(a); }
};
struct NotOp {
  INLINE uint8_t of(uint8_t a) { return a ^ 1; }
};
struct BitNotOp {
  template <typename T>
  INLINE T of(T a) { return (T)~a; }
};
struct IsNanOp {
  template <typename T>
  INLINE uint8_t of(T a) { return a != a; }
};
struct IsFiniteOp {
  template <typename T>
  INLINE uint8_t of(T a) { return a - a == (T)0; }
};
struct IsInfOp {
  template <typename T>
  INLINE uint8_t of(T a) { return (a == a) & (a - a != (T)0); }
};

#define ON_INTEGERS(NAME)                                                                                               \
  INLINE uint8_t of(uint8_t a) { return mk_##NAME##_u8(a); }                                                            \
  INLINE int32_t of(int32_t a) { return mk_##NAME##_i32(a); }                                                           \
  INLINE int64_t of(int64_t a) { return mk_##NAME##_i64(a); }
struct NegOp {
  INLINE double of(double a) { return -a; }
  INLINE float of(float a) { return -a; }
  ON_INTEGERS(neg)
};
struct AbsOp {
  INLINE double of(double a) { return __builtin_fabs(a); }
  INLINE float of(float a) { return __builtin_fabsf(a); }
  ON_INTEGERS(abs)
};
struct SignOp {
  INLINE double of(double a) { return mk_sign(a); }
  INLINE float of(float a) { return mk_signf(a); }
  ON_INTEGERS(sign)
};
#undef ON_INTEGERS

#define ON_INTEGERS(NAME)                                                                                               \
  INLINE uint8_t of(uint8_t a, uint8_t b) { return mk_##NAME##_u8(a, b); }                                              \
  INLINE int32_t of(int32_t a, int32_t b) { return mk_##NAME##_i32(a, b); }                                             \
  INLINE int64_t of(int64_t a, int64_t b) { return mk_##NAME##_i64(a, b); }
#define ARITHMETIC(NAME, MATH, SYMBOL)                                                                                  \
  struct NAME {                                                                                                         \
    INLINE double of(double a, double b) { return a SYMBOL b; }                                                         \
    INLINE float of(float a, float b) { return a SYMBOL b; }                                                            \
    ON_INTEGERS(MATH)                                                                                                   \
  };
ARITHMETIC(AddOp, add, +) ARITHMETIC(SubOp, sub, -) ARITHMETIC(MulOp, mul, *)
#undef ARITHMETIC

#define BY_NAME(NAME, FLOAT, INTEGER)                                                                                   \
  struct NAME {                                                                                                         \
    INLINE double of(double a, double b) { return mk_##FLOAT(a, b); }                                                   \
    INLINE float of(float a, float b) { return mk_##FLOAT##f(a, b); }                                                   \
    ON_INTEGERS(INTEGER)                                                                                                \
  };
BY_NAME(FloorDivOp, floordiv, floordiv) BY_NAME(ModOp, mod, mod) BY_NAME(PowOp, pow, ipow)
BY_NAME(MinOp, fmin, min) BY_NAME(MaxOp, fmax, max)
#undef BY_NAME

struct DivOp {
  template <typename T>
  INLINE T of(T a, T b) { return a / b; }
};
struct Atan2Op {
  INLINE double of(double a, double b) { return mk_atan2(a, b); }
  INLINE float of(float a, float b) { return mk_atan2f(a, b); }
};
struct SignBitOp {
  INLINE uint8_t of(double a) { return mk_signbit(a); }
  INLINE uint8_t of(float a) { return mk_signbitf(a); }
};
struct CopySignOp {
  INLINE double of(double a, double b) { return mk_copysign(a, b); }
  INLINE float of(float a, float b) { return mk_copysignf(a, b); }
};
struct NextAfterOp {
  INLINE double of(double a, double b) { return mk_nextafter(a, b); }
  INLINE float of(float a, float b) { return mk_nextafterf(a, b); }
};
struct ShlOp { ON_INTEGERS(shl) };
struct ShrOp { ON_INTEGERS(shr) };
#undef ON_INTEGERS
struct UniformOp {
  INLINE double of(int64_t a, int64_t b) { return mk_uniform(a, b); }
};

#define BITWISE(NAME, SYMBOL)                                                                                           \
  struct NAME {                                                                                                         \
    template <typename T>                                                                                               \
    INLINE T of(T a, T b) { return (T)(a SYMBOL b); }                                                                   \
  };
BITWISE(AndOp, &) BITWISE(OrOp, |) BITWISE(XorOp, ^)
#undef BITWISE

#define COMPARISON(NAME, SYMBOL)                                                                                        \
  struct NAME {                                                                                                         \
    template <typename T>                                                                                               \
    INLINE uint8_t of(T a, T b) { return a SYMBOL b; }                                                                  \
  };
COMPARISON(EqOp, ==) COMPARISON(NeOp, !=) COMPARISON(LtOp, <) COMPARISON(LeOp, <=) COMPARISON(GtOp, >) COMPARISON(GeOp, >=)
#undef COMPARISON

// Conversions to a type named by its code, as uint8 and bool are the same C type.
template <int To>
struct CastOp;
template <>
struct CastOp<Bool> {
  template <typename T>
  INLINE uint8_t of(T a) { return a != (T)0; }
};
template <>
struct CastOp<UInt8> {
  template <typename T>
  INLINE uint8_t of(T a) { return (uint8_t)a; }
  INLINE uint8_t of(float a) { return mk_to_u8_f32(a); }
  INLINE uint8_t of(double a) { return mk_to_u8_f64(a); }
};
template <>
struct CastOp<Int32> {
  template <typename T>
  INLINE int32_t of(T a) { return (int32_t)a; }
  INLINE int32_t of(float a) { return mk_to_i32_f32(a); }
  INLINE int32_t of(double a) { return mk_to_i32_f64(a); }
};
template <>
struct CastOp<Int64> {
  template <typename T>
  INLINE int64_t of(T a) { return (int64_t)a; }
  INLINE int64_t of(float a) { return mk_to_i64_f32(a); }
  INLINE int64_t of(double a) { return mk_to_i64_f64(a); }
};
template <>
struct CastOp<Float32> {
  template <typename T>
  INLINE float of(T a) { return (float)a; }
};
template <>
struct CastOp<Float64> {
  template <typename T>
  INLINE double of(T a) { return (double)a; }
};
