#include "blas.h"

#include "../core/cpu.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace maniple::gemm {
namespace {

constexpr int kRowMajor = 101, kNoTranspose = 111, kTranspose = 112;

// Int is the library's integer type: functions with names that end in 64_ take 64 bits.
template <typename T, typename Int>
using Gemm = void (*)(int order, int transA, int transB, Int m, Int n, Int k, T alpha, const T* a, Int lda, const T* b, Int ldb,
                      T beta, T* c, Int ldc);

constexpr int kLapackCount = static_cast<int>(Lapack::count);

struct Library {
  std::string path, version;
  bool wide = false;
  void* dgemm = nullptr;
  void* sgemm = nullptr;
  void* lapack[kLapackCount] = {};  // all of them or none
};

// Builds differ in prefixes and suffixes of their names.
struct Naming {
  const char* before;
  const char* after;
};
constexpr Naming namings[] = {{"", ""}, {"", "64_"}, {"scipy_", ""}, {"scipy_", "64_"}};

void* symbol(void* library, const Naming& naming, const char* name) {
  return dlsym(library, (std::string(naming.before) + name + naming.after).c_str());
}

// Fortran's names end with an underscore, in front of the suffix.
bool findLapack(void* library, const Naming& naming, void** routines) {
  const char* const names[kLapackCount] = {"dgetrf", "dpotrf", "dgeqrf", "dorgqr", "dsyevd", "dgesdd",
                                           "dgeev",  "zgetrf", "zpotrf", "zgeqrf", "zungqr", "zgeev"};
  for (int i = 0; i < kLapackCount; i++) {
    routines[i] = dlsym(library, (std::string(naming.before) + names[i] + "_" + naming.after).c_str());
    if (routines[i] == nullptr) return false;
  }
  return true;
}

// Each in its own way: one thread a call.
void makeSequential(void* library, const Naming& naming) {
  const char* const setters[] = {"openblas_set_num_threads", "bli_thread_set_num_threads", "MKL_Set_Num_Threads"};
  for (const char* name : setters) {
    if (void* found = symbol(library, naming, name)) {
      // BLIS takes 64-bit integers, which the calling convention passes alike.
      reinterpret_cast<void (*)(long)>(found)(1);
    }
  }
}

std::string versionOf(void* library, const Naming& naming) {
  const char* const tellers[] = {"openblas_get_config", "bli_info_get_version_str"};
  for (const char* name : tellers) {
    if (void* found = symbol(library, naming, name)) {
      const std::string text = reinterpret_cast<const char* (*)()>(found)();
      return std::strncmp(name, "bli", 3) == 0 ? "BLIS " + text : text.substr(0, text.find(' ', text.find(' ') + 1));
    }
  }
  if (void* found = dlsym(library, "MKL_Get_Version_String")) {
    char text[200] = "";
    reinterpret_cast<void (*)(char*, int)>(found)(text, sizeof text - 1);
    return text;
  }
  return "";
}

// The library of that name or path; null, and why, when it cannot be used.
const Library* open(const char* name, std::string& problem) {
  void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* message = dlerror();
    problem = message != nullptr ? message : "dlopen failed";
    return nullptr;
  }
  for (const Naming& naming : namings) {
    void* const dgemm = symbol(library, naming, "cblas_dgemm");
    void* const sgemm = symbol(library, naming, "cblas_sgemm");
    if (dgemm == nullptr || sgemm == nullptr) continue;
    makeSequential(library, naming);
    Library* const found = new Library{name, versionOf(library, naming), naming.after[0] != '\0', dgemm, sgemm, {}};
    if (!findLapack(library, naming, found->lapack)) std::memset(found->lapack, 0, sizeof found->lapack);
    return found;
  }
  problem = std::string(name) + " has no function cblas_dgemm";
  return nullptr;
}

const Library* openKnown() {
#if defined(__APPLE__)
  const char* const known[] = {"/System/Library/Frameworks/Accelerate.framework/Accelerate"};
#else
  const char* const known[] = {"libopenblas.so.0", "libmkl_rt.so.2", "libmkl_rt.so", "libblis.so.4", "libblis.so.3"};
#endif
  std::string problem;
  for (const char* name : known)
    if (const Library* found = open(name, problem)) return found;
  return nullptr;
}

const Library* findKnown() {
  static const Library* const found = openKnown();
  return found;
}

// This addon's kernels are as fast wherever they have fused multiply-adds (OpenBLAS 0.3 was slower by half on AVX-512), except on Apple's
// processors, whose matrix unit only Apple's library may use.
const Library* findFaster() {
#if !defined(__APPLE__)
  if (detectIsa() != Isa::baseline) return nullptr;
#endif
  return findKnown();
}

const Library* find(const char* wish, std::string& problem) {
  if (wish == nullptr || *wish == '\0' || std::strcmp(wish, "auto") == 0) return findFaster();
  if (std::strcmp(wish, "none") == 0) return nullptr;
  if (std::strcmp(wish, "any") == 0) return findKnown();
  return open(wish, problem);
}

// Libraries are never closed, so a block may finish with one while the next is chosen.
struct Choice {
  std::atomic<const Library*> library;
  Choice() {
    std::string problem;
    library.store(find(std::getenv("MANIPLE_BLAS"), problem));
  }
};

Choice& choice() {
  static Choice* const made = new Choice;
  return *made;
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

template <typename T, typename Int>
void call(void* gemm, int transA, int transB, const Product<T>& p, const Block& at, int lda, int ldb, int ldc) {
  const T alpha = p.into == Into::subtract ? T(-1) : T(1), beta = p.into == Into::write ? T(0) : T(1);
  reinterpret_cast<Gemm<T, Int>>(gemm)(kRowMajor, transA, transB, static_cast<Int>(at.i1 - at.i0),
                                       static_cast<Int>(at.j1 - at.j0), static_cast<Int>(p.k), alpha, p.a.at(at.batch, at.i0, 0),
                                       lda, p.b.at(at.batch, 0, at.j0), ldb, beta, p.c.at(at.batch, at.i0, at.j0), ldc);
}

template <typename T>
bool compute(const Library* library, void* Library::*gemm, const Product<T>& p, const Block& at) {
  if (library == nullptr || p.k == 0 || p.k >= (int64_t{1} << 31)) return false;
  int transA, transB, transC, lda, ldb, ldc;
  if (!ordered(p.a, p.m, p.k, &transA, &lda) || !ordered(p.b, p.k, p.n, &transB, &ldb)) return false;
  if (!ordered(p.c, p.m, p.n, &transC, &ldc) || transC != kNoTranspose) return false;
  if (library->wide) call<T, int64_t>(library->*gemm, transA, transB, p, at, lda, ldb, ldc);
  else call<T, int>(library->*gemm, transA, transB, p, at, lda, ldb, ldc);
  return true;
}

}  // namespace

BlasChoice chooseBlas(const char* wish) {
  BlasChoice made;
  const Library* const found = find(wish, made.problem);
  if (!made.problem.empty()) return made;
  choice().library.store(found);
  if (found != nullptr) {
    made.path = found->path;
    made.version = found->version;
    made.lapack = found->lapack[0] != nullptr;
  }
  return made;
}

bool blasBlock(const Product<double>& p, const Block& at) {
  return compute(choice().library.load(std::memory_order_relaxed), &Library::dgemm, p, at);
}

bool blasBlock(const Product<float>& p, const Block& at) {
  return compute(choice().library.load(std::memory_order_relaxed), &Library::sgemm, p, at);
}

void* lapackRoutine(Lapack which, bool* wide) {
  const Library* const library = choice().library.load(std::memory_order_relaxed);
  if (library == nullptr) return nullptr;
  *wide = library->wide;
  return library->lapack[static_cast<int>(which)];
}

const char* blasName() {
  const Library* const library = choice().library.load();
  return library == nullptr ? "" : library->path.c_str();
}

}  // namespace maniple::gemm
