#include "pair.h"

#include <algorithm>
#include <numeric>

namespace maniple::solve {
namespace {

constexpr int64_t kSomeRows = 16;  // that a part copies

int64_t* integers(const PairRoom& room, int64_t row, int64_t from) {
  static_assert(sizeof(int64_t) == sizeof(double), "numbers of either kind");
  return reinterpret_cast<int64_t*>(room.numbers.at(row)) + from;
}

template <typename Body>
void eachRow(int64_t rows, const Body& body) {
  Crew::each((rows + kSomeRows - 1) / kSomeRows, [&](int64_t part) {
    for (int64_t i = part * kSomeRows; i < std::min(rows, (part + 1) * kSomeRows); i++) body(i);
  });
}

}  // namespace

Pair::Pair(const PairRoom& room, double* d, int64_t from, int64_t size) noexcept
    : size(size),
      d(d),
      z(room.numbers.at(0) + from),
      side(reinterpret_cast<Side*>(integers(room, 1, from))),
      order(integers(room, 2, from)),
      gaps_(room.gaps.part().from(from, 0)),
      poles_(room.numbers.at(3) + from),
      z_(room.numbers.at(4) + from),
      weights_(room.numbers.at(5) + from),
      roots_(room.numbers.at(6) + from),
      place_(integers(room, 7, from)),
      position_(integers(room, 8, from)) {}

void Pair::sort(int64_t left, int64_t right) {
  order[0] = left;
  for (int64_t i = right - left, one = 0, other = right; i < size; i++)
    order[i] = other == size || (one < left && d[one] <= d[other]) ? one++ : other++;
}

void Pair::arrange() {
  int64_t next[3] = {};
  for (int64_t& count : sides_) count = 0;
  for (int64_t i = 0; i < kept; i++) sides_[static_cast<int64_t>(side[order[i]])]++;
  next[1] = sides_[0];
  next[2] = sides_[0] + sides_[1];
  for (int64_t i = 0; i < kept; i++) place_[i] = next[static_cast<int64_t>(side[order[i]])]++;
}

Secular Pair::solve(double rho, bool squared) {
  for (int64_t i = 0; i < kept; i++) {
    poles_[i] = d[order[i]];
    z_[i] = z[order[i]];
  }
  const Secular secular{kept, poles_, z_, weights_, rho, squared};
  solveSecular(secular, gaps_, roots_);
  return secular;
}

void Pair::rank() {
  std::sort(order + kept, order + size, [this](int64_t a, int64_t b) { return d[a] != d[b] ? d[a] < d[b] : a < b; });
  double* const values = poles_;
  for (int64_t i = 0, root = 0, other = kept; i < size; i++) {
    const bool fromRoots = other == size || (root < kept && roots_[root] <= d[order[other]]);
    values[i] = fromRoots ? roots_[root] : d[order[other]];
    position_[fromRoots ? root++ : other++] = i;
  }
  std::copy_n(values, size, d);
}

void Pair::combine(const Part& vectors, const Part& factors, int64_t middle, int64_t columns) const {
  const Part old = gaps_;
  const auto copy = [columns](const Part& to, int64_t i, const Part& from, int64_t j) {
    std::copy_n(&from.at(j, 0), columns, &to.at(i, 0));
  };
  eachRow(size, [&](int64_t i) { copy(old, i < kept ? place_[i] : i, vectors, order[i]); });
  const int64_t left = sides_[0] + sides_[1], notLeft = sides_[0];
  if (kept > 0) {
    multiply(vectors, factors, old, kept, middle, left);
    multiply(vectors.from(0, middle), factors.from(0, notLeft), old.from(notLeft, middle), kept, columns - middle, kept - notLeft);
  }
  // A root's row only moves down, so the last goes first.
  for (int64_t i = kept - 1; i >= 0 && kept < size; i--)
    if (position_[i] != i) copy(vectors, position_[i], vectors, i);
  for (int64_t i = kept; i < size; i++) copy(vectors, position_[i], old, i);
}

}  // namespace maniple::solve
