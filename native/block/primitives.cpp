// Compiled once for each instruction set: see primitives.h. Nothing here has external linkage but the variant's table, and
// no header with inline functions of the standard library is included, so that no wide code leaks into common symbols.
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "../math/vmath.h"
#include "primitives.h"

#pragma GCC diagnostic ignored "-Wpsabi"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)

namespace maniple::block {
namespace {

#include "scalar.h"

template <int Code> struct CType;
template <> struct CType<Bool> { using type = uint8_t; };
template <> struct CType<UInt8> { using type = uint8_t; };
template <> struct CType<Int32> { using type = int32_t; };
template <> struct CType<Int64> { using type = int64_t; };
template <> struct CType<Float32> { using type = float; };
template <> struct CType<Float64> { using type = double; };
template <int Code> using C = typename CType<Code>::type;

// ---- element-wise ----

template <typename F, typename T>
void unary(void* out, const void* a, const void*, const void*, int64_t n) {
  using R = decltype(F::of(T()));
  R* o = static_cast<R*>(out);
  const T* x = static_cast<const T*>(a);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x[i]);
}

template <typename F, typename T>
void binary(void* out, const void* a, const void* b, const void*, int64_t n) {
  using R = decltype(F::of(T(), T()));
  R* o = static_cast<R*>(out);
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x[i], y[i]);
}

template <typename F, typename T>
void binaryRight(void* out, const void* a, const void* b, const void*, int64_t n) {
  using R = decltype(F::of(T(), T()));
  R* o = static_cast<R*>(out);
  const T* x = static_cast<const T*>(a);
  const T y = *static_cast<const T*>(b);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x[i], y);
}

template <typename F, typename T>
void binaryLeft(void* out, const void* a, const void* b, const void*, int64_t n) {
  using R = decltype(F::of(T(), T()));
  R* o = static_cast<R*>(out);
  const T x = *static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x, y[i]);
}

template <typename T>
void select(void* out, const void* c, const void* a, const void* b, int64_t n) {
  T* o = static_cast<T*>(out);
  const uint8_t* k = static_cast<const uint8_t*>(c);
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) o[i] = k[i] != 0 ? x[i] : y[i];
}

template <void (*Strip)(double*, const double*, int)>
void staged(void* out, const void* a, const void*, const void*, int64_t n) {
  Strip(static_cast<double*>(out), static_cast<const double*>(a), static_cast<int>(n));
}
template <void (*Strip)(float*, const float*, int)>
void stagedf(void* out, const void* a, const void*, const void*, int64_t n) {
  Strip(static_cast<float*>(out), static_cast<const float*>(a), static_cast<int>(n));
}

// ---- folds (lib/ir/folds.ts) ----

// Eight lanes as one value. Written out, as gcc 12 miscompiles some integer reductions over an array of lanes.
template <typename A>
struct Lanes {
  typedef A V __attribute__((vector_size(8 * sizeof(A))));
};
template <typename A>
using LanesOf = typename Lanes<A>::V;

// What wraps on overflow: the unsigned type beside an integer, a float itself.
template <typename A> struct Wrapping { using type = A; };
template <> struct Wrapping<int32_t> { using type = uint32_t; };
template <> struct Wrapping<int64_t> { using type = uint64_t; };
template <typename A>
using WrappingLanes = LanesOf<typename Wrapping<A>::type>;

template <typename A>
struct SumFold {
  static A identity() { return A(0); }
  INLINE A of(A a, A b) { return AddOp::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return (LanesOf<A>)((WrappingLanes<A>)a + (WrappingLanes<A>)b); }
};
template <typename A>
struct ProdFold {
  static A identity() { return A(1); }
  INLINE A of(A a, A b) { return MulOp::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return (LanesOf<A>)((WrappingLanes<A>)a * (WrappingLanes<A>)b); }
};
INLINE void lowest(double* x) { *x = -(double)INFINITY; }
INLINE void lowest(float* x) { *x = -INFINITY; }
INLINE void lowest(int64_t* x) { *x = INT64_MIN; }
INLINE void lowest(int32_t* x) { *x = INT32_MIN; }
INLINE void lowest(uint8_t* x) { *x = 0; }
INLINE void highest(double* x) { *x = (double)INFINITY; }
INLINE void highest(float* x) { *x = INFINITY; }
INLINE void highest(int64_t* x) { *x = INT64_MAX; }
INLINE void highest(int32_t* x) { *x = INT32_MAX; }
INLINE void highest(uint8_t* x) { *x = 255; }
template <typename A>
struct MinFold {
  static A identity() { A x; highest(&x); return x; }
  INLINE A of(A a, A b) { return MinOp::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return ((a < b) | (a != a)) ? a : b; }
};
template <typename A>
struct MaxFold {
  static A identity() { A x; lowest(&x); return x; }
  INLINE A of(A a, A b) { return MaxOp::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return ((a > b) | (a != a)) ? a : b; }
};
template <typename A>
struct AnyFold {
  static A identity() { return 0; }
  INLINE A of(A a, A b) { return a | b; }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return a | b; }
};
template <typename A>
struct AllFold {
  static A identity() { return 1; }
  INLINE A of(A a, A b) { return a & b; }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return a & b; }
};

// Eight lanes, then the tree.
template <typename F, typename A, typename T>
INLINE A foldRun(const T* v, int64_t n) {
  LanesOf<A> lanes = LanesOf<A>{} + F::identity();
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    LanesOf<T> values;
    __builtin_memcpy(&values, v + i, sizeof values);
    lanes = F::lanes(lanes, __builtin_convertvector(values, LanesOf<A>));
  }
  A lane[8];
  __builtin_memcpy(lane, &lanes, sizeof lane);
  for (int l = 0; i + l < n; l++) lane[l] = F::of(lane[l], (A)v[i + l]);
  A even = F::of(F::of(lane[0], lane[4]), F::of(lane[2], lane[6]));
  A odd = F::of(F::of(lane[1], lane[5]), F::of(lane[3], lane[7]));
  return F::of(even, odd);
}

template <typename F, typename A, typename T>
void foldRows(void* out, const void* values, int64_t rows, int64_t n) {
  A* o = static_cast<A*>(out);
  const T* v = static_cast<const T*>(values);
  for (int64_t r = 0; r < rows; r++) o[r] = foldRun<F, A, T>(v + r * n, n);
}

template <typename F, typename A, typename T>
void accumulate(void* accumulators, const void* values, int64_t n) {
  A* a = static_cast<A*>(accumulators);
  const T* v = static_cast<const T*>(values);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) a[i] = F::of(a[i], (A)v[i]);
}

template <typename F, typename A, typename T>
void foldSegments(void* accumulators, const void* values, const int32_t* counts, int64_t segments) {
  A* a = static_cast<A*>(accumulators);
  const T* v = static_cast<const T*>(values);
  for (int64_t j = 0; j < segments; j++) {
    A acc = a[j];
    for (int32_t k = 0; k < counts[j]; k++) acc = F::of(acc, (A)v[k]);
    v += counts[j];
    a[j] = acc;
  }
}

// The first extreme wins; a NaN beats everything but an earlier NaN.
template <typename T, bool Largest>
void argFold(const void* values, int64_t n, int64_t base, void* best, int64_t* index) {
  const T* v = static_cast<const T*>(values);
  if (n == 0) return;
  int64_t at = *index;
  T b;
  int64_t i = 0;
  if (at < 0) {
    b = v[0];
    at = base;
    i = 1;
  } else {
    b = *static_cast<T*>(best);
  }
  if (b == b) {
    for (; i < n; i++) {
      bool better = Largest ? v[i] > b : v[i] < b;
      if (!better && v[i] == v[i]) continue;
      b = v[i];
      at = base + i;
      if (b != b) break;
    }
  }
  *static_cast<T*>(best) = b;
  *index = at;
}

// ---- moving elements ----

template <typename T, typename I>
void takeElements(void* out, const void* base, const I* offsets, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) o[i] = b[offsets[i]];
}

template <typename T>
void stridedLoad(void* out, const void* base, int64_t stride, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
  for (int64_t i = 0; i < n; i++) o[i] = b[i * stride];
}

template <typename T>
void stridedStore(void* base, const void* in, int64_t stride, int64_t n) {
  T* b = static_cast<T*>(base);
  const T* x = static_cast<const T*>(in);
  for (int64_t i = 0; i < n; i++) b[i * stride] = x[i];
}

// An index as an element's number; 0 where it is outside, and then *outside is set.
INLINE int64_t normalized(int64_t k, int64_t size, uint64_t* outside) {
  k += size & (k >> 63);
  uint64_t bad = (uint64_t)(k | (size - 1 - k)) >> 63;
  *outside |= bad;
  return k & ((int64_t)bad - 1);
}

template <typename T>
int64_t gatherLine(void* out, const void* base, const int64_t* indices, int64_t size, int64_t stride, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
  uint64_t outside = 0;
  if (stride == 1) {
#pragma GCC ivdep
    for (int64_t i = 0; i < n; i++) o[i] = b[normalized(indices[i], size, &outside)];
  } else {
#pragma GCC ivdep
    for (int64_t i = 0; i < n; i++) o[i] = b[normalized(indices[i], size, &outside) * stride];
  }
  return (int64_t)outside;
}

template <bool First>
int64_t offsetsOf(int64_t* offsets, const int64_t* indices, int64_t size, int64_t stride, int64_t n) {
  uint64_t outside = 0;
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) {
    int64_t part = normalized(indices[i], size, &outside) * stride;
    offsets[i] = First ? part : offsets[i] + part;
  }
  return (int64_t)outside;
}

// ---- the table ----

struct Table : Primitives {
  Table() : Primitives() {
    fillFloats<Float32>();
    fillFloats<Float64>();
    fillNumbers<UInt8>();
    fillNumbers<Int32>();
    fillNumbers<Int64>();
    fillNumbers<Float32>();
    fillNumbers<Float64>();
    fillIntegers<UInt8>();
    fillIntegers<Int32>();
    fillIntegers<Int64>();
    fillEvery<Bool>();
    fillEvery<UInt8>();
    fillEvery<Int32>();
    fillEvery<Int64>();
    fillEvery<Float32>();
    fillEvery<Float64>();
    fillBits<Bool>();
    fillBits<UInt8>();
    fillBits<Int32>();
    fillBits<Int64>();
    vectors[Not][Bool] = unary<NotOp, uint8_t>;
    put<UniformOp, Int64>(Uniform);
    fold<AnyFold<uint8_t>, uint8_t, Bool>(FoldAny);
    fold<AllFold<uint8_t>, uint8_t, Bool>(FoldAll);
    fold<AllFold<uint8_t>, uint8_t, Bool>(FoldMin);  // bytes of 0 and 1, not up to 255
    fold<AnyFold<uint8_t>, uint8_t, Bool>(FoldMax);
    fillStaged();
    firstOffsets = offsetsOf<true>;
    nextOffsets = offsetsOf<false>;
  }

  template <typename F, int T>
  void put1(Op op) { vectors[op][T] = unary<F, C<T>>; }

  template <typename F, int T>
  void put(Op op) { vectors[op][T] = binary<F, C<T>>; }

  // With forms for single values, for what is so cheap that a broadcast would show.
  template <typename F, int T>
  void put3(Op op) {
    put<F, T>(op);
    scalarRight[op][T] = binaryRight<F, C<T>>;
    scalarLeft[op][T] = binaryLeft<F, C<T>>;
  }

  template <typename F, typename A, int T>
  void fold(Fold op) {
    foldRows[op][T] = block::foldRows<F, A, C<T>>;
    accumulate[op][T] = block::accumulate<F, A, C<T>>;
    foldSegments[op][T] = block::foldSegments<F, A, C<T>>;
  }

  template <int T>
  void fillFloats() {
    put1<SqrtOp, T>(Sqrt), put1<ExpOp, T>(Exp), put1<Expm1Op, T>(Expm1), put1<LogOp, T>(Log), put1<Log1pOp, T>(Log1p);
    put1<Log2Op, T>(Log2), put1<Log10Op, T>(Log10), put1<TanhOp, T>(Tanh), put1<FloorOp, T>(Floor), put1<CeilOp, T>(Ceil);
    put1<TruncOp, T>(Trunc), put1<RoundOp, T>(Round), put1<IsNanOp, T>(IsNan), put1<IsFiniteOp, T>(IsFinite);
    put1<IsInfOp, T>(IsInf);
    put3<DivOp, T>(Div), put<Atan2Op, T>(Atan2);
    fold<SumFold<double>, double, T>(FoldSum);
    fold<ProdFold<double>, double, T>(FoldProd);
  }

  template <int T>
  void fillNumbers() {
    put1<NegOp, T>(Neg), put1<AbsOp, T>(Abs), put1<SignOp, T>(Sign);
    put3<AddOp, T>(Add), put3<SubOp, T>(Sub), put3<MulOp, T>(Mul);
    put<FloorDivOp, T>(FloorDiv), put<ModOp, T>(Mod), put<PowOp, T>(Pow);
  }

  template <int T>
  void fillIntegers() {
    put1<BitNotOp, T>(BitNot);
    put<ShlOp, T>(Shl), put<ShrOp, T>(Shr);
    fold<SumFold<C<T>>, C<T>, T>(FoldSum);
    fold<ProdFold<C<T>>, C<T>, T>(FoldProd);
  }

  template <int T>
  void fillBits() {
    put<AndOp, T>(And), put<OrOp, T>(Or), put<XorOp, T>(Xor);
  }

  template <int T>
  void fillEvery() {
    put3<MinOp, T>(Min), put3<MaxOp, T>(Max);
    put3<EqOp, T>(Eq), put3<NeOp, T>(Ne), put3<LtOp, T>(Lt), put3<LeOp, T>(Le), put3<GtOp, T>(Gt), put3<GeOp, T>(Ge);
    fold<MinFold<C<T>>, C<T>, T>(FoldMin);
    fold<MaxFold<C<T>>, C<T>, T>(FoldMax);
    argMin[T] = argFold<C<T>, false>;
    argMax[T] = argFold<C<T>, true>;
    select[T] = block::select<C<T>>;
    gatherLine[T] = block::gatherLine<C<T>>;
    take[T] = takeElements<C<T>, int64_t>;
    takeNear[T] = takeElements<C<T>, int32_t>;
    stridedLoad[T] = block::stridedLoad<C<T>>;
    stridedStore[T] = block::stridedStore<C<T>>;
    cast[T][Bool] = unary<CastOp<Bool>, C<T>>;
    cast[T][UInt8] = unary<CastOp<UInt8>, C<T>>;
    cast[T][Int32] = unary<CastOp<Int32>, C<T>>;
    cast[T][Int64] = unary<CastOp<Int64>, C<T>>;
    cast[T][Float32] = unary<CastOp<Float32>, C<T>>;
    cast[T][Float64] = unary<CastOp<Float64>, C<T>>;
  }

  void fillStaged() {
    vectors[Sin][Float64] = staged<mk_sin_strip>;
    vectors[Cos][Float64] = staged<mk_cos_strip>;
    vectors[Tan][Float64] = staged<mk_tan_strip>;
    vectors[Sin][Float32] = stagedf<mk_sinf_strip>;
    vectors[Cos][Float32] = stagedf<mk_cosf_strip>;
    vectors[Tan][Float32] = stagedf<mk_tanf_strip>;
  }
};

}  // namespace

const Primitives* JOIN(primitives_, MANIPLE_VARIANT)() {
  static const Table table;
  return &table;
}

}  // namespace maniple::block
