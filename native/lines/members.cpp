// The routines set_f64 …, members_f64 …: a set of values as a table, and which elements are in it. Integers that lie close together are
// bits from the least on; other values are hashed, with linear probing (Knuth, The Art of Computer Programming 3, 6.4). A NaN is in no
// set; zeros of either sign are one.
//
//     set        P: 0 status   1 values     2 words of the table   3 4 values: address, stride   5 6 table
//     members       0 status   1 elements   2 words of the table   3 4 elements   5 6 table   7 8 results, 0 or 1   9 whether inverted
//
// A set is one unit; of members, a unit is a range of elements (lib/device/routines.ts has the same number). The table, dense:
//
//     0 kind   1 least value   2 greatest   3 whether `kFree` is a member   4 … bits or members; a power of 2, twice the values at least
#include <algorithm>
#include <type_traits>

#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr int64_t kHead = 4;
constexpr uint64_t kNone = 0, kBits = 1, kHashed = 2;
constexpr uint64_t kFree = 0x9e3779b97f4a7c15;  // no value that is likely
constexpr uint64_t kMultiplier = 0xd6e8feb86659fd93;

// Equal values have equal words; integers are in their order.
template <typename T>
uint64_t wordOf(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    const double wide = static_cast<double>(value) + 0.0;
    uint64_t word;
    std::memcpy(&word, &wide, sizeof word);
    return word;
  } else {
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  }
}

struct Table {
  uint64_t* head;
  int64_t slots;

  uint64_t* words() const { return head + kHead; }

  // Where a word is, or the free slot where it would be.
  int64_t slotOf(uint64_t word) const {
    const auto mask = static_cast<uint64_t>(slots - 1);
    uint64_t mixed = (word ^ word >> 32) * kMultiplier;
    uint64_t k = (mixed ^ mixed >> 32) & mask;
    while (words()[k] != word && words()[k] != kFree) k = (k + 1) & mask;
    return static_cast<int64_t>(k);
  }

  bool hasBit(uint64_t word) const {
    const uint64_t k = word - head[1];
    return k <= head[2] && (words()[k / 64] >> (k % 64) & 1) != 0;
  }

  bool hasHashed(uint64_t word) const { return word == kFree ? head[3] != 0 : words()[slotOf(word)] == word; }
};

Table tableAt(const double* P) {
  return {reinterpret_cast<uint64_t*>(static_cast<uintptr_t>(P[5])), static_cast<int64_t>(P[2]) - kHead};
}

template <typename T>
Line<const T> valuesAt(const double* P) {
  return {reinterpret_cast<const T*>(static_cast<uintptr_t>(P[3])), static_cast<int64_t>(P[4]), static_cast<int64_t>(P[1])};
}

// Whether all values are integers that bits of the table are enough for. head[2] is then how far the greatest is from the least.
template <typename T>
bool setBits(const Line<const T>& values, const Table& table) {
  if constexpr (std::is_integral_v<T>) {
    T least = values[0], greatest = values[0];
    for (int64_t i = 1; i < values.length; i++) {
      least = std::min(least, values[i]);
      greatest = std::max(greatest, values[i]);
    }
    const uint64_t from = wordOf(least), range = wordOf(greatest) - from;
    if (range >= static_cast<uint64_t>(table.slots) * 64) return false;
    table.head[0] = kBits;
    table.head[1] = from;
    table.head[2] = range;
    std::fill_n(table.words(), range / 64 + 1, 0);
    for (int64_t i = 0; i < values.length; i++) {
      const uint64_t k = wordOf(values[i]) - from;
      table.words()[k / 64] |= uint64_t{1} << (k % 64);
    }
    return true;
  }
  return false;
}

template <typename T>
void set(double* P, int64_t u0, int64_t u1) {
  if (u0 >= u1) return;
  const Table table = tableAt(P);
  const auto values = valuesAt<T>(P);
  std::fill_n(table.head, kHead, uint64_t{kNone});
  if (values.length == 0 || setBits<T>(values, table)) return;
  table.head[0] = kHashed;
  std::fill_n(table.words(), table.slots, kFree);
  for (int64_t i = 0; i < values.length; i++) {
    const T value = values[i];
    if (value != value) continue;
    const uint64_t word = wordOf(value);
    if (word == kFree) table.head[3] = 1;
    else table.words()[table.slotOf(word)] = word;
  }
}

template <typename T, typename Has>
void look(const Line<const T>& values, const Line<uint8_t>& found, int64_t from, int64_t to, uint8_t inverted, Has has) {
  if (values.step == 1 && found.step == 1) {
    for (int64_t i = from; i < to; i++) found.data[i] = static_cast<uint8_t>(has(values.data[i])) ^ inverted;
  } else {
    for (int64_t i = from; i < to; i++) found[i] = static_cast<uint8_t>(has(values[i])) ^ inverted;
  }
}

template <typename T>
void members(double* P, int64_t u0, int64_t u1) {
  const Table table = tableAt(P);
  const auto values = valuesAt<T>(P);
  const Line<uint8_t> found{reinterpret_cast<uint8_t*>(static_cast<uintptr_t>(P[7])), static_cast<int64_t>(P[8]), values.length};
  const int64_t from = u0 * kUnitElements, to = std::min(u1 * kUnitElements, values.length);
  const auto inverted = static_cast<uint8_t>(P[9] != 0);
  if (table.head[0] == kBits) look(values, found, from, to, inverted, [=](T value) { return table.hasBit(wordOf(value)); });
  else if (table.head[0] == kNone) look(values, found, from, to, inverted, [](T) { return false; });
  else look(values, found, from, to, inverted, [=](T value) { return value == value && table.hasHashed(wordOf(value)); });
}

#define MANIPLE_ADD(NAME, TYPE, END) addRoutine("set_" #END, set<TYPE>, nullptr) && addRoutine("members_" #END, members<TYPE>, nullptr) &&
[[maybe_unused]] const bool registered = MANIPLE_NUMBERS(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
