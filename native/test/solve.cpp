// Dense factorizations, multiplied back; known spectra; matrices that are singular, not finite or empty.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "solve_support.h"

using namespace maniple;
using namespace maniple::test;

namespace {

const double kPi = std::acos(-1.0);

const int64_t sizes[] = {0, 1, 2, 3, 8, 9, 31, 33, 64, 65, 100, 150};

void qr() {
  for (int64_t m : sizes)
    for (int64_t n : sizes) {
      const int64_t k = std::min(m, n);
      Matrix a = noise(m, n);
      for (int64_t columns : {k, m}) {
        Matrix q(m, columns), r(columns, n);
        CHECK(call("qr_f64", m, n, {&a, &q, &r}, {static_cast<double>(columns)}) == 0);
        CHECK(distance(product(q, r), a) < 1e-13);
        CHECK(orthogonal(q, 1e-13));
        for (int64_t i = 0; i < columns; i++)
          for (int64_t j = 0; j < std::min(i, n); j++) CHECK(r.at(i, j) == 0);
        if (columns != k) continue;
        Matrix alone(k, n);
        CHECK(call("qr_r_f64", m, n, {&a, &alone}) == 0);
        CHECK(distance(alone, r) == 0);
      }
    }
  Matrix extreme(3, 2), q(3, 2), r(2, 2);
  extreme.values = {1e200, 1e-200, 2e200, 3e-200, -1e200, 5e-200};
  CHECK(call("qr_f64", 3, 2, {&extreme, &q, &r}, {2}) == 0);
  CHECK(orthogonal(q, 1e-14));
  CHECK(std::fabs(r.at(0, 0) / (std::sqrt(6.0) * 1e200) + 1) < 1e-14);
}

void svdOf(const Matrix& given, double scale) {
  const int64_t m = given.rows, n = given.columns, k = std::min(m, n);
  Matrix a = given;
  for (bool full : {false, true}) {
    Matrix u(m, full ? m : k), s(1, k), v(full ? n : k, n);
    CHECK(call("svd_f64", m, n, {&a, &u, &s, &v}, {static_cast<double>(full ? std::max(m, n) : k)}) == 0);
    CHECK(distance(product(product(u, diagonal(s, u.columns, v.rows)), v), given) <= 1e-13 * scale);
    CHECK(orthogonal(u, 1e-12));
    CHECK(orthogonal(transposed(v), 1e-12));
    for (int64_t i = 0; i < k; i++) CHECK(s.at(0, i) >= 0 && (i == 0 || s.at(0, i) <= s.at(0, i - 1)));
    Matrix alone(1, k);
    CHECK(call("svdvals_f64", m, n, {&a, &alone}) == 0);
    CHECK(distance(alone, s) <= 1e-13 * scale);
  }
}

void svd() {
  for (int64_t m : sizes)
    for (int64_t n : sizes) svdOf(noise(m, n), 10);
  for (int64_t n : {2, 7, 40, 90}) {
    svdOf(Matrix(n, n), 1);
    svdOf(identity(n), 1);
    svdOf(product(noise(n, 2), noise(2, n)), 20);   // of rank 2
    Matrix graded = noise(n, n), jordan(n, n);
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++) graded.at(i, j) *= std::pow(10.0, -0.3 * static_cast<double>(i));
    for (int64_t i = 0; i + 1 < n; i++) jordan.at(i, i + 1) = 1;
    svdOf(graded, 10);
    svdOf(transposed(graded), 10);
    svdOf(jordan, 1);
  }
  // Hilbert's matrix of order 4: the spectrum from 50-digit arithmetic.
  Matrix hilbert(4, 4), s(1, 4), known(1, 4);
  for (int64_t i = 0; i < 4; i++)
    for (int64_t j = 0; j < 4; j++) hilbert.at(i, j) = 1.0 / static_cast<double>(i + j + 1);
  known.values = {1.5002142800592426, 0.16914122022144998, 0.0067382736057607435, 9.670230402258683e-05};
  CHECK(call("svdvals_f64", 4, 4, {&hilbert, &s}) == 0);
  CHECK(distance(s, known) < 1e-15);
  for (double factor : {1e-300, 1e300}) {
    Matrix extreme = identity(3);
    for (double& x : extreme.values) x *= factor;
    Matrix values(1, 3);
    CHECK(call("svdvals_f64", 3, 3, {&extreme, &values}) == 0);
    for (double x : values.values) CHECK(std::fabs(x / factor - 1) < 1e-15);
  }
}

void eighOf(const Matrix& a, double scale) {
  const int64_t n = a.rows;
  Matrix w(1, n), v(n, n), alone(1, n), lower = a;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = i + 1; j < n; j++) lower.at(i, j) = std::numeric_limits<double>::quiet_NaN();
  CHECK(call("eigh_f64", n, n, {&lower, &w, &v}) == 0);
  CHECK(distance(product(a, v), product(v, diagonal(w, n, n))) <= 1e-13 * scale);
  CHECK(orthogonal(v, 1e-12));
  CHECK(std::is_sorted(w.values.begin(), w.values.end()));
  CHECK(call("eigvalsh_f64", n, n, {&lower, &alone}) == 0);
  CHECK(distance(alone, w) <= 1e-13 * scale);
}

void eigh() {
  for (int64_t n : sizes) {
    const Matrix a = noise(n, n);
    Matrix both(n, n);
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++) both.at(i, j) = a.at(i, j) + a.at(j, i);
    eighOf(both, 20);
    eighOf(identity(n), 1);
    eighOf(Matrix(n, n), 1);
    Matrix ones(n, n);
    for (double& x : ones.values) x = 1;
    eighOf(ones, 200);
    // -1 2 -1 has the eigenvalues 2 - 2 cos(pi j / (n + 1)).
    Matrix poisson(n, n), w(1, n);
    for (int64_t i = 0; i < n; i++) {
      poisson.at(i, i) = 2;
      if (i > 0) poisson.at(i, i - 1) = poisson.at(i - 1, i) = -1;
    }
    eighOf(poisson, 4);
    CHECK(call("eigvalsh_f64", n, n, {&poisson, &w}) == 0);
    for (int64_t j = 0; j < n; j++)
      CHECK(std::fabs(w.at(0, j) - (2 - 2 * std::cos(kPi * static_cast<double>(j + 1) / static_cast<double>(n + 1)))) < 1e-13);
  }
  Matrix swap(2, 2);
  swap.values = {0, 1, 1, 0};
  eighOf(swap, 1);
}

void direct() {
  for (int64_t n : sizes) {
    Matrix a = noise(n, n), b = noise(n, 3), x(n, 3), inverse(n, n), det(1, 1), sign(1, 1), log(1, 1);
    for (int64_t i = 0; i < n; i++) a.at(i, i) += 4;
    CHECK(call("solve_f64", n, 3, {&a, &b, &x}) == 0);
    CHECK(distance(product(a, x), b) < 1e-12);
    Matrix one = noise(n, 1), y(n, 1);
    CHECK(call("solve_f64", n, 1, {&a, &one, &y}) == 0);
    CHECK(distance(product(a, y), one) < 1e-12);
    CHECK(call("inv_f64", n, n, {&a, &inverse}) == 0);
    CHECK(distance(product(a, inverse), identity(n)) < 1e-12);
    CHECK(call("det_f64", n, 1, {&a, &det}) == 0);
    CHECK(call("slogdet_f64", n, 1, {&a, &sign, &log}) == 0);
    CHECK(std::fabs(sign.at(0, 0) * std::exp(log.at(0, 0)) / det.at(0, 0) - 1) < 1e-11);
    Matrix positive = product(a, transposed(a)), l(n, n);
    CHECK(call("cholesky_f64", n, n, {&positive, &l}) == 0);
    CHECK(distance(product(l, transposed(l)), positive) < 1e-10);
  }
}

// Block diagonal, with the same blocks: eigenvalues that come many times, and nearly so where they are glued together.
Matrix glued(int64_t n, int64_t block, double glue) {
  Matrix a(n, n);
  for (int64_t i = 0; i < n; i++) {
    a.at(i, i) = std::fabs(static_cast<double>(i % block) - static_cast<double>(block - 1) / 2);
    if (i > 0) a.at(i, i - 1) = a.at(i - 1, i) = i % block == 0 ? glue : 1;
  }
  return a;
}

void clusters() {
  for (int64_t n : kClusters) {
    for (double glue : {0.0, 1e-300, 1e-15, 1e-8, 1.0}) eighOf(glued(n, 21, glue), 20);
    Matrix near = identity(n), graded = identity(n), projector = identity(n);
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++) {
        near.at(i, j) += 1e-14 * static_cast<double>((i * j) % 7 + (i + j) % 5);
        graded.at(i, j) = std::pow(10.0, -0.1 * static_cast<double>(i + j));
        projector.at(i, j) -= 2.0 / static_cast<double>(n);
      }
    eighOf(near, 1);
    eighOf(graded, 10);
    eighOf(projector, 4);
    for (double glue : {0.0, 1e-300, 1e-15, 1e-8}) svdOf(glued(n, 21, glue), 20);
    for (const Matrix& m : {Matrix(n, n), identity(n), near, graded, projector, product(noise(n, 5), noise(5, n))}) svdOf(m, 10);
    Matrix bidiagonal(n, n), half = noise(n, n);
    for (int64_t i = 0; i < n; i++) {
      bidiagonal.at(i, i) = i % 50 == 7 ? 0 : 1;
      if (i + 1 < n) bidiagonal.at(i, i + 1) = i % 30 == 3 ? 0 : 1;
      for (int64_t j = n / 2; j < n; j++) half.at(i, j) = half.at(i, j - n / 2);
    }
    svdOf(bidiagonal, 4);
    svdOf(half, 20);
    svdOf(noise(n + 40, n), 20);
    svdOf(noise(n, n + 70), 20);
  }
}

// Any number of threads gives the same bits as one.
void together() {
  for (int64_t n : kTogether) {
    const Matrix a = noise(n, n);
    Matrix both(n, n), positive = product(a, transposed(a));
    for (int64_t i = 0; i < n; i++) {
      positive.at(i, i) += 1;
      for (int64_t j = 0; j < n; j++) both.at(i, j) = a.at(i, j) + a.at(j, i);
    }
    const auto results = [&](int threads) {
      std::vector<Matrix> found;
      const auto run = [&](const char* name, Matrix given, std::vector<Matrix> out, double scalar = 0) {
        std::vector<Matrix*> args = {&given};
        for (Matrix& m : out) args.push_back(&m);
        CHECK(call(name, n, n, args, {scalar}, threads) == 0);
        found.insert(found.end(), out.begin(), out.end());
      };
      const Matrix square(n, n), line(1, n);
      run("eigh_f64", both, {line, square});
      run("eigvalsh_f64", both, {line});
      run("svd_f64", a, {square, line, square}, static_cast<double>(n));
      run("svdvals_f64", a, {line});
      run("qr_f64", a, {square, square}, static_cast<double>(n));
      run("inv_f64", a, {square});
      run("cholesky_f64", positive, {square});
      return found;
    };
    const std::vector<Matrix> alone = results(1);
    for (int threads : {2, 4}) {
      const std::vector<Matrix> shared = results(threads);
      for (std::size_t i = 0; i < alone.size(); i++) CHECK(distance(alone[i], shared[i]) == 0);
    }
  }
}

void refusals() {
  Matrix zero(20, 20), negative = identity(20), out(20, 20), sign(1, 1), log(1, 1), values(1, 20), v(20, 20);
  negative.at(9, 9) = -1;
  CHECK(call("inv_f64", 20, 20, {&zero, &out}) == 4);
  CHECK(call("cholesky_f64", 20, 20, {&negative, &out}) == 5);
  CHECK(call("slogdet_f64", 20, 1, {&zero, &sign, &log}) == 0);
  CHECK(sign.at(0, 0) == 0 && log.at(0, 0) == -std::numeric_limits<double>::infinity());
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Matrix a = identity(20);
    a.at(17, 3) = bad;
    CHECK(call("eigh_f64", 20, 20, {&a, &values, &v}) == 7);
    CHECK(call("svdvals_f64", 20, 20, {&a, &values}) == 7);
    CHECK(call("qr_f64", 20, 20, {&a, &out, &v}, {20}) == 0);
    CHECK(std::isnan(v.at(3, 3)));
  }
}

}  // namespace

int main() {
  together();
  if (!kThreadsAlone) {
    qr();
    svd();
    eigh();
    clusters();
    direct();
    refusals();
  }
  return test::summary("solve");
}
