#include "view.h"

#include <cstring>

namespace maniple::block {

void View::read(const double* address, const double* sizes, const double* strides, int rank_, Type type_) {
  base = reinterpret_cast<char*>(static_cast<uintptr_t>(*address));
  type = type_;
  rank = 0;
  for (int i = 0; i < rank_; i++) {
    int64_t n = static_cast<int64_t>(sizes[i]), s = static_cast<int64_t>(strides[i]);
    if (n == 1) continue;
    if (rank > 0 && stride[rank - 1] == s * n) {
      size[rank - 1] *= n;
      stride[rank - 1] = s;
    } else {
      size[rank] = n;
      stride[rank] = s;
      rank++;
    }
  }
}

namespace {

// Walks runs along the last axis, from a flat position on.
struct Walk {
  const View& view;
  int64_t at[kMaxRank];
  int64_t offset = 0;  // elements from the base

  Walk(const View& v, int64_t position) : view(v) {
    for (int i = v.rank - 1; i >= 0; i--) {
      int64_t above = i == 0 ? 0 : position / v.size[i];
      at[i] = position - above * v.size[i];
      position = above;
      offset += at[i] * v.stride[i];
    }
  }

  int64_t left() const { return view.rank == 0 ? 1 : view.size[view.rank - 1] - at[view.rank - 1]; }

  void advance(int64_t n) {
    int i = view.rank - 1;
    if (i < 0) return;
    at[i] += n;
    offset += n * view.stride[i];
    while (i > 0 && at[i] == view.size[i]) {
      offset -= at[i] * view.stride[i];
      at[i] = 0;
      i--;
      at[i]++;
      offset += view.stride[i];
    }
  }
};

}  // namespace

char* View::at(int64_t position) const {
  if (contiguous()) return base + position * kSize[type];
  return base + Walk(*this, position).offset * kSize[type];
}

char* View::straight(int64_t position, int64_t n) const {
  if (contiguous()) return base + position * kSize[type];
  if (stride[rank - 1] != 1) return nullptr;
  Walk walk(*this, position);
  return walk.left() >= n ? base + walk.offset * kSize[type] : nullptr;
}

void View::load(const Primitives& table, void* strip, int64_t position, int64_t n) const {
  Walk walk(*this, position);
  char* out = static_cast<char*>(strip);
  int64_t step = rank == 0 ? 0 : stride[rank - 1];
  while (n > 0) {
    int64_t run = walk.left() < n ? walk.left() : n;
    const char* from = base + walk.offset * kSize[type];
    if (step == 1) std::memcpy(out, from, run * kSize[type]);
    else if (step == 0) fill(out, from, type, run);
    else table.stridedLoad[type](out, from, step, run);
    out += run * kSize[type];
    n -= run;
    walk.advance(run);
  }
}

void View::store(const Primitives& table, const void* strip, int64_t position, int64_t n) const {
  Walk walk(*this, position);
  const char* in = static_cast<const char*>(strip);
  int64_t step = rank == 0 ? 0 : stride[rank - 1];
  while (n > 0) {
    int64_t run = walk.left() < n ? walk.left() : n;
    char* to = base + walk.offset * kSize[type];
    if (step == 1) std::memmove(to, in, run * kSize[type]);
    else table.stridedStore[type](to, in, step, run);
    in += run * kSize[type];
    n -= run;
    walk.advance(run);
  }
}

}  // namespace maniple::block
