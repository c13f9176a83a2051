#include "lu.h"

#include <algorithm>
#include <cmath>

namespace maniple::sparse {
namespace {

constexpr int32_t kNone = -1;

class Columns {
 public:
  Columns(const Matrix& a, const Ints& order, const LuOptions& options, LU& lu);
  LuResult factor();

 private:
  void reach(int32_t column);
  void search(int32_t row);
  double eliminate(int32_t column);
  int32_t pivotOf(int32_t column, double& largest) const;
  void store(int32_t step, int32_t pivot, double least);
  void prune(int32_t step, int32_t pivot);
  double allowed(double greatest, int32_t step) const;

  const Matrix& a_;
  const Ints& order_;
  const LuOptions& options_;
  LU& lu_;
  int32_t size_;
  Ints place_;        // which pivot a row is, -1 for none yet
  Ints reached_;      // the rows of the column at hand, from `top_` on in an order of dependence
  int32_t top_ = 0, step_ = 0;
  Ints seen_;         // the last step that reached a row
  Ints stack_;
  Longs resume_;
  Longs pruned_;      // where the search in a column of L ends
  Doubles x_;
};

Columns::Columns(const Matrix& a, const Ints& order, const LuOptions& options, LU& lu)
    : a_(a), order_(order), options_(options), lu_(lu), size_(a.size) {
  const auto n = static_cast<std::size_t>(size_);
  for (Ints* list : {&place_, &seen_}) list->assign(n, kNone);
  reached_.resize(n);
  stack_.resize(n);
  resume_.resize(n);
  pruned_.assign(n, 0);
  x_.assign(n, 0);
  lu_.columnOrder = order;
  lu_.rowOrder.assign(n, kNone);
  lu_.diagonal.assign(n, 0);
  for (Triangle* t : {&lu_.lower, &lu_.upper}) {
    t->pointer.assign(n + 1, 0);
    t->index.reserve(static_cast<std::size_t>(4 * a.entries()));
    t->value.reserve(static_cast<std::size_t>(4 * a.entries()));
  }
}

// Rows that a row leads to, rows that depend on it in front of it.
void Columns::search(int32_t row) {
  int32_t depth = 0;
  stack_[0] = row;
  seen_[row] = step_;
  resume_[0] = place_[row] == kNone ? 0 : lu_.lower.pointer[place_[row]];
  while (depth >= 0) {
    const int32_t at = stack_[depth], column = place_[at];
    const int64_t end = column == kNone ? 0 : pruned_[column];
    int64_t p = column == kNone ? 0 : resume_[depth];
    while (p < end && seen_[lu_.lower.index[p]] == step_) p++;
    if (p == end) {
      reached_[--top_] = at;
      depth--;
      continue;
    }
    resume_[depth] = p + 1;
    const int32_t next = lu_.lower.index[p];
    seen_[next] = step_;
    stack_[++depth] = next;
    resume_[depth] = place_[next] == kNone ? 0 : lu_.lower.pointer[place_[next]];
  }
}

void Columns::reach(int32_t column) {
  top_ = size_;
  for (int32_t p = a_.pointer[column]; p < a_.pointer[column + 1]; p++)
    if (seen_[a_.index[p]] != step_) search(a_.index[p]);
}

// x = L⁻¹ times the column. Returns the column's greatest entry.
double Columns::eliminate(int32_t column) {
  double greatest = 0;
  for (int32_t p = a_.pointer[column]; p < a_.pointer[column + 1]; p++) {
    x_[a_.index[p]] = a_.value[p];
    greatest = std::max(greatest, std::fabs(a_.value[p]));
  }
  double* const x = x_.data();
  for (int32_t k = top_; k < size_; k++) {
    const int32_t from = place_[reached_[k]];
    if (from == kNone) continue;
    const double factor = x[reached_[k]];
    const int64_t end = lu_.lower.pointer[from + 1];
    const int32_t* const index = lu_.lower.index.data();
    const double* const value = lu_.lower.value.data();
    for (int64_t p = lu_.lower.pointer[from]; p < end; p++) x[index[p]] -= value[p] * factor;
  }
  return greatest;
}

// The row of the pivot; none where all are 0 or one is NaN, which is then `largest`.
int32_t Columns::pivotOf(int32_t column, double& largest) const {
  int32_t pivot = kNone;
  largest = 0;
  bool onDiagonal = false;
  for (int32_t k = top_; k < size_; k++) {
    const int32_t i = reached_[k];
    if (place_[i] != kNone) continue;
    const double size = std::fabs(x_[i]);
    if (i == column) onDiagonal = true;
    if (!(size <= largest)) {
      largest = size;
      pivot = i;
      if (!std::isfinite(size)) return kNone;
    }
  }
  if (pivot != kNone && onDiagonal && std::fabs(x_[column]) >= options_.threshold * largest) return column;
  return pivot;
}

// The size below which entries are left out; infinite where an incomplete factorization is full.
double Columns::allowed(double greatest, int32_t step) const {
  if (options_.drop == 0) return 0;
  const double most = options_.fill * static_cast<double>(a_.entries()) * (step + 1) / size_;
  const auto found = static_cast<double>(lu_.lower.index.size() + lu_.upper.index.size());
  return greatest * (found > most ? std::min(1.0, std::max(options_.drop, 1e-8) * 100) : options_.drop);
}

void Columns::store(int32_t step, int32_t pivot, double least) {
  const double top = x_[pivot];
  lu_.diagonal[step] = top;
  lu_.rowOrder[step] = pivot;
  place_[pivot] = step;
  for (int32_t k = top_; k < size_; k++) {
    const int32_t i = reached_[k];
    const double value = x_[i];
    x_[i] = 0;
    if (i == pivot || !(std::fabs(value) >= least)) continue;
    const bool above = place_[i] != kNone;
    Triangle& to = above ? lu_.upper : lu_.lower;
    to.index.push_back(above ? place_[i] : i);
    to.value.push_back(above ? value : value / top);
  }
  lu_.lower.pointer[step + 1] = static_cast<int64_t>(lu_.lower.index.size());
  lu_.upper.pointer[step + 1] = static_cast<int64_t>(lu_.upper.index.size());
  pruned_[step] = lu_.lower.pointer[step + 1];
}

// Columns of L above the pivot that have the pivot's row need no more be searched in rows which are not pivots: its own column has them.
void Columns::prune(int32_t step, int32_t pivot) {
  Triangle& l = lu_.lower;
  for (int64_t q = lu_.upper.pointer[step]; q < lu_.upper.pointer[step + 1]; q++) {
    const int32_t j = lu_.upper.index[q];
    const int64_t from = l.pointer[j], end = l.pointer[j + 1];
    if (pruned_[j] != end) continue;
    const auto begin = l.index.begin();
    if (std::find(begin + from, begin + end, pivot) == begin + end) continue;
    int64_t to = from;
    for (int64_t p = from; p < end; p++) {
      if (place_[l.index[p]] == kNone) continue;
      std::swap(l.index[p], l.index[to]);
      std::swap(l.value[p], l.value[to]);
      to++;
    }
    pruned_[j] = to;
  }
}

LuResult Columns::factor() {
  for (step_ = 0; step_ < size_; step_++) {
    const int32_t column = order_[step_];
    reach(column);
    const double greatest = eliminate(column);
    double largest;
    const int32_t pivot = pivotOf(column, largest);
    if (pivot == kNone) return std::isfinite(largest) ? LuResult::singular : LuResult::notFinite;
    store(step_, pivot, allowed(greatest, step_));
    if (options_.drop == 0) prune(step_, pivot);
  }
  for (int32_t& row : lu_.lower.index) row = place_[row];
  return LuResult::done;
}

}  // namespace

LuResult factor(const Matrix& columns, const Ints& order, const LuOptions& options, LU& lu) {
  return Columns(columns, order, options, lu).factor();
}

void solveTriangles(const Triangles& t, double* x) {
  for (int32_t j = 0; j < t.size; j++) {
    const double found = x[j];
    if (found == 0) continue;
    for (int32_t p = t.lowerPointer[j]; p < t.lowerPointer[j + 1]; p++) x[t.lowerIndex[p]] -= t.lower[p] * found;
  }
  for (int32_t j = t.size - 1; j >= 0; j--) {
    const double found = x[j] /= t.diagonal[j];
    if (found == 0) continue;
    for (int32_t p = t.upperPointer[j]; p < t.upperPointer[j + 1]; p++) x[t.upperIndex[p]] -= t.upper[p] * found;
  }
}

void solveTransposed(const Triangles& t, double* x) {
  for (int32_t j = 0; j < t.size; j++) {
    double sum = x[j];
    for (int32_t p = t.upperPointer[j]; p < t.upperPointer[j + 1]; p++) sum -= t.upper[p] * x[t.upperIndex[p]];
    x[j] = sum / t.diagonal[j];
  }
  for (int32_t j = t.size - 1; j >= 0; j--) {
    double sum = x[j];
    for (int32_t p = t.lowerPointer[j]; p < t.lowerPointer[j + 1]; p++) sum -= t.lower[p] * x[t.lowerIndex[p]];
    x[j] = sum;
  }
}

}  // namespace maniple::sparse
