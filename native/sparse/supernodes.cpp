// The symbolic part of Cholesky's factorization: the elimination tree (Liu 1990), the number of entries in each column of L by the leaves of
// row subtrees (Gilbert, Ng and Peyton 1994), and supernodes, which take their last child in while that adds few zeros.
#include <algorithm>

#include "cholesky.h"

namespace maniple::sparse {
namespace {

constexpr int32_t kNone = -1;

Ints inverseOf(const Ints& order) {
  Ints place(order.size());
  for (std::size_t k = 0; k < order.size(); k++) place[order[k]] = static_cast<int32_t>(k);
  return place;
}

// Calls each(k) for the entries of row i of the matrix in the new order.
template <typename Each>
void eachOfRow(const Matrix& a, const Ints& order, const Ints& place, int32_t i, const Each& each) {
  const int32_t row = order[i];
  for (int32_t p = a.pointer[row]; p < a.pointer[row + 1]; p++) each(place[a.index[p]]);
}

// The parent of a column: the row of its first entry below the diagonal of L.
Ints eliminationTree(const Matrix& a, const Ints& order, const Ints& place) {
  const auto n = static_cast<std::size_t>(a.size);
  Ints parent(n, kNone), ancestor(n, kNone);
  for (int32_t i = 0; i < a.size; i++)
    eachOfRow(a, order, place, i, [&](int32_t k) {
      while (k != kNone && k < i) {
        const int32_t next = ancestor[k];
        ancestor[k] = i;
        if (next == kNone) parent[k] = i;
        k = next;
      }
    });
  return parent;
}

// Children before parents, each subtree in a row.
Ints postorder(const Ints& parent) {
  const auto n = static_cast<int32_t>(parent.size());
  Ints child(parent.size(), kNone), sibling(parent.size(), kNone), order, stack;
  order.reserve(parent.size());
  for (int32_t i = n - 1; i >= 0; i--)
    if (parent[i] != kNone) {
      sibling[i] = child[parent[i]];
      child[parent[i]] = i;
    }
  for (int32_t root = 0; root < n; root++) {
    if (parent[root] != kNone) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const int32_t top = stack.back();
      if (child[top] != kNone) {
        stack.push_back(child[top]);
        child[top] = sibling[child[top]];
      } else {
        order.push_back(top);
        stack.pop_back();
      }
    }
  }
  return order;
}

// Entries of each column of L, in a postorder: the leaves of the row subtrees count one each, and where two of them meet one less.
class ColumnCounts {
 public:
  ColumnCounts(const Ints& parent)
      : first_(parent.size(), kNone), greatest_(parent.size(), kNone), last_(parent.size(), kNone), ancestor_(parent.size()) {
    for (std::size_t j = 0; j < parent.size(); j++) ancestor_[j] = static_cast<int32_t>(j);
  }

  Ints count(const Matrix& a, const Ints& order, const Ints& place, const Ints& parent) {
    Ints counts(parent.size(), 0);
    const auto n = static_cast<int32_t>(parent.size());
    for (int32_t j = 0; j < n; j++) {
      if (first_[j] == kNone) counts[j] = 1;
      for (int32_t k = j; k != kNone && first_[k] == kNone; k = parent[k]) first_[k] = j;
    }
    for (int32_t j = 0; j < n; j++) {
      if (parent[j] != kNone) counts[parent[j]]--;
      eachOfRow(a, order, place, j, [&](int32_t i) {
        if (i > j) leaf(i, j, counts);
      });
      if (parent[j] != kNone) ancestor_[j] = parent[j];
    }
    for (int32_t j = 0; j < n; j++)
      if (parent[j] != kNone) counts[parent[j]] += counts[j];
    return counts;
  }

 private:
  void leaf(int32_t i, int32_t j, Ints& counts) {
    if (first_[j] <= greatest_[i]) return;
    greatest_[i] = first_[j];
    counts[j]++;
    const int32_t before = last_[i];
    last_[i] = j;
    if (before == kNone) return;
    int32_t root = before;
    while (ancestor_[root] != root) root = ancestor_[root];
    for (int32_t k = before; k != root;) {
      const int32_t next = ancestor_[k];
      ancestor_[k] = root;
      k = next;
    }
    counts[root]--;
  }

  Ints first_, greatest_, last_, ancestor_;
};

// Whether a supernode of so many columns may have such a share of zeros.
bool worthwhile(int64_t columns, double zeros, double all) {
  if (columns <= 4) return true;
  const double share = zeros / all;
  return columns <= 16 ? share < 0.8 : columns <= 48 ? share < 0.1 : share < 0.05;
}

// The first column of each supernode. Columns j and j + 1 are together where their rows are the same; a supernode is joined with the one
// behind it where that is its parent.
Ints beginnings(const Ints& parent, const Ints& counts) {
  struct Group {
    int32_t first;
    int64_t columns, entries;  // entries of its first column
    double zeros;
  };
  std::vector<Group> stack;
  const auto n = static_cast<int32_t>(parent.size());
  for (int32_t j = n - 1; j >= 0; j--) {
    const bool same = !stack.empty() && parent[j] == j + 1 && stack.back().first == j + 1 && counts[j] == stack.back().entries + 1;
    if (same) {
      stack.back() = {j, stack.back().columns + 1, counts[j], stack.back().zeros};
      continue;
    }
    if (!stack.empty() && parent[j] == j + 1) {
      const Group& top = stack.back();
      const double zeros = top.zeros + static_cast<double>(top.entries + 1 - counts[j]);
      const int64_t columns = top.columns + 1, entries = top.entries + 1;
      const double all = static_cast<double>(columns * entries - columns * (columns - 1) / 2);
      if (worthwhile(columns, zeros, all)) {
        stack.back() = {j, columns, entries, zeros};
        continue;
      }
    }
    stack.push_back({j, 1, counts[j], 0});
  }
  Ints first;
  for (auto it = stack.rbegin(); it != stack.rend(); ++it) first.push_back(it->first);
  first.push_back(n);
  return first;
}

// The rows below each supernode: the nodes of row i's subtree are climbed once for each i, so that each list ascends.
void findRows(const Matrix& a, const Ints& columnParent, Supernodes& nodes) {
  const int32_t count = static_cast<int32_t>(nodes.first.size()) - 1;
  Ints of(static_cast<std::size_t>(a.size)), seen(static_cast<std::size_t>(count), kNone);
  nodes.parent.assign(static_cast<std::size_t>(count), kNone);
  for (int32_t s = 0; s < count; s++) std::fill(of.begin() + nodes.first[s], of.begin() + nodes.first[s + 1], s);
  for (int32_t s = 0; s < count; s++) {
    const int32_t up = columnParent[nodes.first[s + 1] - 1];
    if (up != kNone) nodes.parent[s] = of[up];
  }
  const auto climb = [&](const auto& each) {
    std::fill(seen.begin(), seen.end(), kNone);
    for (int32_t i = 0; i < a.size; i++) {
      seen[of[i]] = i;
      eachOfRow(a, nodes.order, nodes.place, i, [&](int32_t k) {
        if (k >= i) return;
        for (int32_t s = of[k]; seen[s] != i; s = nodes.parent[s]) {
          seen[s] = i;
          each(s, i);
        }
      });
    }
  };
  nodes.pointer.assign(static_cast<std::size_t>(count) + 1, 0);
  climb([&](int32_t s, int32_t) { nodes.pointer[s + 1]++; });
  for (int32_t s = 0; s < count; s++) nodes.pointer[s + 1] += nodes.pointer[s];
  nodes.rows.resize(static_cast<std::size_t>(nodes.pointer[count]));
  Longs next(nodes.pointer.begin(), nodes.pointer.end() - 1);
  climb([&](int32_t s, int32_t i) { nodes.rows[next[s]++] = i; });
}

}  // namespace

int64_t Supernodes::elements() const {
  int64_t sum = 0;
  for (int32_t s = 0; s < count(); s++) sum += columns(s) * (columns(s) + below(s));
  return sum;
}

double Supernodes::work() const {
  double sum = 0;
  for (int32_t s = 0; s < count(); s++)
    for (int64_t k = 0; k < columns(s); k++) {
      const auto length = static_cast<double>(columns(s) + below(s) - k);
      sum += length * length / 2;
    }
  return sum;
}

Supernodes analyse(const Matrix& a, const Ints& order) {
  Supernodes nodes;
  nodes.order = order;
  nodes.place = inverseOf(order);
  Ints parent = eliminationTree(a, nodes.order, nodes.place);
  const Ints post = postorder(parent);
  const Ints postPlace = inverseOf(post);
  Ints renumbered(parent.size());
  for (std::size_t k = 0; k < post.size(); k++) {
    nodes.order[k] = order[post[k]];
    renumbered[k] = parent[post[k]] == kNone ? kNone : postPlace[parent[post[k]]];
  }
  nodes.place = inverseOf(nodes.order);
  const Ints counts = ColumnCounts(renumbered).count(a, nodes.order, nodes.place, renumbered);
  nodes.first = beginnings(renumbered, counts);
  findRows(a, renumbered, nodes);
  return nodes;
}

}  // namespace maniple::sparse
