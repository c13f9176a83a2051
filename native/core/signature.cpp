#include "signature.h"

#include <algorithm>
#include <memory>

namespace maniple {

namespace {

constexpr double kBlock = 1024, kOuterBlocks = 64, kShortRow = 32;  // as in lib/ir/layout.ts
constexpr double kMost = 9007199254740992.0;
constexpr std::size_t kHeader = 5, kRow = 6, kPair = 2;

// Of numbers from 0 to below 2^53.
double floorOf(double value) noexcept { return static_cast<double>(static_cast<int64_t>(value)); }
double ceilOf(double value) noexcept {
  const double floor = floorOf(value);
  return floor < value ? floor + 1 : floor;
}

bool isCount(double value) noexcept { return value >= 0 && value < kMost && value == floorOf(value); }

bool areSlots(double first, double count, double slots) noexcept {
  return isCount(first) && isCount(count) && first + count <= slots;
}

double product(const double* sizes, std::size_t count) noexcept {
  double result = 1;
  for (std::size_t i = 0; i < count; i++) result *= sizes[i];
  return result;
}

}  // namespace

const Signature* Signature::create(const double* numbers, std::size_t count) {
  if (count < kHeader || !(numbers[0] >= 1 && isCount(numbers[0]) && isCount(numbers[4]))) return nullptr;
  std::unique_ptr<Signature> made(new Signature);
  const double slots = numbers[0];
  if (!areSlots(1, numbers[1], slots) || !(numbers[1] <= kMostAxes) || !(numbers[2] >= 0 && numbers[2] <= numbers[1])) return nullptr;
  if (!(numbers[3] >= -1 && numbers[3] <= 3) || !(numbers[4] <= static_cast<double>((count - kHeader) / kRow))) return nullptr;
  made->slots_ = static_cast<std::size_t>(slots);
  made->rank_ = static_cast<std::size_t>(numbers[1]);
  made->rowRank_ = static_cast<std::size_t>(numbers[2]);
  made->structure_ = static_cast<Structure>(static_cast<int>(numbers[3]));
  const double* row = numbers + kHeader;
  for (double i = 0; i < numbers[4]; i++, row += kRow) {
    const bool good = areSlots(row[0], 1, slots) && row[1] >= 0 && row[1] <= static_cast<double>(Reach::partials) && isCount(row[2]) &&
                      row[3] <= kMostAxes && areSlots(row[4], row[3], slots) && areSlots(row[5], row[3], slots);
    if (!good) return nullptr;
    const auto at = [&](int k) { return static_cast<std::size_t>(row[k]); };
    made->addresses_.push_back({at(0), static_cast<Reach>(static_cast<int>(row[1])), row[2], at(3), at(4), at(5)});
  }
  for (; row + kPair <= numbers + count; row += kPair) {
    if (!areSlots(row[0], 1, slots)) return nullptr;
    made->fixed_.push_back({static_cast<std::size_t>(row[0]), row[1]});
  }
  return made.release();
}

const Signature* Signature::part(int slot) const {
  if (part_ || structure_ == Structure::none || slot < 0 || static_cast<std::size_t>(slot) != slots_) return nullptr;
  auto* const made = new Signature(*this);
  made->slots_++;
  made->part_ = true;
  return made;
}

bool Signature::areSizes(const double* sizes, std::size_t rank) const noexcept {
  return std::all_of(sizes, sizes + rank, isCount);
}

Signature::Cut Signature::cut(double rows, double inner) const noexcept {
  const bool flat = structure_ == Structure::map || structure_ == Structure::full;
  // Divisions take longer than all else here. Most domains have one axis, or strips: their divisions are by powers of two and compile to
  // multiplications.
  if (flat && inner >= kBlock) {
    const double perRow = ceilOf(inner / kBlock);
    return {1, perRow, rows * perRow};
  }
  if (inner == 1 && structure_ != Structure::outer) return {kBlock, 1, ceilOf(rows / kBlock)};
  double rowsPerUnit = std::max(1.0, floorOf(kBlock / std::max(1.0, inner)));
  if (structure_ == Structure::outer) {
    if (inner <= kShortRow) rowsPerUnit = kBlock;
    rowsPerUnit = std::max(rowsPerUnit, ceilOf(rows / kOuterBlocks));
  }
  return {rowsPerUnit, 1, flat && inner == 0 ? 0 : ceilOf(rows / rowsPerUnit)};
}

// The units that a launch runs: all of the domain's, none where it only ends the kernel, or for a part the ones from its last parameter
// on.
bool Signature::run(const double* P, double units, Run& run) const noexcept {
  if (structure_ == Structure::none) return true;
  const double* const domain = P + 1;
  if (!areSizes(domain, rank_)) return false;
  const double rows = product(domain, rowRank_);
  const double inner = product(domain + rowRank_, rank_ - rowRank_);
  if (!(rows < kMost && inner < kMost && rows * inner < kMost)) return false;
  const Cut cut = this->cut(rows, inner);
  run.units = units;
  run.last = cut.units;
  if (!part_) return units == cut.units || units == 0;
  run.first = P[slots_ - 1];
  run.last = run.first + units;
  if (!(isCount(run.first) && run.last <= cut.units)) return false;
  if (units > 0) placeOf(run, cut, rows, inner);
  return true;
}

// The elements and rows of the units from `first` to below `last`: of strips, the last of a row ends with the row, where the next
// row's first begins.
void Signature::placeOf(Run& run, const Cut& cut, double rows, double inner) const noexcept {
  const double ends[2] = {run.first, run.last};
  for (int i = 0; i < 2; i++) {
    const double row = cut.perRow == 1 ? std::min(ends[i] * cut.rowsPerUnit, rows) : floorOf(ends[i] / cut.perRow);
    const double strip = cut.perRow == 1 ? 0 : ends[i] - row * cut.perRow;
    run.elements[i] = row * inner + strip * kBlock;
    run.rows[i] = i == 1 && strip > 0 ? row + 1 : row;
  }
}

// The box around the elements [range[0], range[1]) of a view in row-major order.
bool Signature::boxExtent(const Addressed& a, const double* P, const double* range, Extent& extent) const noexcept {
  const double* const sizes = P + a.sizes;
  const double* const strides = P + a.strides;
  double first = range[0], last = range[1] - 1, after = product(sizes, a.rank), low = 0, high = a.size;
  bool narrow = true;
  if (!(first <= last && last < after)) return first > last;
  for (std::size_t i = 0; i < a.rank; i++) {
    after /= sizes[i];
    double from = 0, to = sizes[i] - 1;
    if (narrow) {
      from = floorOf(first / after);
      to = floorOf(last / after);
      first -= from * after;
      last -= from * after;
      narrow = from == to;
    }
    const double ends[2] = {from * strides[i] * a.size, to * strides[i] * a.size};
    low += std::min(ends[0], ends[1]);
    high += std::max(ends[0], ends[1]);
  }
  extent.low = low;
  extent.high = high;
  return low > -kMost && high < kMost;
}

bool Signature::extentOf(const Addressed& a, const double* P, const Run& run, Extent& extent) const noexcept {
  if (a.reach == Reach::partials) {
    if (!areSizes(P + a.sizes, a.rank)) return false;
    const double each = product(P + a.sizes, a.rank) * a.size;
    extent.low = run.first * each;
    extent.high = run.last * each;
    return extent.high < kMost;
  }
  if (!part_ && (a.reach == Reach::end || structure_ == Structure::none)) return viewExtent(a, P, extent);
  if (!part_ || a.reach == Reach::end || run.units == 0) return true;
  if (a.reach == Reach::elements) return areSizes(P + a.sizes, a.rank) && boxExtent(a, P, run.elements, extent);
  if (a.reach == Reach::rows) return areSizes(P + a.sizes, a.rank) && boxExtent(a, P, run.rows, extent);
  extent.certain = a.reach == Reach::view;
  return viewExtent(a, P, extent);
}

bool vouch(const Signature& signature, const double* P, std::size_t length, double units, Allocations& allocations) noexcept {
  if (length != signature.slots()) return false;
  return signature.touches(P, units, [&](const Extent& extent) {
    const double address = P[extent.slot];
    const double low = address + extent.low, high = address + extent.high;
    return extent.certain ? allocations.hold(low, high) : address == 0 || allocations.meet(low, high);
  });
}

}  // namespace maniple
