#include "direct.h"

#include <algorithm>
#include <cmath>

#include "cholesky.h"
#include "lu.h"

namespace maniple::sparse {
namespace {

constexpr int32_t kLu = 0, kPositive = 1;
constexpr int64_t kHead = 4;
constexpr int64_t kMost = 2147483647;
// Where so many entries are mirrored, and nearly all of the diagonal is there, pivots are taken from it if they are not much smaller than
// others, so that the order of A + Aᵀ holds.
constexpr double kMirrored = 0.5;
constexpr double kDiagonalShare = 0.1;

bool finite(const Matrix& a) {
  return std::all_of(a.value, a.value + a.entries(), [](double x) { return std::isfinite(x); });
}

void append(Ints& to, const Ints& from) { to.insert(to.end(), from.begin(), from.end()); }
void append(Doubles& to, const Doubles& from) { to.insert(to.end(), from.begin(), from.end()); }
void append(Ints& to, const Longs& from) {
  for (int64_t x : from) to.push_back(static_cast<int32_t>(x));
}

Result positive(const Matrix& a, const Matrix& at, Factors& factors) {
  const Supernodes nodes = analyse(a, minimumDegree(graphOfSum(a, at)));
  if (nodes.pointer.back() > kMost) return Result::noMemory;
  factors.value.resize(static_cast<std::size_t>(nodes.elements()));
  const Factored factored = factorPositive(a, nodes, factors.value.data());
  if (factored != Factored::done) return factored == Factored::noMemory ? Result::noMemory : Result::indefinite;
  factors.index = {kPositive, a.size, nodes.count(), static_cast<int32_t>(nodes.pointer.back())};
  append(factors.index, nodes.order);
  append(factors.index, nodes.first);
  for (int32_t s = 0; s < nodes.count(); s++) factors.index.push_back(static_cast<int32_t>(nodes.below(s)));
  append(factors.index, nodes.rows);
  return Result::done;
}

Result general(const Matrix& a, const Matrix& at, const Symmetry& symmetry, LuOptions options, Factors& factors) {
  const bool symmetric = symmetry.share() >= kMirrored && symmetry.zerosOnDiagonal * 20 <= a.size;
  if (symmetric) options.threshold = kDiagonalShare;
  const auto most = static_cast<int64_t>(std::max(16.0, 10 * std::sqrt(static_cast<double>(a.size))));
  const Ints order = minimumDegree(symmetric ? graphOfSum(a, at) : graphOfSquare(a, at, most));
  LU lu;
  const LuResult result = factor(at, order, options, lu);
  if (result != LuResult::done) return result == LuResult::singular ? Result::singular : Result::notFinite;
  const auto below = static_cast<int64_t>(lu.lower.index.size()), above = static_cast<int64_t>(lu.upper.index.size());
  if (std::max(below, above) > kMost) return Result::noMemory;
  factors.index = {kLu, a.size, static_cast<int32_t>(below), static_cast<int32_t>(above)};
  factors.index.reserve(static_cast<std::size_t>(kHead + 4 * int64_t{a.size} + 2 + below + above));
  for (const Ints* order : {&lu.rowOrder, &lu.columnOrder}) append(factors.index, *order);
  for (const Triangle* t : {&lu.lower, &lu.upper}) append(factors.index, t->pointer);
  for (const Triangle* t : {&lu.lower, &lu.upper}) append(factors.index, t->index);
  factors.value = std::move(lu.lower.value);
  append(factors.value, lu.upper.value);
  append(factors.value, lu.diagonal);
  return Result::done;
}

void applyTriangles(const int32_t* index, const double* value, bool transposed, Strided<const double> b, Strided<double> x, double* y) {
  const int64_t size = index[1], below = index[2], above = index[3];
  const int32_t* const rows = index + kHead;
  const int32_t* const columns = rows + size;
  Triangles t{};
  t.size = static_cast<int32_t>(size);
  t.lowerPointer = columns + size;
  t.upperPointer = t.lowerPointer + size + 1;
  t.lowerIndex = t.upperPointer + size + 1;
  t.upperIndex = t.lowerIndex + below;
  t.lower = value;
  t.upper = value + below;
  t.diagonal = t.upper + above;
  const int32_t* const from = transposed ? columns : rows;
  const int32_t* const to = transposed ? rows : columns;
  for (int64_t k = 0; k < size; k++) y[k] = b[from[k]];
  if (transposed) solveTransposed(t, y);
  else solveTriangles(t, y);
  for (int64_t k = 0; k < size; k++) x[to[k]] = y[k];
}

void applyPositive(const int32_t* index, const double* value, Strided<const double> b, Strided<double> x, double* y) {
  const int64_t size = index[1], nodes = index[2];
  const int32_t* const order = index + kHead;
  const int32_t* const first = order + size;
  const int32_t* const below = first + nodes + 1;
  for (int64_t k = 0; k < size; k++) y[k] = b[order[k]];
  solvePositive({index[2], first, below, below + nodes, value}, y, y + size);
  for (int64_t k = 0; k < size; k++) x[order[k]] = y[k];
}

}  // namespace

Result factorize(const Matrix& a, Method method, Factors& factors) {
  if (!finite(a)) return Result::notFinite;
  const Owned columns = transposed(a);
  const Matrix at = columns.view();
  const Symmetry symmetry = symmetryOf(a, at);
  if (method != Method::general) {
    const bool candidate = symmetry.values && symmetry.positive;
    const Result result = candidate ? positive(a, at, factors) : Result::indefinite;
    if (result != Result::indefinite || method == Method::positive) return result;
    factors = {};
  }
  return general(a, at, symmetry, {}, factors);
}

Result factorizeIncompletely(const Matrix& a, double drop, double fill, Factors& factors) {
  if (!finite(a)) return Result::notFinite;
  const Owned columns = transposed(a);
  const Matrix at = columns.view();
  LuOptions options;
  options.drop = drop;
  options.fill = fill;
  return general(a, at, symmetryOf(a, at), options, factors);
}

void apply(const int32_t* index, const double* value, bool transposed, Strided<const double> b, Strided<double> x, double* spare) {
  if (index[0] == kPositive) applyPositive(index, value, b, x, spare);
  else applyTriangles(index, value, transposed, b, x, spare);
}

}  // namespace maniple::sparse
