// The common part of divide and conquer for eigenvalues (divide_symmetric.cpp) and singular values (divide_bidiagonal.cpp): blocks that
// are solved, then pairs of them joined (Cuppen 1981; Dongarra and Sorensen, A fully parallel algorithm for the symmetric eigenvalue
// problem, 1987). Row i of the vectors belongs to value i; values ascend.
//
//     poles, by which of the halves their vectors come from      left left right both left right
//     deflated: z is almost 0, or two poles are one                        x                 x
//     survivors, of which the secular equation makes new ones    0         1     2    3
//     their places by sides, so that products leave zeros out    0         1     3    2
#pragma once

#include <cmath>

#include "../core/crew.h"
#include "matrix.h"
#include "secular.h"

namespace maniple::solve {

struct Halves {
  static constexpr int64_t kLeaf = 32;
  const int64_t size;
  int64_t levels = 0;

  explicit Halves(int64_t size) noexcept : size(size) {
    while (size >> levels > kLeaf) levels++;
  }
  int64_t begin(int64_t level, int64_t which) const { return size * which >> level; }

  // Calls leaf(from, to) for the blocks of the last level, then join(from, middle, to) for pairs, level by level.
  template <typename Leaf, typename Join>
  void conquer(const Leaf& leaf, const Join& join) const {
    constexpr int64_t few = 8;  // at most so many pairs: a crew shares the work in each, rather than the pairs
    Crew::each(int64_t{1} << levels, [&](int64_t w) { leaf(begin(levels, w), begin(levels, w + 1)); });
    for (int64_t level = levels - 1; level >= 0; level--) {
      const int64_t count = int64_t{1} << level;
      const auto pair = [&](int64_t w) { join(begin(level, w), begin(level + 1, 2 * w + 1), begin(level, w + 1)); };
      if (count >= few) Crew::each(count, pair);
      for (int64_t w = 0; w < count && count < few; w++) pair(w);
    }
  }
};

// Which half's columns a vector has elements in.
enum class Side : int64_t { left, both, right };

// Memory for all pairs, each in its own rows.
struct PairRoom {
  Rows gaps, numbers;
  explicit PairRoom(int64_t size) noexcept : gaps(size, size), numbers(9, size) {}
  bool ready() const noexcept { return gaps.ready() && numbers.ready(); }
};

class Pair {
 public:
  const int64_t size;
  double *const d, *const z;  // by row; `side` says which half a row's vector has elements in
  Side* const side;
  int64_t* const order;       // rows in ascending order of d; deflated: the survivors, then the deflated rows
  int64_t kept = 0;           // survivors

  // Of rows [from, from + size); d has the values.
  Pair(const PairRoom& room, double* d, int64_t from, int64_t size) noexcept;

  // Sorts rows by d, which ascends in [0, left) and in [right, size); a row between comes first.
  void sort(int64_t left, int64_t right);

  // Deflates the order from `first` on. same(a, b, c, s): whether rows a and b are turned into c a + s b, with z = 0, and c b - s a.
  template <typename Same>
  void deflate(int64_t first, double least, const Same& same);

  // The survivors' secular equation.
  Secular solve(double rho, bool squared);
  // Row i: d_j less root i, for survivors j.
  const Part& gaps() const { return gaps_; }
  int64_t place(int64_t survivor) const { return place_[survivor]; }

  // Ranks all values in ascending order, and sets d. For after `solve`, which finds the survivors' values.
  void rank();

  // The pair's vectors, in the order of their values; `columns` of their elements are the left half's: the survivors' new ones are
  // `factors`, by place, times the old ones. Uses the gaps.
  void combine(const Part& vectors, const Part& factors, int64_t middle, int64_t columns) const;

 private:
  void arrange();

  const Part gaps_;
  double *const poles_, *const z_, *const weights_, *const roots_;
  int64_t *const place_, *const position_;
  int64_t sides_[3] = {};
};

template <typename Same>
void Pair::deflate(int64_t first, double least, const Same& same) {
  int64_t others = 0, before = -1;
  int64_t* const rest = position_;
  kept = first;
  for (int64_t i = first; i < size; i++) {
    const int64_t row = order[i];
    if (std::fabs(z[row]) <= least) {
      rest[others++] = row;
      continue;
    }
    if (before >= 0) {
      const double all = std::hypot(z[row], z[before]), c = z[row] / all, s = -z[before] / all;
      if (same(before, row, c, s)) {
        z[row] = all;
        z[before] = 0;
        if (side[row] != side[before]) side[row] = Side::both;
        rest[others++] = before;
      } else {
        order[kept++] = before;
      }
    }
    before = row;
  }
  if (before >= 0) order[kept++] = before;
  for (int64_t i = 0; i < others; i++) order[kept + i] = rest[i];
  arrange();
}

}  // namespace maniple::solve
