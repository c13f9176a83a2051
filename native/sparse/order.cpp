// Orders of elimination by approximate minimum degree (Amestoy, Davis and Duff 1996). The graph of what is left to eliminate is kept as a
// quotient graph: an eliminated node is an element, which stands for the clique of its neighbours, so that the graph never grows.
//
//     eliminate a:    a─b, a─c, b─d      element A = {b, c}     b: element A, node d     c: element A
//
// A node's degree is bounded by the sizes of its elements beyond the newest one. Nodes that have come to have the same neighbours are one
// node of their joint weight; an element that lies within the newest one is absorbed by it; nodes that have no neighbours beyond the newest
// element are eliminated with it. Nodes with very many neighbours come last.
#include <algorithm>
#include <cmath>

#include "pattern.h"

namespace maniple::sparse {
namespace {

constexpr int32_t kNone = -1;

class Elimination {
 public:
  explicit Elimination(const Graph& graph);
  Ints order();

 private:
  void eliminate(int32_t pivot);
  void gather(int32_t pivot);
  void take(int32_t node);
  void measure();
  void update(int32_t pivot, int32_t node);
  void join();
  void joinEqual(int32_t node);
  bool equal(int32_t node, int32_t other) const;
  void settle(int32_t pivot);
  void compact();
  void link(int32_t node);
  void unlink(int32_t node);
  int32_t representative(int32_t node);

  int32_t size_, left_;     // nodes, and the weight of those to eliminate
  Longs at_;                // where a node's neighbours lie, or the nodes of an element
  Ints neighbours_;         // of each node: elements first, then nodes
  Ints members_;            // of each element, in order of their elimination
  int64_t end_ = 0;         // of `members_`
  Ints length_, elements_;  // how many neighbours; how many of them are elements
  Ints weight_;             // 0: joined with another node or eliminated; negative: in the newest element
  Ints degree_, parent_;    // parent: what absorbed it
  Longs stamp_;             // 0 for elements that are absorbed
  int64_t flag_ = 1;
  Ints head_, next_, previous_;  // lists of nodes by degree
  int32_t least_ = 0;
  Ints bucket_, following_, key_;  // lists of nodes of the newest element by their neighbours
  Ints pivots_;
  std::vector<char> isPivot_;
  int32_t newestDegree_ = 0, newestWeight_ = 0, greatest_ = 0;
  int64_t newest_ = 0;  // where the newest element's nodes begin
};

Elimination::Elimination(const Graph& graph) : size_(graph.size), left_(graph.size), at_(graph.pointer), neighbours_(graph.index) {
  const auto n = static_cast<std::size_t>(size_);
  members_.resize(graph.index.size() + n + 1);
  length_.resize(n);
  elements_.assign(n, 0);
  weight_.assign(n, 1);
  degree_.resize(n);
  parent_.assign(n, kNone);
  stamp_.assign(n, 1);
  for (Ints* list : {&head_, &next_, &previous_, &bucket_, &following_}) list->assign(n + 1, kNone);
  key_.assign(n, 0);
  isPivot_.assign(n, 0);
  const double dense = std::max(16.0, 10 * std::sqrt(static_cast<double>(size_)));
  for (int32_t i = 0; i < size_; i++) {
    length_[i] = degree_[i] = static_cast<int32_t>(at_[i + 1] - at_[i]);
    if (length_[i] > dense) {
      weight_[i] = 0;
      left_--;
    } else {
      link(i);
    }
  }
}

void Elimination::link(int32_t node) {
  const int32_t d = degree_[node];
  next_[node] = head_[d];
  previous_[node] = kNone;
  if (head_[d] != kNone) previous_[head_[d]] = node;
  head_[d] = node;
  least_ = std::min(least_, d);
}

void Elimination::unlink(int32_t node) {
  const int32_t before = previous_[node], behind = next_[node];
  if (before == kNone) head_[degree_[node]] = behind;
  else next_[before] = behind;
  if (behind != kNone) previous_[behind] = before;
}

// Moves the nodes of elements that are not absorbed together.
void Elimination::compact() {
  end_ = 0;
  for (int32_t e : pivots_) {
    if (stamp_[e] == 0) continue;
    std::copy_n(members_.begin() + at_[e], length_[e], members_.begin() + end_);
    at_[e] = end_;
    end_ += length_[e];
  }
}

void Elimination::take(int32_t node) {
  if (weight_[node] <= 0) return;
  newestDegree_ += weight_[node];
  weight_[node] = -weight_[node];
  members_[end_++] = node;
  unlink(node);
}

// The newest element: all nodes beside the pivot, directly or in one of its elements, which are absorbed.
void Elimination::gather(int32_t pivot) {
  const int64_t from = at_[pivot];
  const int32_t elements = elements_[pivot], all = length_[pivot];
  int64_t need = all;
  for (int32_t k = 0; k < elements; k++) need += length_[neighbours_[from + k]];
  if (end_ + need > static_cast<int64_t>(members_.size())) compact();
  if (end_ + need > static_cast<int64_t>(members_.size())) members_.resize(static_cast<std::size_t>(end_ + need));
  newest_ = end_;
  newestDegree_ = 0;
  newestWeight_ = weight_[pivot];
  weight_[pivot] = -newestWeight_;
  for (int32_t k = 0; k < elements; k++) {
    const int32_t e = neighbours_[from + k];
    for (int32_t m = 0; m < length_[e]; m++) take(members_[at_[e] + m]);
    stamp_[e] = 0;
    parent_[e] = pivot;
  }
  for (int32_t k = elements; k < all; k++) take(neighbours_[from + k]);
}

// stamp - flag of each element beside the newest one: the weight of its nodes beyond that.
void Elimination::measure() {
  for (int64_t m = newest_; m < end_; m++) {
    const int32_t i = members_[m], w = -weight_[i];
    for (int32_t k = 0; k < elements_[i]; k++) {
      const int32_t e = neighbours_[at_[i] + k];
      if (stamp_[e] >= flag_) stamp_[e] -= w;
      else if (stamp_[e] != 0) stamp_[e] = degree_[e] + flag_ - w;
    }
  }
}

// A node's neighbours and degree beside the newest element, which takes the place of at least one that it absorbed.
void Elimination::update(int32_t pivot, int32_t node) {
  int32_t* const list = neighbours_.data() + at_[node];
  int32_t to = 0, beyond = 0;
  uint32_t key = 0;
  for (int32_t k = 0; k < elements_[node]; k++) {
    const int32_t e = list[k];
    if (stamp_[e] == 0) continue;
    const auto outside = static_cast<int32_t>(stamp_[e] - flag_);
    if (outside == 0) {
      parent_[e] = pivot;
      stamp_[e] = 0;
      continue;
    }
    beyond += outside;
    list[to++] = e;
    key += static_cast<uint32_t>(e);
  }
  const int32_t elements = to;
  for (int32_t k = elements_[node]; k < length_[node]; k++) {
    const int32_t j = list[k];
    if (weight_[j] <= 0) continue;
    beyond += weight_[j];
    list[to++] = j;
    key += static_cast<uint32_t>(j);
  }
  if (beyond == 0) {
    const int32_t w = -weight_[node];
    parent_[node] = pivot;
    newestDegree_ -= w;
    newestWeight_ += w;
    weight_[node] = 0;
    return;
  }
  list[to] = list[elements];
  list[elements] = list[0];
  list[0] = pivot;
  elements_[node] = elements + 1;
  length_[node] = to + 1;
  degree_[node] = std::min(degree_[node], beyond);
  key_[node] = static_cast<int32_t>(key % static_cast<uint32_t>(size_));
  following_[node] = bucket_[key_[node]];
  bucket_[key_[node]] = node;
}

bool Elimination::equal(int32_t node, int32_t other) const {
  if (length_[node] != length_[other] || elements_[node] != elements_[other]) return false;
  for (int32_t k = 1; k < length_[other]; k++)
    if (stamp_[neighbours_[at_[other] + k]] != flag_) return false;
  return true;
}

// Joins the nodes behind this one in its list that have its neighbours with it.
void Elimination::joinEqual(int32_t node) {
  for (int32_t k = 1; k < length_[node]; k++) stamp_[neighbours_[at_[node] + k]] = flag_;
  int32_t before = node;
  for (int32_t other = following_[node]; other != kNone; other = following_[before]) {
    if (!equal(node, other)) {
      before = other;
      continue;
    }
    parent_[other] = node;
    weight_[node] += weight_[other];
    weight_[other] = 0;
    following_[before] = following_[other];
  }
  flag_++;
}

void Elimination::join() {
  flag_ += greatest_ + 1;
  for (int64_t m = newest_; m < end_; m++) {
    const int32_t first = members_[m];
    if (weight_[first] == 0) continue;
    int32_t i = bucket_[key_[first]];
    bucket_[key_[first]] = kNone;
    for (; i != kNone && following_[i] != kNone; i = following_[i]) joinEqual(i);
  }
}

// Gives the nodes of the newest element their degrees, and leaves those in it that are still nodes.
void Elimination::settle(int32_t pivot) {
  int64_t to = newest_;
  for (int64_t m = newest_; m < end_; m++) {
    const int32_t i = members_[m], w = -weight_[i];
    if (w == 0) continue;
    weight_[i] = w;
    degree_[i] = std::max(0, std::min(degree_[i] + newestDegree_ - w, left_ - w));
    link(i);
    members_[to++] = i;
  }
  end_ = to;
  at_[pivot] = newest_;
  length_[pivot] = static_cast<int32_t>(to - newest_);
  degree_[pivot] = newestDegree_;
  weight_[pivot] = 0;
  stamp_[pivot] = length_[pivot] == 0 ? 0 : 1;
}

void Elimination::eliminate(int32_t pivot) {
  unlink(pivot);
  gather(pivot);
  greatest_ = std::max(greatest_, newestDegree_);
  isPivot_[pivot] = 1;
  pivots_.push_back(pivot);
  measure();
  for (int64_t m = newest_; m < end_; m++) update(pivot, members_[m]);
  left_ -= newestWeight_;
  join();
  settle(pivot);
}

// The pivot that a node was eliminated with.
int32_t Elimination::representative(int32_t node) {
  int32_t top = node;
  while (isPivot_[top] == 0) top = parent_[top];
  while (isPivot_[node] == 0) {
    const int32_t up = parent_[node];
    parent_[node] = top;
    node = up;
  }
  return top;
}

Ints Elimination::order() {
  while (left_ > 0) {
    while (head_[least_] == kNone) least_++;
    eliminate(head_[least_]);
  }
  Ints place(static_cast<std::size_t>(size_), 0), count(pivots_.size() + 2, 0), order(static_cast<std::size_t>(size_));
  for (std::size_t k = 0; k < pivots_.size(); k++) place[pivots_[k]] = static_cast<int32_t>(k);
  const auto group = [&](int32_t i) {
    const bool last = isPivot_[i] == 0 && parent_[i] == kNone;
    return static_cast<std::size_t>(last ? static_cast<int32_t>(pivots_.size()) : place[representative(i)]);
  };
  for (int32_t i = 0; i < size_; i++) count[group(i) + 1]++;
  for (std::size_t k = 1; k < count.size(); k++) count[k] += count[k - 1];
  for (int32_t i = 0; i < size_; i++) order[count[group(i)]++] = i;
  return order;
}

}  // namespace

Ints minimumDegree(const Graph& graph) { return Elimination(graph).order(); }

}  // namespace maniple::sparse
