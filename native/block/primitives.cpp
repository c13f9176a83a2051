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

#include "ctypes.h"
// The code of numbers of a C type; bools share one with uint8.
template <typename T> constexpr int codeOf();
#define MANIPLE_CODE(NAME, TYPE, ...) template <> constexpr int codeOf<TYPE>() { return NAME; }
MANIPLE_NUMBERS(MANIPLE_CODE)
#undef MANIPLE_CODE

#include "scalar.h"

#include "loops.h"
#include "folds.h"
#include "extremes.h"
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
    vectors[Uniform][Int64] = [](void* out, const void* counters, const void* keys, const void*, int64_t n) {
      mk_uniform_strip(static_cast<double*>(out), static_cast<const int64_t*>(counters), static_cast<const int64_t*>(keys), n);
    };
#define MANIPLE_FILL_SUMS(NAME, TYPE, ...) fillSums<NAME, C<accumulatorOf(FoldSum, NAME)>>();
    MANIPLE_NUMBERS(MANIPLE_FILL_SUMS)
#undef MANIPLE_FILL_SUMS
    fillEvery<Bool>();
#define MANIPLE_FILL(NAME, ...) fillEvery<NAME>();
    MANIPLE_NUMBERS(MANIPLE_FILL)
#undef MANIPLE_FILL
#define MANIPLE_FILL_MOVES(NAME, ...) fillMoves<NAME>();
    MANIPLE_STORED(MANIPLE_FILL_MOVES)
#undef MANIPLE_FILL_MOVES
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
    foldRows[FoldMin][T] = extremeRows<MinFold<C<T>>, false, C<T>>;
    foldRows[FoldMax][T] = extremeRows<MaxFold<C<T>>, true, C<T>>;
    argMin[T] = argFold<C<T>, false>;
    argMax[T] = argFold<C<T>, true>;
    fillMoves<T>();
  }

  // What takes an element as it is, and conversions.
  template <int T>
  void fillMoves() {
    select[T] = block::select<C<T>>;
    gatherLine[T] = block::gatherLine<C<T>>;
    take[T] = takeElements<C<T>, int64_t>;
    takeNear[T] = takeElements<C<T>, int32_t>;
    stridedLoad[T] = block::stridedLoad<C<T>>;
    stridedStore[T] = block::stridedStore<C<T>>;
    cast[T][Bool] = unary<Conversion<T, Bool>, C<T>>;
#define MANIPLE_FILL_CAST(NAME, ...) cast[T][NAME] = unary<Conversion<T, NAME>, C<T>>;
    MANIPLE_NUMBERS(MANIPLE_FILL_CAST)
    MANIPLE_STORED(MANIPLE_FILL_CAST)
#undef MANIPLE_FILL_CAST
  }
};

}  // namespace

const Primitives* JOIN(primitives_, MANIPLE_VARIANT)() {
  static const Table table;
  return &table;
}

}  // namespace maniple::block
