// The routines mask_count, mask_places, mask_pick_1 …: where a mask of bytes 0 and 1 is true, and the elements there. Units
// are counted first; then each knows where its results begin from the counts of the units before it.
//
//     count           P: 0 status   1 elements   2 3 the mask: address, stride   4 5 counts, one a unit
//     places, pick_B     0 status   1 elements   2 3 the mask   4 5 counts   6 7 elements of B bytes, for pick   then the result
//     list               0 status   1 elements   2 3 the mask   4 5 how many are true        then the result
//     pack_B             0 status   1 elements   2 3 the mask   4 5 how many are true   6 7 elements of B bytes   then the result
//
// list and pack_B are places and pick_B of masks of one unit, uncounted: the result has space for all elements.
//
// A unit is a range of elements (lib/device/routines.ts has the same number).
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr int64_t kBlockElements = 256;

int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

template <typename T>
Line<T> lineAt(const double* P, int slot, int64_t length) {
  return {reinterpret_cast<T*>(static_cast<uintptr_t>(P[slot])), static_cast<int64_t>(P[slot + 1]), length};
}

// The mask from `from` on, dense; `room` has space for a block.
const uint8_t* denseBlock(const Line<const uint8_t>& mask, int64_t from, int64_t n, uint8_t* room) {
  if (mask.step == 1) return mask.data + from;
  for (int64_t i = 0; i < n; i++) room[i] = mask[from + i];
  return room;
}

int64_t countTrue(const uint8_t* mask, int64_t n) {
  int64_t count = 0;
  for (int64_t i = 0; i < n; i++) count += mask[i];
  return count;
}

void count(double* P, int64_t u0, int64_t u1) {
  const auto mask = lineAt<const uint8_t>(P, 2, static_cast<int64_t>(P[1]));
  const auto counts = lineAt<int64_t>(P, 4, u1);
  uint8_t room[kBlockElements];
  for (int64_t u = u0; u < u1; u++) {
    const int64_t end = least((u + 1) * kUnitElements, mask.length);
    int64_t total = 0;
    for (int64_t i = u * kUnitElements; i < end; i += kBlockElements) {
      const int64_t n = least(kBlockElements, end - i);
      total += countTrue(denseBlock(mask, i, n, room), n);
    }
    counts[u] = total;
  }
}

// Calls item(i) for all elements of a block and keeps its values where the mask is true: each value is written, and counted if true, as a
// branch would be mispredicted. `kept` has space for one more than a block; eight that are false cost one test.
template <typename T, typename Item>
int64_t keep(const uint8_t* mask, int64_t n, T* kept, Item item) {
  int64_t k = 0, i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t eight;
    std::memcpy(&eight, mask + i, sizeof eight);
    if (eight == 0) continue;
    for (int64_t l = 0; l < 8; l++) {
      kept[k] = item(i + l);
      k += mask[i + l];
    }
  }
  for (; i < n; i++) {
    kept[k] = item(i);
    k += mask[i];
  }
  return k;
}

// Writes the units' results; item(i) is the result of element i. Results of a block are gathered aside, as the next place may be another
// unit's.
template <typename T, typename Item>
void write(double* P, int64_t u0, int64_t u1, int slot, Item item) {
  const auto mask = lineAt<const uint8_t>(P, 2, static_cast<int64_t>(P[1]));
  const auto counts = lineAt<const int64_t>(P, 4, u1);
  const auto out = lineAt<T>(P, slot, 0);
  const int64_t end = least(u1 * kUnitElements, mask.length);
  int64_t next = 0;
  for (int64_t u = 0; u < u0; u++) next += counts[u];
  uint8_t room[kBlockElements];
  T kept[kBlockElements + 1];
  for (int64_t i = u0 * kUnitElements; i < end; i += kBlockElements) {
    const int64_t n = least(kBlockElements, end - i);
    const int64_t found = keep(denseBlock(mask, i, n, room), n, kept, [&](int64_t k) { return item(i + k); });
    if (out.step == 1) std::memcpy(out.data + next, kept, static_cast<std::size_t>(found) * sizeof(T));
    else for (int64_t k = 0; k < found; k++) out[next + k] = kept[k];
    next += found;
  }
}

void places(double* P, int64_t u0, int64_t u1) {
  write<int64_t>(P, u0, u1, 6, [](int64_t i) { return i; });
}

template <typename T>
void pick(double* P, int64_t u0, int64_t u1) {
  const auto from = lineAt<const T>(P, 6, 0);
  if (from.step == 1) write<T>(P, u0, u1, 8, [&](int64_t i) { return from.data[i]; });
  else write<T>(P, u0, u1, 8, [&](int64_t i) { return from[i]; });
}

// All results of a mask of one unit, and how many.
template <typename T, typename Item>
void writeAll(double* P, int slot, Item item) {
  const auto mask = lineAt<const uint8_t>(P, 2, static_cast<int64_t>(P[1]));
  const auto total = lineAt<int64_t>(P, 4, 1);
  const auto out = lineAt<T>(P, slot, 0);
  int64_t next = 0;
  uint8_t room[kBlockElements];
  T kept[kBlockElements + 1];
  for (int64_t i = 0; i < mask.length; i += kBlockElements) {
    const int64_t n = least(kBlockElements, mask.length - i);
    const int64_t found = keep(denseBlock(mask, i, n, room), n, kept, [&](int64_t k) { return item(i + k); });
    for (int64_t k = 0; k < found; k++) out[next + k] = kept[k];
    next += found;
  }
  total[0] = next;
}

void list(double* P, int64_t u0, int64_t u1) {
  if (u0 < u1) writeAll<int64_t>(P, 6, [](int64_t i) { return i; });
}

template <typename T>
void pack(double* P, int64_t u0, int64_t u1) {
  const auto from = lineAt<const T>(P, 6, 0);
  if (u0 < u1) writeAll<T>(P, 8, [&](int64_t i) { return from[i]; });
}

[[maybe_unused]] const bool registered =
    addRoutine("mask_count", count, nullptr) && addRoutine("mask_places", places, nullptr) &&
    addRoutine("mask_pick_1", pick<uint8_t>, nullptr) && addRoutine("mask_pick_2", pick<uint16_t>, nullptr) &&
    addRoutine("mask_pick_4", pick<uint32_t>, nullptr) &&
    addRoutine("mask_pick_8", pick<uint64_t>, nullptr) && addRoutine("mask_list", list, nullptr) &&
    addRoutine("mask_pack_1", pack<uint8_t>, nullptr) && addRoutine("mask_pack_2", pack<uint16_t>, nullptr) &&
    addRoutine("mask_pack_4", pack<uint32_t>, nullptr) && addRoutine("mask_pack_8", pack<uint64_t>, nullptr);

}  // namespace
}  // namespace maniple::lines
