#include "cholesky.h"

#include <algorithm>
#include <cmath>

#include "../solve/factor.h"
#include "../solve/matrix.h"
#include "../solve/vectors.h"

namespace maniple::sparse {
namespace {

using solve::Part;

constexpr int64_t kFew = 24;     // columns of a supernode that are taken from rows one by one
constexpr int64_t kStrip = 128;  // rows of the update that are computed as a rectangle

int64_t triangle(int64_t size) { return size * (size + 1) / 2; }

class Fronts {
 public:
  Fronts(const Matrix& a, const Supernodes& nodes);
  bool factor(int32_t node, double* panel);

 private:
  void assemble(int32_t node, const Part& panel);
  void add(int32_t child, int32_t node, const Part& panel, const double* packed);
  bool eliminate(const Part& panel, int64_t columns, int64_t below);
  void subtract(const Part& panel, int64_t columns, int64_t below);
  void push(int32_t node);

  const Matrix& a_;
  const Supernodes& nodes_;
  Ints local_;    // place of a row in the front at hand
  Doubles rest_;  // of the front, by rows
  Ints within_;   // places of a child's rows in its parent's front
  Doubles stack_;
  std::size_t top_ = 0;
  Ints waiting_;  // supernodes with an update on the stack
};

Fronts::Fronts(const Matrix& a, const Supernodes& nodes) : a_(a), nodes_(nodes), local_(static_cast<std::size_t>(a.size)) {
  int64_t most = 0, depth = 0, deepest = 0;
  Longs waiting(static_cast<std::size_t>(nodes.count()), 0);
  for (int32_t s = 0; s < nodes.count(); s++) {
    most = std::max(most, nodes.below(s));
    depth += triangle(nodes.below(s)) - waiting[s];
    deepest = std::max(deepest, depth);
    if (nodes.parent[s] >= 0) waiting[nodes.parent[s]] += triangle(nodes.below(s));
  }
  rest_.resize(static_cast<std::size_t>(most * most));
  within_.resize(static_cast<std::size_t>(most));
  stack_.resize(static_cast<std::size_t>(deepest));
}

// The matrix's entries in the supernode's rows of U.
void Fronts::assemble(int32_t node, const Part& panel) {
  const int32_t first = nodes_.first[node];
  for (int32_t j = first; j < nodes_.first[node + 1]; j++) {
    const int32_t row = nodes_.order[j];
    for (int32_t p = a_.pointer[row]; p < a_.pointer[row + 1]; p++) {
      const int32_t i = nodes_.place[a_.index[p]];
      if (i >= j) panel.at(j - first, local_[i]) = a_.value[p];
    }
  }
}

void Fronts::add(int32_t child, int32_t node, const Part& panel, const double* packed) {
  const int64_t count = nodes_.below(child), columns = nodes_.columns(node), below = nodes_.below(node);
  const int32_t* const rows = nodes_.rows.data() + nodes_.pointer[child];
  for (int64_t i = 0; i < count; i++) within_[i] = local_[rows[i]];
  for (int64_t i = 0; i < count; i++) {
    const int64_t at = within_[i];
    double* const to = at < columns ? &panel.at(at, 0) : rest_.data() + (at - columns) * below - columns;
    for (int64_t j = i; j < count; j++) to[within_[j]] += *packed++;
  }
}

// rest = rest - U12ᵀ U12, the upper triangle.
void Fronts::subtract(const Part& panel, int64_t columns, int64_t below) {
  const Part beside = panel.from(0, columns), rest{rest_.data(), below, 1};
  if (columns <= kFew) {
    for (int64_t i = 0; i < below; i++)
      solve::vectors().subtractRows(&rest.at(i, i), &beside.at(0, i), beside.row, &beside.at(0, i), beside.row, columns, below - i);
    return;
  }
  for (int64_t i = 0; i < below; i += kStrip) {
    const Part right = beside.from(0, i);
    solve::subtractProduct(rest.from(i, i), right.transposed(), right, std::min(kStrip, below - i), below - i, columns);
  }
}

bool Fronts::eliminate(const Part& panel, int64_t columns, int64_t below) {
  if (columns <= kFew) {
    for (int64_t k = 0; k < columns; k++) {
      double* const row = &panel.at(k, k);
      const int64_t length = columns + below - k;
      if (k > 0) solve::vectors().subtractRows(row, &panel.at(0, k), panel.row, &panel.at(0, k), panel.row, k, length);
      if (!(*row > 0) || !std::isfinite(*row)) return false;
      const double root = std::sqrt(*row);
      for (int64_t j = 0; j < length; j++) row[j] /= root;
    }
  } else {
    if (!solve::cholesky(panel, columns)) return false;
    if (below > 0) solve::solveLower(panel.transposed(), false, panel.from(0, columns), columns, below);
  }
  if (below > 0) subtract(panel, columns, below);
  return true;
}

void Fronts::push(int32_t node) {
  const int64_t below = nodes_.below(node);
  double* to = stack_.data() + top_;
  for (int64_t i = 0; i < below; i++) to = std::copy_n(rest_.data() + i * below + i, below - i, to);
  top_ += static_cast<std::size_t>(triangle(below));
  waiting_.push_back(node);
}

bool Fronts::factor(int32_t node, double* values) {
  const int64_t columns = nodes_.columns(node), below = nodes_.below(node), length = columns + below;
  const Part panel{values, length, 1};
  std::fill_n(values, columns * length, 0.0);
  for (int64_t i = 0; i < below; i++) std::fill_n(rest_.data() + i * below + i, below - i, 0.0);
  for (int32_t j = 0; j < columns; j++) local_[nodes_.first[node] + j] = j;
  const int32_t* const rows = nodes_.rows.data() + nodes_.pointer[node];
  for (int64_t i = 0; i < below; i++) local_[rows[i]] = static_cast<int32_t>(columns + i);
  assemble(node, panel);
  while (!waiting_.empty() && nodes_.parent[waiting_.back()] == node) {
    const int32_t child = waiting_.back();
    waiting_.pop_back();
    top_ -= static_cast<std::size_t>(triangle(nodes_.below(child)));
    add(child, node, panel, stack_.data() + top_);
  }
  if (!eliminate(panel, columns, below)) return false;
  push(node);
  return true;
}

}  // namespace

Factored factorPositive(const Matrix& a, const Supernodes& nodes, double* panels) {
  if (!solve::prepare()) return Factored::noMemory;
  Fronts fronts(a, nodes);
  for (int32_t s = 0; s < nodes.count(); s++) {
    if (!fronts.factor(s, panels)) return Factored::indefinite;
    panels += nodes.columns(s) * (nodes.columns(s) + nodes.below(s));
  }
  return Factored::done;
}

void solvePositive(const Panels& panels, double* x, double* spare) {
  const double* panel = panels.values;
  const int32_t* rows = panels.rows;
  for (int32_t s = 0; s < panels.nodes; s++) {
    const int64_t first = panels.first[s], columns = panels.first[s + 1] - first, below = panels.below[s], length = columns + below;
    std::fill_n(spare, below, 0.0);
    for (int64_t k = 0; k < columns; k++) {
      const double* const row = panel + k * length;
      const double found = x[first + k] /= row[k];
      for (int64_t j = k + 1; j < columns; j++) x[first + j] -= row[j] * found;
      for (int64_t j = 0; j < below; j++) spare[j] += row[columns + j] * found;
    }
    for (int64_t j = 0; j < below; j++) x[rows[j]] -= spare[j];
    panel += columns * length;
    rows += below;
  }
  for (int32_t s = panels.nodes - 1; s >= 0; s--) {
    const int64_t first = panels.first[s], columns = panels.first[s + 1] - first, below = panels.below[s], length = columns + below;
    panel -= columns * length;
    rows -= below;
    for (int64_t j = 0; j < below; j++) spare[j] = x[rows[j]];
    for (int64_t k = columns - 1; k >= 0; k--) {
      const double* const row = panel + k * length;
      const double inner = solve::vectors().dot(row + columns, spare, below) + solve::vectors().dot(row + k + 1, x + first + k + 1, columns - k - 1);
      x[first + k] = (x[first + k] - inner) / row[k];
    }
  }
}

}  // namespace maniple::sparse
