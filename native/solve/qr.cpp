#include "qr.h"

#include <algorithm>

#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int64_t kFew = 8;  // columns that are reflected one by one

void factorFew(const Part& columns, const Reflectors& h, int64_t from, int64_t to) {
  for (int64_t j = from; j < to; j++) {
    double* const v = &h.v.at(j, j);
    const int64_t length = h.length - j;
    std::copy_n(&columns.at(j, j), length, v);
    columns.at(j, j) = reflect(v, length, h.tau[j]);
    for (int64_t k = j + 1; k < to; k++) {
      double* const x = &columns.at(k, j);
      vectors().add(x, -h.tau[j] * vectors().dot(v, x, length), v, length);
    }
  }
}

void factorSome(const Part& columns, const Reflectors& h, int64_t from, int64_t to, Applied& work) {
  if (to - from <= kFew) return factorFew(columns, h, from, to);
  const int64_t middle = from + (to - from) / 2;
  factorSome(columns, h, from, middle, work);
  work.apply(h, from, middle, columns.from(middle, from), to - middle, true);
  factorSome(columns, h, middle, to, work);
}

}  // namespace

void factorColumns(const Part& columns, int64_t n, const Reflectors& h, Applied& work) {
  for (int64_t from = 0; from < h.count; from += kTogether) {
    const int64_t to = std::min(h.count, from + kTogether);
    factorSome(columns, h, from, to, work);
    work.apply(h, from, to, columns.from(to, from), n - to, true);
  }
}

}  // namespace maniple::solve
