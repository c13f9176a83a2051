#include "tall.h"

#include "lapack.h"
#include "singular.h"

namespace maniple::solve {

Outcome decompose(Orthogonal& tall, const Rows& values, const Part* far, int64_t farRows, const Part* near) {
  const int64_t size = tall.count;
  const Part columns = tall.columns.part();
  const bool square = tall.count == tall.length;
  const lapack::Called called = lapack::svd(columns, size, tall.length, values.data(), far, farRows, near);
  if (called != lapack::Called::absent) return lapack::outcomeOf(called);
  if (!square) {
    tall.factor();
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = i + 1; j < size; j++) columns.at(i, j) = 0;
  }
  // The rows are columns, so left and right are exchanged.
  if (square || far == nullptr) return singularValues(columns, size, values.data(), near, far);
  const Rows small(size, size), q(farRows, tall.length);
  if (!small.ready() || !q.ready()) return Outcome::noMemory;
  const Part inner = small.part();
  const Outcome outcome = singularValues(columns, size, values.data(), near, &inner);
  if (outcome != Outcome::done) return outcome;
  accumulate(tall.reflectors(), q.part(), farRows, tall.work);
  if (size > 0) multiply(*far, inner, q.part(), size, tall.length, size);
  for (int64_t i = size; i < farRows; i++) std::copy_n(q.at(i), tall.length, &far->at(i, 0));
  return Outcome::done;
}

}  // namespace maniple::solve
