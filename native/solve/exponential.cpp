// The routines expm_f64, expm_f32 and complex_expm_f64: exponentials of square matrices, by the Padé approximant of degree 13 of the matrix divided by
// a power of two, squared as often (Al-Mohy and Higham, A new scaling and squaring algorithm for the matrix exponential, 2009, algorithm 5.1 with
// that degree alone). lib/array/linalg/exponential.ts takes the same steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "../core/kernels.h"
#include "complex_factor.h"
#include "stack.h"

namespace maniple::solve {
namespace {

constexpr double kPade[] = {64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000,
                            10559470521600,    670442572800,      33522128640,      1323241920,       40840800,
                            960960,            16380,             182,              1};
// The greatest norm for which the approximant is exact to rounding, and the reciprocal of the first coefficient of its backward error.
constexpr double kTheta = 4.25, kError = 1.1325077560602111e35;

// Square matrices of real elements.
struct RealMatrix {
  static constexpr int parts = 1;
  Rows rows;
  explicit RealMatrix(int64_t n) : rows(n, n) {}
  bool ready() const { return rows.ready(); }
  Part part(int) const { return rows.part(); }
  Part all() const { return rows.part(); }
};

// Square matrices of complex elements.
struct ComplexMatrix {
  static constexpr int parts = 2;
  ComplexRows rows;
  explicit ComplexMatrix(int64_t n) : rows(n, n) {}
  bool ready() const { return rows.ready(); }
  Part part(int which) const { return which == 0 ? rows.part().re : rows.part().im; }
  ComplexPart all() const { return rows.part(); }
};

double sizeAt(const RealMatrix& a, int64_t i, int64_t j) { return std::fabs(a.all().at(i, j)); }
double sizeAt(const ComplexMatrix& a, int64_t i, int64_t j) { return a.all().at(i, j).size(); }

template <typename Matrix>
class Exponential {
 public:
  explicit Exponential(int64_t n)
      : a(n), n_(n), a2_(n), a4_(n), a6_(n), u_(n), v_(n), sums_(2, n), order_(1, n), products_(Matrix::parts == 2 ? n : 0, n) {}
  bool ready() const {
    return a.ready() && a2_.ready() && a4_.ready() && a6_.ready() && u_.ready() && v_.ready() && sums_.ready() && order_.ready() &&
           products_.ready();
  }

  Matrix a;

  // The exponential of `a`, in one of the matrices.
  const Matrix& run() {
    if (oneNorm(a) == 0) {
      fill(u_, 0);
      addUnit(u_, 1);
      return u_;
    }
    multiplyInto(a2_, a, a);
    multiplyInto(a4_, a2_, a2_);
    multiplyInto(a6_, a2_, a4_);
    const int s = halvings();
    scale(a, -s);
    scale(a2_, -2 * s);
    scale(a4_, -4 * s);
    scale(a6_, -6 * s);
    approximate();
    return squared(s);
  }

 private:
  void multiplyInto(const RealMatrix& c, const RealMatrix& x, const RealMatrix& y) const {
    multiply(c.all(), x.all(), y.all(), n_, n_, n_);
  }
  void multiplyInto(const ComplexMatrix& c, const ComplexMatrix& x, const ComplexMatrix& y) const {
    products_.multiply(c.all(), x.all(), y.all(), n_, n_, n_);
  }

  template <typename Body>
  void each(const Matrix& m, const Body& body) const {
    for (int part = 0; part < Matrix::parts; part++)
      for (int64_t i = 0; i < n_; i++) body(&m.part(part).at(i, 0), part, i);
  }
  void fill(const Matrix& m, double x) const {
    each(m, [&](double* row, int, int64_t) { std::fill_n(row, n_, x); });
  }
  void scale(const Matrix& m, int power) const {
    each(m, [&](double* row, int, int64_t) {
      for (int64_t j = 0; j < n_; j++) row[j] = std::ldexp(row[j], power);
    });
  }
  void addUnit(const Matrix& m, double x) const {
    for (int64_t i = 0; i < n_; i++) m.part(0).at(i, i) += x;
  }
  // to = x a6 + y a4 + z a2, or added to it.
  void combine(const Matrix& to, double x, double y, double z, bool adds) const {
    each(to, [&](double* row, int part, int64_t i) {
      const double *const six = &a6_.part(part).at(i, 0), *const four = &a4_.part(part).at(i, 0), *const two = &a2_.part(part).at(i, 0);
      for (int64_t j = 0; j < n_; j++) row[j] = (adds ? row[j] : 0) + x * six[j] + y * four[j] + z * two[j];
    });
  }

  double oneNorm(const Matrix& m) const {
    double* const sums = sums_.at(0);
    std::fill_n(sums, n_, 0.0);
    for (int64_t i = 0; i < n_; i++)
      for (int64_t j = 0; j < n_; j++) sums[j] += sizeAt(m, i, j);
    return n_ == 0 ? 0 : *std::max_element(sums, sums + n_);
  }

  // How often more to halve the matrix, so that the sizes of its elements, which no norm of a power says, are small enough.
  int moreFor(int s) const {
    const double norm = std::ldexp(oneNorm(a), -s);
    double *sums = sums_.at(0), *next = sums_.at(1);
    std::fill_n(sums, n_, 1.0);
    for (int power = 0; power < 27; power++) {
      std::fill_n(next, n_, 0.0);
      for (int64_t i = 0; i < n_; i++)
        for (int64_t j = 0; j < n_; j++) next[j] += std::ldexp(sizeAt(a, i, j), -s) * sums[i];
      std::swap(sums, next);
    }
    const double alpha = *std::max_element(sums, sums + n_) / (norm * kError);
    return std::isfinite(alpha) && alpha > 0 ? std::max(0, static_cast<int>(std::ceil(std::log2(alpha * 0x1p53) / 26))) : 0;
  }

  // How often the matrix is halved.
  int halvings() const {
    const auto root = [&](const Matrix& m, double power) { return std::pow(oneNorm(m), 1 / power); };
    const auto halved = [](double norm) { return std::max(0, static_cast<int>(std::ceil(std::log2(norm)))); };
    multiplyInto(u_, a4_, a4_);
    const double d8 = root(u_, 8);
    multiplyInto(u_, a4_, a6_);
    const double least = std::min({std::max(root(a6_, 6), d8), std::max(d8, root(u_, 10)), oneNorm(a)});
    const int s = std::isfinite(least) ? (least > 0 ? halved(least / kTheta) : 0) : halved(oneNorm(a));
    return s + moreFor(s);
  }

  // v + u and v - u of the approximant's quotient, in u and v.
  void approximate() {
    const double* const b = kPade;
    combine(v_, b[13], b[11], b[9], false);
    multiplyInto(u_, a6_, v_);
    combine(u_, b[7], b[5], b[3], true);
    addUnit(u_, b[1]);
    multiplyInto(v_, a, u_);
    // The odd part is in v; the matrix itself is no longer needed.
    combine(u_, b[12], b[10], b[8], false);
    multiplyInto(a, a6_, u_);
    combine(a, b[6], b[4], b[2], true);
    addUnit(a, b[0]);
    each(u_, [&](double* sum, int part, int64_t i) {
      double *const odd = &v_.part(part).at(i, 0), *const even = &a.part(part).at(i, 0);
      for (int64_t j = 0; j < n_; j++) {
        sum[j] = even[j] + odd[j];
        odd[j] = even[j] - odd[j];
      }
    });
    quotient();
  }

  // u = v⁻¹ u, in a2, with a4 as memory.
  void quotient() {
    Pivots pivots{reinterpret_cast<int64_t*>(order_.data())};
    if constexpr (Matrix::parts == 1) factor(v_.all(), n_, n_, pivots);
    else factor(v_.all(), n_, n_, pivots, products_);
    each(a2_, [&](double* row, int part, int64_t i) { std::copy_n(&u_.part(part).at(pivots.order[i], 0), n_, row); });
    if constexpr (Matrix::parts == 1) {
      solveLower(v_.all(), true, a2_.all(), n_, n_);
      solveUpper(v_.all(), a2_.all(), n_, n_);
    } else {
      solveLower(v_.all(), true, false, a2_.all(), n_, n_, products_);
      solveUpper(v_.all(), false, a2_.all(), n_, n_, products_);
    }
  }

  const Matrix& squared(int s) {
    const Matrix *from = &a2_, *to = &a4_;
    for (int i = 0; i < s; i++) {
      multiplyInto(*to, *from, *from);
      std::swap(from, to);
    }
    return *from;
  }

  const int64_t n_;
  const Matrix a2_, a4_, a6_, u_, v_;
  const Rows sums_, order_;
  const ComplexProducts products_;
};

template <typename T, typename Matrix>
void expmUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]);
  Exponential<Matrix> work(n);
  if (!work.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  constexpr int parts = Matrix::parts;
  for (int part = 0; part < parts; part++) load(work.a.part(part), stackAt<T>(P, kA + 4 * part, u), n, n);
  if (!allFinite(work.a.all(), n, n)) return lines::fail(P, kStatusNotFinite);
  const Matrix& found = work.run();
  for (int part = 0; part < parts; part++) save(stackAt<T>(P, kA + 4 * (parts + part), u), found.part(part), n, n);
}

template <typename T, typename Matrix>
bool addExponential(const char* name) {
  constexpr int crew = kA + 8 * Matrix::parts;
  return addRoutine(
      name,
      [](double* P, int64_t u0, int64_t u1) { eachMatrix(P, u0, u1, crew, [P](int64_t u) { expmUnit<T, Matrix>(P, u); }); },
      endCrew<crew>);
}

[[maybe_unused]] const bool registered = addExponential<double, RealMatrix>("expm_f64") &&
                                         addExponential<float, RealMatrix>("expm_f32") &&
                                         addExponential<double, ComplexMatrix>("complex_expm_f64");

}  // namespace
}  // namespace maniple::solve
