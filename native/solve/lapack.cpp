#include "lapack.h"

#include <algorithm>
#include <cmath>

#include "fortran.h"

namespace maniple::solve::lapack {
namespace {

using gemm::Lapack;

bool isWide() {
  bool wide = false;
  gemm::lapackRoutine(Lapack::dgetrf, &wide);
  return wide;
}

Called endOf(int64_t info) { return info == 0 ? Called::done : Called::failed; }

// Runs run(work, length) twice: with the length -1 it says how many elements of `words` doubles it wants.
template <typename Run>
Called withWork(int64_t words, const Run& run) {
  double wanted[2] = {};
  const int64_t info = run(wanted, int64_t{-1});
  if (info != 0) return endOf(info);
  const int64_t length = std::max(int64_t{1}, static_cast<int64_t>(wanted[0]));
  const Rows work(1, length * words);
  if (!work.ready()) return Called::noMemory;
  return endOf(run(work.data(), length));
}

// A complex matrix with its parts beside each other, as rows of `columns` numbers.
struct Beside {
  Rows rows;
  Beside(int64_t count, int64_t columns) noexcept : rows(count, 2 * columns) {}
  bool ready() const { return rows.ready(); }
  double* data() const { return rows.data(); }
  // Between rows, in numbers.
  int64_t row() const { return rows.part().row / 2; }
  Complex at(int64_t i, int64_t j) const { return {rows.part().at(i, 2 * j), rows.part().at(i, 2 * j + 1)}; }
  void load(const ComplexPart& from, int64_t count, int64_t columns) const {
    for (int64_t i = 0; i < count; i++)
      for (int64_t j = 0; j < columns; j++) {
        rows.part().at(i, 2 * j) = from.re.at(i, j);
        rows.part().at(i, 2 * j + 1) = from.im.at(i, j);
      }
  }
  void save(const ComplexPart& to, int64_t count, int64_t columns) const {
    for (int64_t i = 0; i < count; i++)
      for (int64_t j = 0; j < columns; j++) to.put(i, j, at(i, j));
  }
};

void copyRows(const Part& to, const Part& from, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) to.at(i, j) = from.at(i, j);
}

// The exchanges that a routine wrote, as an order of rows.
void orderBy(const Wholes& exchanges, int64_t rows, int64_t columns, Pivots& pivots) {
  for (int64_t i = 0; i < rows; i++) pivots.order[i] = i;
  const bool wide = isWide();
  for (int64_t k = 0; k < std::min(rows, columns); k++) {
    const int64_t other = exchanges.at(k, wide) - 1;
    if (other == k) continue;
    std::swap(pivots.order[k], pivots.order[other]);
    pivots.sign = -pivots.sign;
  }
}

// Some libraries take NaN for a square.
Called positive(const Part& a, int64_t size, int64_t info) {
  bool all = info == 0;
  for (int64_t i = 0; i < size; i++) all = all && a.at(i, i) > 0;
  return all ? Called::done : Called::failed;
}

}  // namespace

bool present() {
  bool wide = false;
  return gemm::lapackRoutine(Lapack::dgetrf, &wide) != nullptr;
}

Called factor(const Part& a, int64_t rows, int64_t columns, Pivots& pivots) {
  if (!present() || std::min(rows, columns) == 0) return Called::absent;
  const Rows turned(columns, rows);
  const Wholes exchanges(rows);
  if (!turned.ready() || !exchanges.ready()) return Called::noMemory;
  copyRows(turned.part(), a.transposed(), columns, rows);
  pivots.singular = call(Lapack::dgetrf, rows, columns, turned.data(), turned.part().row, exchanges.data()) != 0;
  copyRows(a, turned.part().transposed(), rows, columns);
  orderBy(exchanges, rows, columns, pivots);
  return Called::done;
}

Called factor(const ComplexPart& a, int64_t rows, int64_t columns, Pivots& pivots) {
  if (!present() || std::min(rows, columns) == 0) return Called::absent;
  const Beside turned(columns, rows);
  const Wholes exchanges(rows);
  if (!turned.ready() || !exchanges.ready()) return Called::noMemory;
  turned.load(a.transposed(), columns, rows);
  pivots.singular = call(Lapack::zgetrf, rows, columns, turned.data(), turned.row(), exchanges.data()) != 0;
  turned.save(a.transposed(), columns, rows);
  orderBy(exchanges, rows, columns, pivots);
  return Called::done;
}

// The upper triangle by rows is Fortran's lower one; of a complex matrix it is that of the conjugate.
Called cholesky(const Part& a, int64_t size) {
  if (!present() || size == 0) return Called::absent;
  return positive(a, size, call(Lapack::dpotrf, 'L', size, a.data, a.row));
}

Called cholesky(const ComplexPart& a, int64_t size) {
  if (!present() || size == 0) return Called::absent;
  const Beside matrix(size, size);
  if (!matrix.ready()) return Called::noMemory;
  matrix.load(a, size, size);
  const int64_t info = call(Lapack::zpotrf, 'L', size, matrix.data(), matrix.row());
  matrix.save(a, size, size);
  return positive(a.re, size, info);
}

Called qr(const Part& columns, int64_t n, int64_t m, const Part* q, int64_t count) {
  if (!present() || std::min(m, n) == 0) return Called::absent;
  const int64_t found = std::min(m, n);
  const Rows tau(1, found);
  if (!tau.ready()) return Called::noMemory;
  const Called factored = withWork(1, [&](double* work, int64_t length) {
    return call(Lapack::dgeqrf, m, n, columns.data, columns.row, tau.data(), work, length);
  });
  if (factored != Called::done || q == nullptr) return factored;
  copyRows(*q, columns, std::min(n, count), m);
  return withWork(1, [&](double* work, int64_t length) {
    return call(Lapack::dorgqr, m, count, std::min(found, count), q->data, q->row, tau.data(), work, length);
  });
}

Called qr(const ComplexPart& columns, int64_t n, int64_t m, const ComplexPart* q, int64_t count) {
  if (!present() || std::min(m, n) == 0) return Called::absent;
  const int64_t found = std::min(m, n);
  const Rows tau(1, 2 * found);
  const Beside matrix(std::max(n, count), m);
  if (!tau.ready() || !matrix.ready()) return Called::noMemory;
  matrix.load(columns, n, m);
  const Called factored = withWork(2, [&](double* work, int64_t length) {
    return call(Lapack::zgeqrf, m, n, matrix.data(), matrix.row(), tau.data(), work, length);
  });
  matrix.save(columns, n, m);
  if (factored != Called::done || q == nullptr) return factored;
  const Called made = withWork(2, [&](double* work, int64_t length) {
    return call(Lapack::zungqr, m, count, std::min(found, count), matrix.data(), matrix.row(), tau.data(), work, length);
  });
  matrix.save(*q, count, m);
  return made;
}

Called eigh(const Part& a, int64_t size, double* values, const Part* vectors) {
  if (!present() || size == 0) return Called::absent;
  // With vectors 5 n + 3 integers and at most 2 n² + 6 n + 1 numbers.
  const bool all = vectors != nullptr;
  const int64_t wholes = all ? 5 * size + 3 : 1, length = all ? 2 * size * size + 6 * size + 1 : 2 * size + 1;
  const Wholes integers(wholes);
  const Rows work(1, length);
  if (!integers.ready() || !work.ready()) return Called::noMemory;
  const Called found = endOf(
      call(Lapack::dsyevd, all ? 'V' : 'N', 'L', size, a.data, a.row, values, work.data(), length, integers.data(), wholes));
  if (all) copyRows(*vectors, a, size, size);
  return found;
}

Called svd(const Part& columns, int64_t size, int64_t length, double* values, const Part* u, int64_t far, const Part* v) {
  if (!present() || size == 0) return Called::absent;
  const Wholes integers(8 * size);
  const Rows turned(u == nullptr ? 1 : size, size);
  if (!integers.ready() || !turned.ready()) return Called::noMemory;
  const char job = u == nullptr ? 'N' : far == size ? 'S' : 'A';
  double* const left = u == nullptr ? turned.data() : u->data;
  const Called found = withWork(1, [&](double* work, int64_t words) {
    return call(Lapack::dgesdd, job, length, size, columns.data, columns.row, values, left, u == nullptr ? length : u->row,
                turned.data(), turned.part().row, work, words, integers.data());
  });
  if (v != nullptr) copyRows(*v, turned.part().transposed(), size, size);
  return found;
}

Called eig(const Part& a, int64_t size, double* re, double* im, const ComplexPart* vectors) {
  if (!present() || size == 0) return Called::absent;
  const Rows turned(size, size), found(vectors == nullptr ? 1 : size, size);
  if (!turned.ready() || !found.ready()) return Called::noMemory;
  const Part x = found.part();
  copyRows(turned.part(), a.transposed(), size, size);
  const Called called = withWork(1, [&](double* work, int64_t length) {
    return call(Lapack::dgeev, 'N', vectors == nullptr ? 'N' : 'V', size, turned.data(), turned.part().row, re, im, x.data, x.row,
                x.data, x.row, work, length);
  });
  for (int64_t j = 0; j < size && vectors != nullptr; j++)
    for (int64_t i = 0; i < size; i++) {
      if (im[j] == 0) vectors->put(j, i, {x.at(j, i), 0});
      else if (im[j] > 0) vectors->put(j, i, {x.at(j, i), x.at(j + 1, i)});
      else vectors->put(j, i, {x.at(j - 1, i), -x.at(j, i)});
    }
  return called;
}

Called eig(const ComplexPart& a, int64_t size, double* re, double* im, const ComplexPart* vectors) {
  if (!present() || size == 0) return Called::absent;
  const Beside turned(size, size), found(vectors == nullptr ? 1 : size, size), values(1, size);
  const Rows reals(1, 2 * size);
  if (!turned.ready() || !found.ready() || !values.ready() || !reals.ready()) return Called::noMemory;
  turned.load(a.transposed(), size, size);
  const Called called = withWork(2, [&](double* work, int64_t length) {
    return call(Lapack::zgeev, 'N', vectors == nullptr ? 'N' : 'V', size, turned.data(), turned.row(), values.data(), found.data(),
                found.row(), found.data(), found.row(), work, length, reals.data());
  });
  for (int64_t j = 0; j < size; j++) {
    re[j] = values.at(0, j).re;
    im[j] = values.at(0, j).im;
  }
  if (vectors != nullptr) found.save(*vectors, size, size);
  return called;
}

}  // namespace maniple::solve::lapack
