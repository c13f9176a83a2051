// Compiled once for each instruction set: see primitives.h. Nothing here has external linkage but the variant's table, and
// no header with inline functions of the standard library is included, so that no wide code leaks into common symbols.
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "../kernel/runs.h"
#include "../math/vmath.h"
#include "primitives.h"

#pragma GCC diagnostic ignored "-Wpsabi"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)

namespace maniple::block {
namespace {

template <int Code> struct CType;
template <> struct CType<Bool> { using type = uint8_t; };
template <> struct CType<UInt8> { using type = uint8_t; };
template <> struct CType<Int32> { using type = int32_t; };
template <> struct CType<Int64> { using type = int64_t; };
template <> struct CType<Float32> { using type = float; };
template <> struct CType<Float64> { using type = double; };
template <int Code> using C = typename CType<Code>::type;
// The code of numbers of a C type; bools share one with uint8.
template <typename T> constexpr int codeOf();
template <> constexpr int codeOf<uint8_t>() { return UInt8; }
template <> constexpr int codeOf<int32_t>() { return Int32; }
template <> constexpr int codeOf<int64_t>() { return Int64; }
template <> constexpr int codeOf<float>() { return Float32; }
template <> constexpr int codeOf<double>() { return Float64; }

#include "scalar.h"

#include "loops.h"
#include "folds.h"
#include "moves.h"

struct Table : Primitives {
  Table() : Primitives() {
#define MANIPLE_PUT1(OP, TYPE, ...) vectors[OP][TYPE] = unary<Operator<OP, TYPE>, C<TYPE>>;
#define MANIPLE_PUT2(OP, TYPE, ...) vectors[OP][TYPE] = binary<Operator<OP, TYPE>, C<TYPE>>;
#define MANIPLE_PUT_BROADCAST(OP, TYPE)                                                                                 \
  scalarRight[OP][TYPE] = binaryRight<Operator<OP, TYPE>, C<TYPE>>;                                                     \
  scalarLeft[OP][TYPE] = binaryLeft<Operator<OP, TYPE>, C<TYPE>>;
#define MANIPLE_PUT_STRIP1(OP, TYPE, STRIP) vectors[OP][TYPE] = staged1<STRIP>;
#define MANIPLE_PUT_STRIP2(OP, TYPE, STRIP) vectors[OP][TYPE] = staged2<STRIP>;
    MANIPLE_EXPRESSIONS1(MANIPLE_PUT1)
    MANIPLE_EXPRESSIONS2(MANIPLE_PUT2)
    MANIPLE_BROADCASTS(MANIPLE_PUT_BROADCAST)
    MANIPLE_STRIPS1(MANIPLE_PUT_STRIP1)
    MANIPLE_STRIPS2(MANIPLE_PUT_STRIP2)
    vectors[Uniform][Int64] = binary<UniformOp, int64_t>;
    fillSums<Float32, double>();
    fillSums<Float64, double>();
    fillSums<UInt8, uint8_t>();
    fillSums<Int32, int32_t>();
    fillSums<Int64, int64_t>();
    fillEvery<Bool>();
    fillEvery<UInt8>();
    fillEvery<Int32>();
    fillEvery<Int64>();
    fillEvery<Float32>();
    fillEvery<Float64>();
    fold<AnyFold<uint8_t>, uint8_t, Bool>(FoldAny);
    fold<AllFold<uint8_t>, uint8_t, Bool>(FoldAll);
    fold<AllFold<uint8_t>, uint8_t, Bool>(FoldMin);  // bytes of 0 and 1, not up to 255
    fold<AnyFold<uint8_t>, uint8_t, Bool>(FoldMax);
    products[0][0] = sumProducts<float, int32_t>;
    products[0][1] = sumProducts<float, int64_t>;
    products[1][0] = sumProducts<double, int32_t>;
    products[1][1] = sumProducts<double, int64_t>;
    runProducts[0] = [](void* out, int64_t n, int64_t width, const int32_t* offsets, const void* values, const void* x) {
      mk_run_products_f32(static_cast<float*>(out), n, width, offsets, static_cast<const float*>(values), static_cast<const float*>(x));
    };
    runProducts[1] = [](void* out, int64_t n, int64_t width, const int32_t* offsets, const void* values, const void* x) {
      mk_run_products_f64(static_cast<double*>(out), n, width, offsets, static_cast<const double*>(values), static_cast<const double*>(x));
    };
    firstOffsets = offsetsOf<true>;
    nextOffsets = offsetsOf<false>;
  }

  template <typename F, typename A, int T>
  void fold(Fold op) {
    foldRows[op][T] = block::foldRows<F, A, C<T>>;
    accumulate[op][T] = block::accumulate<F, A, C<T>>;
    scatter[op][T] = block::scatter<F, A, C<T>>;
    foldSegments[op][T] = block::foldSegments<F, A, C<T>>;
  }

  template <int T, typename A>
  void fillSums() {
    fold<SumFold<A>, A, T>(FoldSum);
    fold<ProdFold<A>, A, T>(FoldProd);
  }

  template <int T>
  void fillEvery() {
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
};

}  // namespace

const Primitives* JOIN(primitives_, MANIPLE_VARIANT)() {
  static const Table table;
  return &table;
}

}  // namespace maniple::block
