// The reduction of singular.h. Reflectors come in turns from the left (on columns) and from the right (on rows); their updates of the
// rest of the matrix are put off for a panel: A - V Yᵀ - X Wᵀ, V and W the reflectors.
#include <algorithm>

#include "reflectors.h"
#include "singular.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

// Reflectors whose updates are put off together. A matrix that stays in the second cache is cheap to update, and each reflector of a panel is one
// more for the next to be taken from: of 30 rows the reduction takes 29 us in panels of 4, 50 of 32; of 200 1,530 and 1,910.
constexpr int64_t kPanel = 32, kShortPanel = 4, kSmall = 256;

// By rows: V above X, and Y above W, so that one product updates the rest.
struct Panel {
  const int64_t most;
  Rows left, right;
  int64_t count = 0;
  explicit Panel(int64_t size) noexcept
      : most(size <= kSmall ? kShortPanel : kPanel), left(2 * most, size), right(2 * most, size) {}
  bool ready() const noexcept { return left.ready() && right.ready(); }
  double* v(int64_t j) const { return left.at(j); }
  double* x(int64_t j) const { return left.at(most + j); }
  double* y(int64_t j) const { return right.at(j); }
  double* w(int64_t j) const { return right.at(most + j); }
  Part vs() const { return left.part(); }
  Part xs() const { return left.part().from(most, 0); }
  Part ys() const { return right.part(); }
  Part ws() const { return right.part().from(most, 0); }
};

// x less the sum of `count` rows of one half of a panel, from column `at` on, times these factors.
void subtract(double* x, const double* factors, int64_t step, const Part& rows, int64_t at, int64_t count, int64_t length) {
  if (count > 0) vectors().subtractRows(x, factors, step, &rows.at(0, at), rows.row, count, length);
}

// The products of `count` rows with x take the rows of the panel's other side from y: y - Σ (from[p] · x) to[p].
void project(double* y, const Part& to, int64_t toAt, int64_t rest, const Part& from, int64_t fromAt, const double* x, int64_t length,
             int64_t count) {
  if (count == 0) return;
  double along[kPanel];
  multiplyVector(along, from.from(0, fromAt), x, count, length);
  subtract(y, along, 1, to, toAt, count, rest);
}

// The reflector from the left that clears column k below the diagonal; then y, and row k as it is after it.
void reduceColumn(const Part& a, int64_t size, int64_t k, double* d, const Reflectors& h, Panel& panel) {
  const int64_t j = panel.count, length = size - k, rest = length - 1;
  double* const v = panel.v(j);
  double* const y = panel.y(j);
  for (int64_t i = 0; i < length; i++) v[k + i] = a.at(k + i, k);
  subtract(v + k, panel.y(0) + k, panel.ys().row, panel.vs(), k, j, length);
  subtract(v + k, panel.w(0) + k, panel.ws().row, panel.xs(), k, j, length);
  std::fill_n(v, k, 0.0);
  d[k] = reflect(v + k, length, h.tau[k]);
  std::copy_n(v, size, &h.v.at(k, 0));
  std::fill_n(y, size, 0.0);
  if (rest == 0) return;
  multiplyVector(y + k + 1, a.from(k, k + 1).transposed(), v + k, rest, length);
  project(y + k + 1, panel.ys(), k + 1, rest, panel.vs(), k, v + k, length, j);
  project(y + k + 1, panel.ws(), k + 1, rest, panel.xs(), k, v + k, length, j);
  for (int64_t i = k + 1; i < size; i++) y[i] *= h.tau[k];
}

// The reflector from the right that clears row k behind the element after the diagonal; then x.
void reduceRow(const Part& a, int64_t size, int64_t k, double* e, const Reflectors& h, Panel& panel) {
  const int64_t j = panel.count, at = k + 1, length = size - at;
  double* const w = panel.w(j);
  double* const x = panel.x(j);
  std::fill_n(w, size, 0.0);
  std::fill_n(x, size, 0.0);
  if (length > 0) {
    std::copy_n(&a.at(k, at), length, w + at);
    subtract(w + at, panel.v(0) + k, panel.vs().row, panel.ys(), at, j + 1, length);
    subtract(w + at, panel.x(0) + k, panel.xs().row, panel.ws(), at, j, length);
    e[k] = reflect(w + at, length, h.tau[k]);
    std::copy_n(w, size, &h.v.at(k, 0));
    multiplyVector(x + at, a.from(at, at), w + at, length, length);
    project(x + at, panel.vs(), at, length, panel.ys(), at, w + at, length, j + 1);
    project(x + at, panel.xs(), at, length, panel.ws(), at, w + at, length, j);
    for (int64_t i = at; i < size; i++) x[i] *= h.tau[k];
  }
  panel.count++;
}

// After a whole panel.
void updateRest(const Part& a, int64_t size, int64_t at, Panel& panel) {
  subtractProduct(a.from(at, at), panel.left.part().from(0, at).transposed(), panel.right.part().from(0, at), size - at,
                  size - at, 2 * panel.count);
  panel.count = 0;
}

}  // namespace

bool reduceToBidiagonal(const Part& a, int64_t size, double* d, double* e, const Reflectors& left, const Reflectors& right) {
  Panel panel(size);
  if (!panel.ready()) return false;
  for (int64_t k = 0; k < size; k++) {
    reduceColumn(a, size, k, d, left, panel);
    reduceRow(a, size, k, e, right, panel);
    if (panel.count == panel.most && k + 1 < size) updateRest(a, size, k + 1, panel);
  }
  return true;
}

}  // namespace maniple::solve
