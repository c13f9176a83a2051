// Sparse direct methods: orders are permutations, factors solve what they are of, and matrices that have none are refused.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "../sparse/cholesky.h"
#include "../sparse/direct.h"
#include "../sparse/pattern.h"
#include "check.h"

using namespace maniple;
using namespace maniple::sparse;

namespace {

// A matrix with these elements, given by rows; zeros are left out.
Owned compressed(int32_t size, const std::vector<double>& dense) {
  Owned a;
  a.size = size;
  a.pointer.push_back(0);
  for (int32_t i = 0; i < size; i++) {
    for (int32_t j = 0; j < size; j++) {
      const double value = dense[static_cast<std::size_t>(i * size + j)];
      if (value == 0) continue;
      a.index.push_back(j);
      a.value.push_back(value);
    }
    a.pointer.push_back(static_cast<int32_t>(a.index.size()));
  }
  return a;
}

// The five-point Laplacian, with `wind` along the rows of the grid.
Owned grid(int32_t side, double wind) {
  Owned a;
  a.size = side * side;
  a.pointer.push_back(0);
  const auto put = [&a](int32_t j, double value) {
    a.index.push_back(j);
    a.value.push_back(value);
  };
  for (int32_t y = 0; y < side; y++)
    for (int32_t x = 0; x < side; x++) {
      const int32_t i = y * side + x;
      if (y > 0) put(i - side, -1);
      if (x > 0) put(i - 1, -1 - wind);
      put(i, 4);
      if (x + 1 < side) put(i + 1, -1 + wind);
      if (y + 1 < side) put(i + side, -1);
      a.pointer.push_back(static_cast<int32_t>(a.index.size()));
    }
  return a;
}

std::vector<double> scattered(int32_t size, double share, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> dense(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (double& x : dense) x = uniform(random) < share ? uniform(random) - 0.5 : 0;
  return dense;
}

// The greatest element of A x - b over that of b, for a solution by factors.
double residual(const Owned& a, const Factors& factors, bool transposed) {
  const auto n = static_cast<std::size_t>(a.size);
  std::vector<double> b(n), x(n), spare(2 * n + 1), product(n, 0);
  for (std::size_t i = 0; i < n; i++) b[i] = std::sin(static_cast<double>(i) + 1);
  apply(factors.index.data(), factors.value.data(), transposed, {b.data(), 1}, {x.data(), 1}, spare.data());
  for (int32_t i = 0; i < a.size; i++)
    for (int32_t p = a.pointer[i]; p < a.pointer[i + 1]; p++) {
      if (transposed) product[a.index[p]] += a.value[p] * x[i];
      else product[i] += a.value[p] * x[a.index[p]];
    }
  double most = 0;
  for (std::size_t i = 0; i < n; i++) most = std::max(most, std::fabs(product[i] - b[i]));
  return most;
}

bool isPermutation(Ints order) {
  std::sort(order.begin(), order.end());
  for (std::size_t k = 0; k < order.size(); k++)
    if (order[k] != static_cast<int32_t>(k)) return false;
  return true;
}

void orders() {
  std::mt19937 random(1);
  for (int32_t n : {0, 1, 2, 7, 40, 150})
    for (double share : {0.0, 0.02, 0.1, 0.6}) {
      const Owned a = compressed(n, scattered(n, share, random)), t = transposed(a.view());
      CHECK(isPermutation(minimumDegree(graphOfSum(a.view(), t.view()))));
      CHECK(isPermutation(minimumDegree(graphOfSquare(a.view(), t.view(), n))));
    }
  // Of a grid of 60 by 60, rows in their order leave 60 entries in each column; nested ones about 31 n log2(n) / 4 in all.
  const Owned a = grid(60, 0);
  const Ints order = minimumDegree(graphOfSum(a.view(), a.view()));
  CHECK(isPermutation(order));
  CHECK(analyse(a.view(), order).elements() < 100000);
  // An arrow, whose tip comes last: no fill.
  std::vector<double> arrow(400 * 400, 0);
  for (std::size_t i = 0; i < 400; i++) arrow[i * 400 + i] = 2, arrow[i] = arrow[i * 400] = 1;
  arrow[0] = 400;
  const Owned tip = compressed(400, arrow);
  Factors factors;
  CHECK(factorize(tip.view(), Method::general, factors) == Result::done);
  CHECK(factors.index[2] == 399 && factors.index[3] == 399);
}

void positive() {
  for (int32_t side : {1, 2, 3, 9, 30, 70}) {
    const Owned a = grid(side, 0);
    Factors factors;
    CHECK(factorize(a.view(), Method::automatic, factors) == Result::done);
    CHECK(factors.index[0] == 1);
    CHECK(residual(a, factors, false) < 1e-11);
    CHECK(residual(a, factors, true) < 1e-11);
  }
  std::mt19937 random(2);
  for (int32_t n : {1, 5, 33, 120})
    for (double share : {0.01, 0.1, 0.5}) {
      std::vector<double> dense = scattered(n, share, random);
      const auto at = [&](int32_t i, int32_t j) -> double& { return dense[static_cast<std::size_t>(i * n + j)]; };
      for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < i; j++) at(i, j) = at(j, i);
      for (int32_t i = 0; i < n; i++) at(i, i) = n;
      const Owned a = compressed(n, dense);
      Factors factors;
      CHECK(factorize(a.view(), Method::positive, factors) == Result::done);
      CHECK(residual(a, factors, false) < 1e-12);
    }
}

void general() {
  std::mt19937 random(3);
  for (int32_t n : {1, 2, 10, 60, 200})
    for (double share : {0.01, 0.05, 0.4})
      for (bool dominant : {false, true}) {
        std::vector<double> dense = scattered(n, share, random);
        // A cycle of large entries, so that the matrix is not singular: on the diagonal, or beside it where pivots have to be looked for.
        for (int32_t i = 0; i < n; i++) dense[static_cast<std::size_t>(i * n + (i + (dominant ? 0 : 1)) % n)] = 3 + i % 5;
        const Owned a = compressed(n, dense);
        Factors factors;
        CHECK(factorize(a.view(), Method::automatic, factors) == Result::done);
        CHECK(residual(a, factors, false) < 1e-7);
        CHECK(residual(a, factors, true) < 1e-7);
      }
  const Owned windy = grid(40, 0.7);
  Factors factors;
  CHECK(factorize(windy.view(), Method::automatic, factors) == Result::done);
  CHECK(factors.index[0] == 0);
  CHECK(residual(windy, factors, false) < 1e-11);
  Factors incomplete;
  CHECK(factorizeIncompletely(windy.view(), 1e-3, 10, incomplete) == Result::done);
  CHECK(incomplete.value.size() < factors.value.size());
  CHECK(residual(windy, incomplete, false) < 0.2);
}

void refused() {
  Factors factors;
  CHECK(factorize(compressed(3, {1, 0, 0, 0, 0, 0, 0, 0, 1}).view(), Method::automatic, factors) == Result::singular);
  CHECK(factorize(compressed(2, {1, 2, 2, 4}).view(), Method::automatic, factors) == Result::singular);
  CHECK(factorize(compressed(2, {1, 2, 2, 1}).view(), Method::positive, factors) == Result::indefinite);
  CHECK(factorize(compressed(2, {1, 2, 0, 1}).view(), Method::positive, factors) == Result::indefinite);
  CHECK(factorize(compressed(2, {1, 2, 2, 1}).view(), Method::automatic, factors) == Result::done);
  CHECK(factors.index[0] == 0);
  CHECK(factorize(compressed(2, {1, NAN, 2, 1}).view(), Method::automatic, factors) == Result::notFinite);
  CHECK(factorize(compressed(2, {1e200, 1e200, -1e200, 1e-200}).view(), Method::general, factors) == Result::done);
}

}  // namespace

int main() {
  orders();
  positive();
  general();
  refused();
  return test::summary("sparse");
}
