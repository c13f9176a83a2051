// The operators of the kernel language on single values, called by every primitive's loop. Their expressions come from the table of
// operations, their arithmetic is in native/math/vmath.h. Included inside a variant's anonymous namespace, after vmath.h.

#define INLINE static inline __attribute__((always_inline))

// The operator of a row of the table of operations on values of a type.
template <Op op, int type>
struct Operator;

#define MANIPLE_OPERATOR(OP, TYPE, PARAMETERS, ...)                                                                     \
  template <>                                                                                                           \
  struct Operator<OP, TYPE> {                                                                                           \
    using Result = C<kGivesBool[OP] ? Bool : TYPE>;                                                                     \
    INLINE Result of PARAMETERS { return (Result)(__VA_ARGS__); }                                                       \
  };
#define MANIPLE_OPERATOR1(OP, TYPE, ...) MANIPLE_OPERATOR(OP, TYPE, (C<TYPE> a), __VA_ARGS__)
#define MANIPLE_OPERATOR2(OP, TYPE, ...) MANIPLE_OPERATOR(OP, TYPE, (C<TYPE> a, C<TYPE> b), __VA_ARGS__)
MANIPLE_EXPRESSIONS1(MANIPLE_OPERATOR1)
MANIPLE_EXPRESSIONS2(MANIPLE_OPERATOR2)
#undef MANIPLE_OPERATOR1
#undef MANIPLE_OPERATOR2
#undef MANIPLE_OPERATOR

// Conversions to a type named by its code, as uint8 and bool are the same C type.
template <int To>
struct CastOp;
template <>
struct CastOp<Bool> {
  template <typename T>
  INLINE uint8_t of(T a) { return a != (T)0; }
};
#define MANIPLE_CAST(NAME, TYPE, END)                                                                                   \
  template <>                                                                                                           \
  struct CastOp<NAME> {                                                                                                 \
    template <typename T>                                                                                               \
    INLINE TYPE of(T a) { return (TYPE)a; }                                                                             \
    INLINE TYPE of(float a) { return mk_to_##END##_f32(a); }                                                            \
    INLINE TYPE of(double a) { return mk_to_##END##_f64(a); }                                                           \
  };
MANIPLE_INTEGERS(MANIPLE_CAST)
#undef MANIPLE_CAST
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
#define MANIPLE_CAST(NAME, TYPE, END)                                                                                   \
  template <>                                                                                                           \
  struct CastOp<NAME> {                                                                                                 \
    template <typename T>                                                                                               \
    INLINE TYPE of(T a) { return mk_to_##END##_f32((float)a); }                                                         \
    INLINE TYPE of(double a) { return mk_to_##END##_f64(a); }                                                           \
  };
MANIPLE_STORED(MANIPLE_CAST)
#undef MANIPLE_CAST

// An element's value: of floats that are stored alone, as a float.
template <typename T>
INLINE T valueOf(T a) { return a; }
#define MANIPLE_VALUE(NAME, TYPE, END) \
  INLINE float valueOf(TYPE a) { return mk_to_f32_##END(a); }
MANIPLE_STORED(MANIPLE_VALUE)
#undef MANIPLE_VALUE

template <int From, int To>
struct Conversion {
  INLINE C<To> of(C<From> a) {
    if constexpr (From == To && To != Bool) return a;
    else return CastOp<To>::of(valueOf(a));
  }
};
