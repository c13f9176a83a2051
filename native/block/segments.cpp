// Segmented folds: for each element of a piece, a fold over k from its low to its high. The segments of a piece are laid
// behind each other and cut into runs of up to kBlock values of k, so that the body's primitives see full strips however
// short the segments are; the last segment of a run may go on in the next.
//
//     element      0        1   2           counts  3 0 4
//     low..high    4..7     -   7..11
//     run          4 5 6        7 8 9 10    owner   0 0 0 2 2 2 2
#include <cstring>

#include "../kernel/runs.h"
#include "machine.h"

namespace maniple::block {

struct Machine::Run {
  int64_t n = 0;            // values of k
  int64_t first = 0;        // the element of the first segment
  int64_t segments = 0;
  int64_t start = 0;        // first k
  bool consecutive = true;  // k goes up by one all along
  int64_t* starts = nullptr;  // first k of each segment
  int32_t* counts = nullptr;
  int64_t* numbers = nullptr;
  int32_t* owners = nullptr;

  // Takes up to kBlock values of k from element *i on; its segment has been read up to *k.
  void take(const int64_t* low, const int64_t* high, int64_t elements, int64_t* i, int64_t* k) {
    n = segments = 0;
    first = *i;
    consecutive = true;
    while (*i < elements && n < kBlock) {
      int64_t left = high[*i] > *k ? high[*i] - *k : 0;
      int64_t some = left < kBlock - n ? left : kBlock - n;
      if (some > 0 && n == 0) start = *k;
      if (some > 0 && *k != start + n) consecutive = false;
      starts[segments] = *k;
      counts[segments++] = static_cast<int32_t>(some);
      n += some;
      *k += some;
      if (some < left) return;
      if (++*i < elements) *k = low[*i];
    }
  }

  void writeNumbers() const {
    int64_t at = 0;
    for (int64_t s = 0; s < segments; s++)
      for (int32_t j = 0; j < counts[s]; j++) numbers[at++] = starts[s] + j;
  }

  void writeOwners() const {
    int64_t at = 0;
    for (int64_t s = 0; s < segments; s++)
      for (int32_t j = 0; j < counts[s]; j++) owners[at++] = static_cast<int32_t>(first + s);
  }
};

void Machine::segmented(const Instruction& fold, const Piece& piece) {
  const SegmentedFold& s = *fold.segmented;
  if (piece.n == 0 || products(fold, piece)) return;
  Run run;
  run.numbers = reinterpret_cast<int64_t*>(scratch_ + SegmentStrip * kStrip);
  run.owners = reinterpret_cast<int32_t*>(scratch_ + OwnerStrip * kStrip);
  run.starts = reinterpret_cast<int64_t*>(scratch_ + StartStrip * kStrip);
  run.counts = reinterpret_cast<int32_t*>(scratch_ + CountStrip * kStrip);
  Type acc = accumulatorOf(s.fold, fold.type);
  char* accumulators = scratch_ + AccumulatorStrip * kStrip;
  uint64_t identity = 0;
  writeIdentity(s.fold, fold.type, &identity);
  fill(accumulators, &identity, acc, piece.n);
  const int64_t* low = reinterpret_cast<const int64_t*>(at(s.low));
  const int64_t* high = reinterpret_cast<const int64_t*>(at(s.high));
  for (int64_t i = 0, k = low[0]; i < piece.n;) {
    run.take(low, high, piece.n, &i, &k);
    if (s.numbers || !run.consecutive) run.writeNumbers();
    if (s.owners) run.writeOwners();
    segmentBody(fold, run);
    table_.foldSegments[s.fold][fold.type](accumulators + run.first * kSize[acc], at(s.result), run.counts, run.segments);
  }
  const void* results = rounded(table_, s.fold, fold.type, accumulators, scratch_ + ConvertStrip * kStrip, piece.n);
  std::memcpy(target(fold.out), results, piece.n * kSize[fold.type]);
}

// The one-loop form, where all segments lie inside their arguments, and the arguments are contiguous.
bool Machine::products(const Instruction& fold, const Piece& piece) {
  const SegmentedFold& s = *fold.segmented;
  const Products& p = s.products;
  if (p.run == nullptr) return false;
  const Argument &values = program_.args[p.values], &columns = program_.args[p.columns], &x = program_.args[p.x];
  const int64_t size = integerAt(x.sizes);
  const int64_t most = integerAt(values.sizes) < integerAt(columns.sizes) ? integerAt(values.sizes) : integerAt(columns.sizes);
  if (integerAt(values.strides) != 1 || integerAt(columns.strides) != 1 || size == 0) return false;
  const int64_t* low = reinterpret_cast<const int64_t*>(at(s.low));
  const int64_t* high = reinterpret_cast<const int64_t*>(at(s.high));
  bool inside = true;
  for (int64_t i = 0; i < piece.n; i++) inside &= low[i] >= 0 && low[i] <= most && high[i] >= 0 && high[i] <= most;
  if (!inside) return false;
  char* out = target(fold.out);
  const bool runs = p.runRows != nullptr && integerAt(x.strides) == 1 && integerAt(program_.args[p.table].strides) == 1;
  for (int64_t i = 0, end = piece.n; i < piece.n; i = end, end = piece.n) {
    if (runs && runProducts(fold, piece, i, &end, out, low)) continue;
    int64_t outside = p.run(out + i * kSize[fold.type], address(p.values), address(p.columns), address(p.x), size,
                            integerAt(x.strides), low + i, high + i, end - i);
    if (outside != 0) fail(kStatusIndex);
  }
  return true;
}

// The rows from i on that are in one run: finds its end and computes them; false where nothing is known of them.
bool Machine::runProducts(const Instruction& fold, const Piece& piece, int64_t i, int64_t* end, char* out, const int64_t* low) {
  const Products& p = fold.segmented->products;
  const int64_t row = piece.start + i, size = kSize[fold.type];
  const int32_t* table = reinterpret_cast<const int32_t*>(address(p.table));
  const mk_run run = mk_run_at(table, mk_run_of(table, row));
  if (run.end - piece.start < *end) *end = run.end - piece.start;
  if (run.width == 0) return false;
  p.runRows(out + i * size, *end - i, run.width, run.offsets, address(p.values) + low[i] * size, address(p.x) + row * size);
  return true;
}

void Machine::segmentBody(const Instruction& fold, const Run& run) {
  Piece piece{0, run.n, 1, 0, 0};
  for (const Instruction& i : fold.segmented->body) {
    switch (i.op) {
      case Segment: std::memcpy(target(i.out), run.numbers, run.n * sizeof(int64_t)); break;
      case Outer: table_.takeNear[i.type](target(i.out), at(i.in[0]), run.owners, run.n); break;
      case SegLoad: segmentLoad(i, run); break;
      default: execute(i, piece);
    }
  }
}

void Machine::segmentLoad(const Instruction& i, const Run& run) {
  const Argument& a = program_.args[i.arg];
  const char* base = reinterpret_cast<const char*>(static_cast<uintptr_t>(P_[a.pointer]));
  int64_t size = integerAt(a.sizes), stride = integerAt(a.strides);
  bool inside = true;
  if (run.consecutive) {
    inside = run.n == 0 || (run.start >= 0 && run.start + run.n <= size);
    if (inside && stride == 1) {
      lend(i.out, base + run.start * kSize[a.type]);
      return;
    }
  } else {
    for (int64_t j = 0; j < run.n; j++) inside &= run.numbers[j] >= 0 && run.numbers[j] < size;
  }
  if (!inside) {
    fail(kStatusIndex);
    std::memset(target(i.out), 0, run.n * kSize[a.type]);
    return;
  }
  int64_t* offsets = reinterpret_cast<int64_t*>(scratch_ + OffsetStrip * kStrip);
  for (int64_t j = 0; j < run.n; j++) offsets[j] = (run.consecutive ? run.start + j : run.numbers[j]) * stride;
  table_.take[a.type](target(i.out), base, offsets, run.n);
}

}  // namespace maniple::block
