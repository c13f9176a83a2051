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

#include "scalar.h"

template <int Code> struct CType;
template <> struct CType<Bool> { using type = uint8_t; };
template <> struct CType<UInt8> { using type = uint8_t; };
template <> struct CType<Int32> { using type = int32_t; };
template <> struct CType<Int64> { using type = int64_t; };
template <> struct CType<Float32> { using type = float; };
template <> struct CType<Float64> { using type = double; };
template <int Code> using C = typename CType<Code>::type;

#include "loops.h"
#include "folds.h"
#include "moves.h"

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

  template <typename F, int T>
  void put1(Op op) { vectors[op][T] = unary<F, C<T>>; }

  template <typename F, int T>
  void put(Op op) { vectors[op][T] = binary<F, C<T>>; }

  // With forms for single values, for what is so cheap that a broadcast would show, or cheaper with one.
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
    scatter[op][T] = block::scatter<F, A, C<T>>;
    foldSegments[op][T] = block::foldSegments<F, A, C<T>>;
  }

  template <int T>
  void fillFloats() {
    put1<SqrtOp, T>(Sqrt), put1<ExpOp, T>(Exp), put1<Expm1Op, T>(Expm1), put1<LogOp, T>(Log), put1<Log1pOp, T>(Log1p);
    put1<Log2Op, T>(Log2), put1<Log10Op, T>(Log10), put1<TanhOp, T>(Tanh), put1<SinhOp, T>(Sinh), put1<CoshOp, T>(Cosh);
    put1<AsinOp, T>(Asin), put1<AcosOp, T>(Acos), put1<AtanOp, T>(Atan), put1<FloorOp, T>(Floor), put1<CeilOp, T>(Ceil);
    put1<TruncOp, T>(Trunc), put1<RoundOp, T>(Round), put1<IsNanOp, T>(IsNan), put1<IsFiniteOp, T>(IsFinite);
    put1<IsInfOp, T>(IsInf), put1<SignBitOp, T>(SignBit);
    put3<DivOp, T>(Div), put<FloorDivOp, T>(FloorDiv), put<ModOp, T>(Mod), put<Atan2Op, T>(Atan2);
    put<CopySignOp, T>(CopySign), put<NextAfterOp, T>(NextAfter);
    fold<SumFold<double>, double, T>(FoldSum);
    fold<ProdFold<double>, double, T>(FoldProd);
  }

  template <int T>
  void fillNumbers() {
    put1<NegOp, T>(Neg), put1<AbsOp, T>(Abs), put1<SignOp, T>(Sign);
    put3<AddOp, T>(Add), put3<SubOp, T>(Sub), put3<MulOp, T>(Mul);
    put<PowOp, T>(Pow);
  }

  template <int T>
  void fillIntegers() {
    put1<BitNotOp, T>(BitNot);
    put3<FloorDivOp, T>(FloorDiv), put3<ModOp, T>(Mod);
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
    vectors[Log][Float64] = staged<mk_log_strip>;
    vectors[Log1p][Float64] = staged<mk_log1p_strip>;
    vectors[Log2][Float64] = staged<mk_log2_strip>;
    vectors[Log10][Float64] = staged<mk_log10_strip>;
    vectors[Sinh][Float64] = staged<mk_sinh_strip>;
    vectors[Cosh][Float64] = staged<mk_cosh_strip>;
    vectors[Atan][Float64] = staged<mk_atan_strip>;
    vectors[Log][Float32] = stagedf<mk_logf_strip>;
    vectors[Log2][Float32] = stagedf<mk_log2f_strip>;
    vectors[Log10][Float32] = stagedf<mk_log10f_strip>;
    vectors[Tanh][Float32] = stagedf<mk_tanhf_strip>;
    vectors[Sin][Float32] = stagedf<mk_sinf_strip>;
    vectors[Cos][Float32] = stagedf<mk_cosf_strip>;
    vectors[Tan][Float32] = stagedf<mk_tanf_strip>;
    vectors[Pow][Float64] = staged2<mk_pow_strip>;
    vectors[Pow][Float32] = staged2<mk_powf_strip>;
    vectors[Pow][Int32] = staged2<mk_pow_i32_strip>;
    vectors[Pow][Int64] = staged2<mk_pow_i64_strip>;
    vectors[Pow][UInt8] = staged2<mk_pow_u8_strip>;
  }
};

}  // namespace

const Primitives* JOIN(primitives_, MANIPLE_VARIANT)() {
  static const Table table;
  return &table;
}

}  // namespace maniple::block
