#include "blas.h"

#include "../core/cpu.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace maniple::gemm {
namespace {

constexpr int kRowMajor = 101, kNoTranspose = 111, kTranspose = 112;

template <typename T>
using Gemm = void (*)(int order, int transA, int transB, int m, int n, int k, T alpha, const T* a, int lda, const T* b,
                      int ldb, T beta, T* c, int ldc);

struct Library {
  const char* name = "";
  Gemm<double> dgemm = nullptr;
  Gemm<float> sgemm = nullptr;
};

// Each in its own way: one thread a call.
void makeSequential(void* library) {
  const char* const setters[] = {"openblas_set_num_threads", "bli_thread_set_num_threads", "MKL_Set_Num_Threads"};
  for (const char* name : setters) {
    if (void* found = dlsym(library, name)) {
      // BLIS takes 64-bit integers, which the calling convention passes alike.
      reinterpret_cast<void (*)(long)>(found)(1);
    }
  }
}

bool open(Library& into, const char* name) {
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  into.dgemm = reinterpret_cast<Gemm<double>>(dlsym(library, "cblas_dgemm"));
  into.sgemm = reinterpret_cast<Gemm<float>>(dlsym(library, "cblas_sgemm"));
  if (into.dgemm == nullptr || into.sgemm == nullptr) return false;
  makeSequential(library);
  into.name = name;
  return true;
}

Library find() {
  Library found;
  const char* wish = std::getenv("MANIPLE_BLAS");
  if (wish != nullptr && std::strcmp(wish, "none") == 0) return found;
  if (wish != nullptr && *wish != '\0' && std::strcmp(wish, "auto") != 0) {
    open(found, wish);
    return found;
  }
#if defined(__APPLE__)
  const char* const known[] = {"/System/Library/Frameworks/Accelerate.framework/Accelerate"};
#else
  // Our own kernels are as fast wherever they have fused multiply-adds (OpenBLAS 0.3.21 was slower by half on AVX-512).
  if (detectIsa() != Isa::baseline) return found;
  const char* const known[] = {"libopenblas.so.0", "libmkl_rt.so.2", "libmkl_rt.so", "libblis.so.4", "libblis.so.3"};
#endif
  for (const char* name : known)
    if (open(found, name)) break;
  return found;
}

// Opened by the first product, and never closed.
const Library& library() {
  static const Library* const found = new Library(find());
  return *found;
}

// Whether rows or columns are contiguous, and the distance between them.
template <typename T>
bool ordered(const Matrix<T>& m, int64_t rows, int64_t columns, int* transposed, int* distance) {
  bool byRows = (m.column == 1 || columns == 1) && m.row >= columns;
  bool byColumns = (m.row == 1 || rows == 1) && m.column >= rows;
  *transposed = byRows ? kNoTranspose : kTranspose;
  int64_t step = byRows ? m.row : m.column;
  *distance = static_cast<int>(step);
  return (byRows || byColumns) && step > 0 && step < (int64_t{1} << 31);
}

template <typename T>
bool compute(Gemm<T> gemm, const Product<T>& p, const Block& at) {
  if (gemm == nullptr || p.k == 0 || p.k >= (int64_t{1} << 31)) return false;
  int transA, transB, transC, lda, ldb, ldc;
  if (!ordered(p.a, p.m, p.k, &transA, &lda) || !ordered(p.b, p.k, p.n, &transB, &ldb)) return false;
  if (!ordered(p.c, p.m, p.n, &transC, &ldc) || transC != kNoTranspose) return false;
  gemm(kRowMajor, transA, transB, static_cast<int>(at.i1 - at.i0), static_cast<int>(at.j1 - at.j0), static_cast<int>(p.k),
       T(1), p.a.at(at.batch, at.i0, 0), lda, p.b.at(at.batch, 0, at.j0), ldb, T(0), p.c.at(at.batch, at.i0, at.j0), ldc);
  return true;
}

}  // namespace

bool blasBlock(const Product<double>& p, const Block& at) { return compute(library().dgemm, p, at); }
bool blasBlock(const Product<float>& p, const Block& at) { return compute(library().sgemm, p, at); }
const char* blasName() { return library().name; }

}  // namespace maniple::gemm
