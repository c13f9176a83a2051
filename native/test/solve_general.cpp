// Eigenvalues of any matrix, factors of complex ones, triangles, exponentials and least squares: their definitions, and the same bits from any
// number of threads.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solve_support.h"

using namespace maniple;
using namespace maniple::test;

namespace {

struct Complex {
  Matrix re, im;
  Complex(int64_t rows, int64_t columns) : re(rows, columns), im(rows, columns) {}
  Complex(Matrix re, Matrix im) : re(std::move(re)), im(std::move(im)) {}
};

Complex complexNoise(int64_t rows, int64_t columns) { return {noise(rows, columns), noise(rows, columns)}; }

Matrix sum(const Matrix& a, const Matrix& b, double factor = 1) {
  Matrix c = a;
  for (std::size_t i = 0; i < c.values.size(); i++) c.values[i] += factor * b.values[i];
  return c;
}

Complex adjoint(const Complex& a) {
  Matrix im = transposed(a.im);
  for (double& x : im.values) x = -x;
  return {transposed(a.re), im};
}

Complex product(const Complex& a, const Complex& b) {
  return {sum(product(a.re, b.re), product(a.im, b.im), -1), sum(product(a.re, b.im), product(a.im, b.re))};
}

double distance(const Complex& a, const Complex& b) { return std::max(test::distance(a.re, b.re), test::distance(a.im, b.im)); }

bool unitary(const Complex& q, double tolerance) {
  const int64_t n = q.re.columns;
  return distance(product(adjoint(q), q), {identity(n), Matrix(n, n)}) < tolerance;
}

const int64_t sizes[] = {0, 1, 2, 3, 9, 33, 64, 70, 130};

// A V = V W.
void eigenOf(const Complex& a, bool isReal, double scale) {
  const int64_t n = a.re.rows;
  Complex given = a, w(1, n), alone(1, n), v(n, n);
  if (isReal) {
    CHECK(call("eig_f64", n, n, {&given.re, &w.re, &w.im, &v.re, &v.im}) == 0);
    CHECK(call("eigvals_f64", n, n, {&given.re, &alone.re, &alone.im}) == 0);
  } else {
    CHECK(call("complex_eig_f64", n, n, {&given.re, &given.im, &w.re, &w.im, &v.re, &v.im}) == 0);
    CHECK(call("complex_eigvals_f64", n, n, {&given.re, &given.im, &alone.re, &alone.im}) == 0);
  }
  const Complex values{diagonal(w.re, n, n), diagonal(w.im, n, n)};
  CHECK(distance(product(a, v), product(v, values)) <= 1e-12 * scale);
  for (int64_t j = 0; j < n; j++) {
    double squares = 0;
    for (int64_t i = 0; i < n; i++) squares += v.re.at(i, j) * v.re.at(i, j) + v.im.at(i, j) * v.im.at(i, j);
    CHECK(std::fabs(squares - 1) < 1e-12);
  }
}

void eigen() {
  for (int64_t n : sizes) {
    const Complex a = complexNoise(n, n);
    eigenOf(a, false, 10);
    eigenOf({a.re, Matrix(n, n)}, true, 10);
    Matrix companion(n, n), jordan = identity(n);
    for (int64_t i = 0; i + 1 < n; i++) companion.at(i + 1, i) = jordan.at(i, i + 1) = 1;
    if (n > 0) companion.at(0, n - 1) = 1;
    eigenOf({companion, Matrix(n, n)}, true, 1);
    eigenOf({companion, Matrix(n, n)}, false, 1);
    eigenOf({jordan, Matrix(n, n)}, true, 1);
    eigenOf({Matrix(n, n), Matrix(n, n)}, true, 1);
  }
}

void complexFactors() {
  for (int64_t m : sizes)
    for (int64_t n : sizes) {
      Complex a = complexNoise(m, n);
      const int64_t k = std::min(m, n);
      for (int64_t columns : {k, m}) {
        Complex q(m, columns), r(columns, n);
        CHECK(call("complex_qr_f64", m, n, {&a.re, &a.im, &q.re, &q.im, &r.re, &r.im}, {static_cast<double>(columns)}) == 0);
        CHECK(distance(product(q, r), a) < 1e-12);
        CHECK(unitary(q, 1e-12));
      }
      if (m < n) continue;
      for (int64_t far : {n, m}) {
        Complex u(m, far), v(n, n);
        Matrix b(n, n);
        CHECK(call("complex_svd_f64", m, n, {&a.re, &a.im, &u.re, &u.im, &b, &v.re, &v.im}, {static_cast<double>(far)}) == 0);
        Complex wide(far, n);
        std::copy(b.values.begin(), b.values.end(), wide.re.values.begin());
        CHECK(distance(product(product(u, wide), v), a) < 1e-12);
        CHECK(unitary(u, 1e-12) && unitary(v, 1e-12));
      }
    }
  for (int64_t n : sizes) {
    Complex a = complexNoise(n, n), l(n, n), q(n, n);
    Matrix t(n, n);
    Complex square = product(a, adjoint(a));
    for (int64_t i = 0; i < n; i++) square.re.at(i, i) += 1;
    CHECK(call("complex_cholesky_f64", n, n, {&square.re, &square.im, &l.re, &l.im}) == 0);
    CHECK(distance(product(l, adjoint(l)), square) < 1e-11);
    CHECK(call("complex_eigh_f64", n, n, {&square.re, &square.im, &q.re, &q.im, &t}) == 0);
    CHECK(distance(product(product(q, {t, Matrix(n, n)}), adjoint(q)), square) < 1e-11);
    CHECK(unitary(q, 1e-12));
  }
}

void triangles() {
  for (int64_t m : sizes)
    for (int64_t n : sizes) {
      const int64_t k = std::min(m, n);
      Complex a = complexNoise(m, n), l(m, k), u(k, n), places(1, m);
      CHECK(call("lu_f64", m, n, {&a.re, &places.re, &l.re, &u.re}, {1}) == 0);
      CHECK(test::distance(product(l.re, u.re), a.re) < 1e-12);
      CHECK(call("complex_lu_f64", m, n, {&a.re, &a.im, &places.re, &places.im, &l.re, &l.im, &u.re, &u.im}, {1}) == 0);
      CHECK(distance(product(l, u), a) < 1e-12);
      Complex t = complexNoise(m, m), b = complexNoise(m, n), x(m, n);
      for (int how = 0; how < 4; how++) {
        for (int64_t i = 0; i < m; i++) {
          for (int64_t j = 0; j < m; j++)
            if ((how & 1) != 0 ? j > i : j < i) t.re.at(i, j) = t.im.at(i, j) = 0;
          t.re.at(i, i) = (how & 2) != 0 ? 1 : static_cast<double>(m);
          t.im.at(i, i) = 0;
        }
        for (Matrix* part : {&t.re, &t.im})
          for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < m; j++)
              if (i != j) part->at(i, j) /= static_cast<double>(m);
        const double scalar = how;
        CHECK(call("complex_solveTriangular_f64", m, n, {&t.re, &t.im, &b.re, &b.im, &x.re, &x.im}, {scalar}) == 0);
        CHECK(distance(product(t, x), b) < 1e-12);
        CHECK(call("solveTriangular_f64", m, n, {&t.re, &b.re, &x.re}, {scalar}) == 0);
        CHECK(test::distance(product(t.re, x.re), b.re) < 1e-12);
        t = complexNoise(m, m);
      }
    }
}

void exponentials() {
  for (int64_t n : sizes) {
    Complex a = complexNoise(n, n), negative(n, n), up(n, n), down(n, n);
    negative = {sum(negative.re, a.re, -1), sum(negative.im, a.im, -1)};
    CHECK(call("complex_expm_f64", n, n, {&a.re, &a.im, &up.re, &up.im}) == 0);
    CHECK(call("complex_expm_f64", n, n, {&negative.re, &negative.im, &down.re, &down.im}) == 0);
    CHECK(distance(product(up, down), {identity(n), Matrix(n, n)}) < 1e-9);
    CHECK(call("expm_f64", n, n, {&a.re, &up.re}) == 0);
    CHECK(call("expm_f64", n, n, {&negative.re, &down.re}) == 0);
    CHECK(test::distance(product(up.re, down.re), identity(n)) < 1e-9);
  }
}

void leastSquares() {
  for (int64_t m : {1, 3, 40, 90})
    for (int64_t n : {1, 3, 40, 70}) {
      const int64_t k = std::min(m, n);
      Matrix a = noise(m, n), b = noise(m, 2), x(n, 2), left(1, 2), rank(1, 1), s(1, k), p(n, m);
      CHECK(call("lstsq_f64", m, n, {&a, &b, &x, &left, &rank, &s}, {2, 1e-14}) == 0);
      CHECK(rank.at(0, 0) == static_cast<double>(k));
      const Matrix rest = sum(b, product(a, x), -1);
      CHECK(test::distance(product(transposed(a), rest), Matrix(n, 2)) < 1e-9);
      CHECK(std::fabs(product(transposed(rest), rest).at(0, 0) - left.at(0, 0)) < 1e-9);
      CHECK(call("pinv_f64", m, n, {&a, &p}, {1e-14}) == 0);
      CHECK(test::distance(product(product(a, p), a), a) < 1e-9);
    }
}

// A crew shares the work on one matrix; its results have the bits of one thread's.
void together() {
  for (int64_t n : kTogether) {
    const Complex a = complexNoise(n, n);
    const auto results = [&](int threads) {
      Complex given = a, w(1, n), v(n, n), l(n, n);
      const std::vector<Matrix*> real = {&given.re, &w.re, &w.im, &v.re, &v.im};
      CHECK(call("eig_f64", n, n, real, {0}, threads) == 0);
      std::vector<Matrix> found = {w.re, w.im, v.re, v.im};
      const auto run = [&](const char* name, const std::vector<Matrix*>& args, std::vector<double> scalars) {
        CHECK(call(name, n, n, args, scalars, threads) == 0);
        for (Matrix* m : args) found.push_back(*m);
      };
      run("complex_eig_f64", {&given.re, &given.im, &w.re, &w.im, &v.re, &v.im}, {});
      run("complex_qr_f64", {&given.re, &given.im, &v.re, &v.im, &l.re, &l.im}, {static_cast<double>(n)});
      run("complex_lu_f64", {&given.re, &given.im, &w.re, &w.im, &v.re, &v.im, &l.re, &l.im}, {0});
      run("complex_eigh_f64", {&given.re, &given.im, &v.re, &v.im, &l.re}, {});
      run("expm_f64", {&given.re, &v.re}, {});
      return found;
    };
    const std::vector<Matrix> alone = results(1);
    for (int threads : {2, 4}) {
      const std::vector<Matrix> shared = results(threads);
      for (std::size_t i = 0; i < alone.size(); i++) CHECK(test::distance(alone[i], shared[i]) == 0);
    }
  }
}

void refusals() {
  Complex bad = complexNoise(9, 9), w(1, 9), v(9, 9);
  bad.re.at(4, 5) = std::numeric_limits<double>::quiet_NaN();
  CHECK(call("eig_f64", 9, 9, {&bad.re, &w.re, &w.im, &v.re, &v.im}) == 7);
  CHECK(call("complex_lu_f64", 9, 9, {&bad.re, &bad.im, &w.re, &w.im, &v.re, &v.im, &v.re, &v.im}, {0}) == 7);
  CHECK(call("expm_f64", 9, 9, {&bad.re, &v.re}) == 7);
  Matrix zero(3, 3), b(3, 1), x(3, 1);
  CHECK(call("solveTriangular_f64", 3, 1, {&zero, &b, &x}, {0}) == 4);
  Complex negative{identity(3), Matrix(3, 3)}, l(3, 3);
  negative.re.at(1, 1) = -1;
  CHECK(call("complex_cholesky_f64", 3, 3, {&negative.re, &negative.im, &l.re, &l.im}) == 5);
}

}  // namespace

int main() {
  together();
  if (!kThreadsAlone) {
    eigen();
    complexFactors();
    triangles();
    exponentials();
    leastSquares();
    refusals();
  }
  return test::summary("solve_general");
}
