// Sparse matrices as direct methods see them: compressed rows (or columns) of a square matrix, and graphs of such matrices.
//
// Memory that grows is in vectors, which throw where memory is out: the routines (routines.cpp) say so in their status.
#pragma once

#include <cstdint>
#include <vector>

namespace maniple::sparse {

using Ints = std::vector<int32_t>;
using Longs = std::vector<int64_t>;
using Doubles = std::vector<double>;

// Row i has the columns index[pointer[i]] to below index[pointer[i + 1]], ascending, and as many values. Read as columns it is the transpose.
struct Matrix {
  int32_t size;
  const int32_t* pointer;
  const int32_t* index;
  const double* value;

  int64_t entries() const { return pointer[size]; }
};

// A matrix that owns its arrays.
struct Owned {
  int32_t size = 0;
  Ints pointer, index;
  Doubles value;

  Matrix view() const { return {size, pointer.data(), index.data(), value.data()}; }
};

Owned transposed(const Matrix& a);

// The neighbours of each node, without the node itself.
struct Graph {
  int32_t size = 0;
  Longs pointer;
  Ints index;
};

// The graph of A + Aᵀ, given both; and that of Aᵀ A, given A's rows and the rows of Aᵀ, without the rows of A that have more than `most`
// entries.
Graph graphOfSum(const Matrix& a, const Matrix& at);
Graph graphOfSquare(const Matrix& a, const Matrix& at, int64_t most);

// How many of the entries of A beside its diagonal have one at the mirrored place, and how many zeros the diagonal has.
struct Symmetry {
  int64_t beside = 0, mirrored = 0, zerosOnDiagonal = 0;
  bool values = true;    // whether mirrored values are equal, and all are mirrored
  bool positive = true;  // whether the diagonal is positive

  double share() const { return beside == 0 ? 1 : static_cast<double>(mirrored) / static_cast<double>(beside); }
};
Symmetry symmetryOf(const Matrix& a, const Matrix& at);

// An order of the nodes in which elimination fills in little: order[k] is eliminated k-th (order.cpp).
Ints minimumDegree(const Graph& graph);

}  // namespace maniple::sparse
