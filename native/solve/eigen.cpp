// The routines eig_f64 and eigvals_f64 of real matrices, complex_eig_f64 and complex_eigvals_f64 (stack.h has their parameters): A, of complex
// matrices in two parts; the eigenvalues' real parts and imaginary parts, matrices of one row; and the eigenvectors' as columns.
//
// Eigenvectors have length 1, and their largest element is real.
#include <algorithm>
#include <cmath>

#include "../core/kernels.h"
#include "general.h"
#include "lapack.h"
#include "stack.h"
#include "tall.h"

namespace maniple::solve {
namespace {

// Length 1, the largest element real.
void normalize(double* re, double* im, int64_t size, const double* by) {
  double largest = 0, sum = 0;
  for (int64_t i = 0; i < size; i++) {
    re[i] *= by[i];
    im[i] *= by[i];
    largest = std::max({largest, std::fabs(re[i]), std::fabs(im[i])});
  }
  if (largest == 0) return;
  int64_t at = 0;
  double most = 0;
  bool isReal = true;
  for (int64_t i = 0; i < size; i++) {
    re[i] /= largest;
    im[i] /= largest;
    const double square = re[i] * re[i] + im[i] * im[i];
    sum += square;
    isReal = isReal && im[i] == 0;
    if (square > most) {
      most = square;
      at = i;
    }
  }
  const double length = std::sqrt(sum);
  const Complex turn = isReal ? Complex{1, 0} : phaseOf({re[at], im[at]}).conj();
  for (int64_t i = 0; i < size; i++) {
    const Complex x = turn * Complex{re[i] / length, im[i] / length};
    re[i] = x.re;
    im[i] = isReal || i == at ? 0 : x.im;
  }
}

// Vectors x of the Schur form become Q x.
void transform(const Part& q, const ComplexPart& x, const ComplexPart& out, int64_t size, const double* im) {
  multiply(out.re, x.re, q, size, size, size);
  if (std::any_of(im, im + size, [](double part) { return part != 0; })) multiply(out.im, x.im, q, size, size, size);
}

struct RealWork {
  using Matrix = Part;
  Rows a, q;
  explicit RealWork(int64_t n, bool withVectors) : a(n, n), q(withVectors ? n : 0, n) {}
  bool ready() const { return a.ready() && q.ready(); }
  Part matrix() const { return a.part(); }
  Part vectors() const { return q.part(); }
};

struct ComplexWork {
  using Matrix = ComplexPart;
  ComplexRows a, q;
  ComplexProducts products;
  explicit ComplexWork(int64_t n, bool withVectors) : a(n, n), q(withVectors ? n : 0, n), products(withVectors ? n : 0, n) {}
  bool ready() const { return a.ready() && q.ready() && products.ready(); }
  ComplexPart matrix() const { return a.part(); }
  ComplexPart vectors() const { return q.part(); }
};

bool rotatedVectors(const RealWork& work, int64_t n, const double* re, const double* im, const ComplexPart& out) {
  const ComplexRows x(n, n);
  if (!x.ready()) return false;
  triangularVectors(work.matrix(), n, re, im, x.part());
  transform(work.vectors(), x.part(), out, n, im);
  return true;
}

bool rotatedVectors(const ComplexWork& work, int64_t n, const double*, const double*, const ComplexPart& out) {
  const ComplexRows x(n, n);
  if (!x.ready()) return false;
  triangularVectors(work.matrix(), n, x.part());
  work.products.multiply(out, x.part(), work.vectors(), n, n, n);
  return true;
}

void second(const RealWork&, int64_t n, const double* im, const ComplexPart& out) {
  for (int64_t j = 1; j < n; j++)
    if (im[j] < 0)
      for (int64_t i = 0; i < n; i++) out.put(j, i, out.at(j - 1, i).conj());
}
void second(const ComplexWork&, int64_t, const double*, const ComplexPart&) {}

// Eigenvalues, in `values`, and unless it is null eigenvectors as rows of `out`.
template <typename Work>
Outcome decompose(const Work& work, int64_t n, const Part& values, const ComplexPart* out) {
  double *const re = values.data, *const im = &values.at(1, 0), *const by = &values.at(2, 0);
  const typename Work::Matrix a = work.matrix(), q = work.vectors();
  const lapack::Called called = lapack::eig(a, n, re, im, out);
  if (called != lapack::Called::absent) return lapack::outcomeOf(called);
  const double unit = scaled(a, n, n);
  balance(a, n, by);
  if (!hessenberg(a, n, out == nullptr ? nullptr : &q)) return Outcome::noMemory;
  const Outcome outcome = schur(a, n, re, im, out == nullptr ? nullptr : &q);
  if (outcome != Outcome::done) return outcome;
  if (out != nullptr) {
    if (!rotatedVectors(work, n, re, im, *out)) return Outcome::noMemory;
    for (int64_t j = 0; j < n; j++) normalize(&out->re.at(j, 0), &out->im.at(j, 0), n, by);
    second(work, n, im, *out);
  }
  for (int64_t i = 0; i < n; i++) {
    re[i] *= unit;
    im[i] *= unit;
  }
  return Outcome::done;
}

void loadUnit(const RealWork& work, const double* P, int64_t u, int64_t n) {
  load(work.matrix(), stackAt<double>(P, kA, u), n, n);
}
void loadUnit(const ComplexWork& work, const double* P, int64_t u, int64_t n) {
  load(work.matrix().re, stackAt<double>(P, kA, u), n, n);
  load(work.matrix().im, stackAt<double>(P, kSecond, u), n, n);
}

// The slot of the first result.
template <typename Work>
constexpr int kResult = std::is_same_v<Work, RealWork> ? kSecond : kThird;

template <typename Work, bool withVectors>
void eigenUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]);
  const Work work(n, withVectors);
  const Rows values(3, n);
  const ComplexRows out(withVectors ? n : 0, n);
  if (!work.ready() || !values.ready() || !out.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  loadUnit(work, P, u, n);
  if (!allFinite(work.matrix(), n, n)) return lines::fail(P, kStatusNotFinite);
  const ComplexPart vectors = out.part();
  const Outcome outcome = decompose(work, n, values.part(), withVectors ? &vectors : nullptr);
  if (outcome != Outcome::done) return lines::fail(P, statusOf(outcome));
  constexpr int slot = kResult<Work>;
  save(stackAt<double>(P, slot, u), values.part(), 1, n);
  save(stackAt<double>(P, slot + 4, u), values.part().from(1, 0), 1, n);
  if (!withVectors) return;
  save(stackAt<double>(P, slot + 8, u).transposed(), vectors.re, n, n);
  save(stackAt<double>(P, slot + 12, u).transposed(), vectors.im, n, n);
}

template <typename Work, bool withVectors>
constexpr int kCrew = kResult<Work> + (withVectors ? 16 : 8);

template <typename Work, bool withVectors>
void eigen(double* P, int64_t u0, int64_t u1) {
  eachMatrix(P, u0, u1, kCrew<Work, withVectors>, [P](int64_t u) { eigenUnit<Work, withVectors>(P, u); });
}

template <typename Work, bool withVectors>
bool addEigen(const char* name) {
  return addRoutine(name, eigen<Work, withVectors>, endCrew<kCrew<Work, withVectors>>);
}

[[maybe_unused]] const bool registered = addEigen<RealWork, true>("eig_f64") && addEigen<RealWork, false>("eigvals_f64") &&
                                         addEigen<ComplexWork, true>("complex_eig_f64") &&
                                         addEigen<ComplexWork, false>("complex_eigvals_f64");

}  // namespace
}  // namespace maniple::solve
