#include "pattern.h"

#include <cmath>

namespace maniple::sparse {

Owned transposed(const Matrix& a) {
  Owned t;
  t.size = a.size;
  t.pointer.assign(static_cast<std::size_t>(a.size) + 1, 0);
  t.index.resize(static_cast<std::size_t>(a.entries()));
  t.value.resize(static_cast<std::size_t>(a.entries()));
  for (int64_t p = 0; p < a.entries(); p++) t.pointer[static_cast<std::size_t>(a.index[p]) + 1]++;
  for (int32_t j = 0; j < a.size; j++) t.pointer[j + 1] += t.pointer[j];
  Ints next(t.pointer.begin(), t.pointer.end() - 1);
  for (int32_t i = 0; i < a.size; i++)
    for (int32_t p = a.pointer[i]; p < a.pointer[i + 1]; p++) {
      const int32_t to = next[a.index[p]]++;
      t.index[to] = i;
      t.value[to] = a.value[p];
    }
  return t;
}

Graph graphOfSum(const Matrix& a, const Matrix& at) {
  Graph g;
  g.size = a.size;
  g.pointer.assign(static_cast<std::size_t>(a.size) + 1, 0);
  g.index.reserve(static_cast<std::size_t>(2 * a.entries()));
  for (int32_t i = 0; i < a.size; i++) {
    int32_t p = a.pointer[i], q = at.pointer[i];
    const int32_t pEnd = a.pointer[i + 1], qEnd = at.pointer[i + 1];
    while (p < pEnd || q < qEnd) {
      const int32_t j = q == qEnd || (p < pEnd && a.index[p] <= at.index[q]) ? a.index[p] : at.index[q];
      if (p < pEnd && a.index[p] == j) p++;
      if (q < qEnd && at.index[q] == j) q++;
      if (j != i) g.index.push_back(j);
    }
    g.pointer[i + 1] = static_cast<int64_t>(g.index.size());
  }
  return g;
}

Graph graphOfSquare(const Matrix& a, const Matrix& at, int64_t most) {
  Graph g;
  g.size = a.size;
  g.pointer.assign(static_cast<std::size_t>(a.size) + 1, 0);
  Ints seen(static_cast<std::size_t>(a.size), -1);
  for (int32_t j = 0; j < a.size; j++) {
    seen[j] = j;
    for (int32_t p = at.pointer[j]; p < at.pointer[j + 1]; p++) {
      const int32_t i = at.index[p];
      if (a.pointer[i + 1] - a.pointer[i] > most) continue;
      for (int32_t q = a.pointer[i]; q < a.pointer[i + 1]; q++) {
        const int32_t k = a.index[q];
        if (seen[k] == j) continue;
        seen[k] = j;
        g.index.push_back(k);
      }
    }
    g.pointer[j + 1] = static_cast<int64_t>(g.index.size());
  }
  return g;
}

Symmetry symmetryOf(const Matrix& a, const Matrix& at) {
  Symmetry found;
  for (int32_t i = 0; i < a.size; i++) {
    double diagonal = 0;
    int32_t q = at.pointer[i];
    for (int32_t p = a.pointer[i]; p < a.pointer[i + 1]; p++) {
      const int32_t j = a.index[p];
      if (j == i) diagonal = a.value[p];
      else found.beside++;
      while (q < at.pointer[i + 1] && at.index[q] < j) q++;
      const bool mirrored = q < at.pointer[i + 1] && at.index[q] == j;
      if (mirrored && j != i) found.mirrored++;
      if (!mirrored || !(at.value[q] == a.value[p])) found.values = false;
    }
    if (diagonal == 0) found.zerosOnDiagonal++;
    if (!(diagonal > 0)) found.positive = false;
  }
  return found;
}

}  // namespace maniple::sparse
