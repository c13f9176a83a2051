// Sorting, running sums and masks of lines, beside the standard library's on what it sorts and adds in order.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "../core/kernels.h"
#include "check.h"

using namespace maniple;

namespace {

uint64_t state = 3;
uint64_t random64() {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state ^ (state >> 29);
}

// Few different values, so that many are equal, with what orders oddly among floats.
template <typename T>
T value() {
  const uint64_t bits = random64();
  if constexpr (std::is_floating_point_v<T>) {
    const T odd[] = {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                     -std::numeric_limits<T>::infinity(), T(-0.0), T(0)};
    if (bits % 8 < 5) return odd[bits % 8];
    return static_cast<T>(static_cast<int64_t>(bits >> 40) % 1000) / T(7) - T(50);
  } else {
    return static_cast<T>(bits >> (bits % 64));
  }
}

// NumPy's order: NaN after everything.
template <typename T>
bool before(T a, T b, bool descending) {
  if (b != b) return a == a;
  return descending ? a > b : a < b;
}

// The lines of a matrix, by rows or by columns, into one that is laid out the other way.
template <typename S, typename D>
double call(const std::string& name, const std::vector<S>& from, std::vector<D>& to, int64_t lines, int64_t length,
            int64_t wanted, bool columns, double scalar, int64_t u0, int64_t u1, int64_t more = 0) {
  const auto slot = [](const void* address) { return static_cast<double>(reinterpret_cast<uintptr_t>(address)); };
  const auto size = [](int64_t n) { return static_cast<double>(n); };
  double P[] = {0, size(lines), size(length), size(wanted),
                slot(from.data()), size(columns ? 1 : length), size(columns ? lines : 1),
                slot(to.data()), size(columns ? wanted : 1), size(columns ? 1 : lines), scalar, size(more)};
  const Kernel* kernel = kernelAt(routineNumber(name.c_str()));
  CHECK(kernel != nullptr);
  if (kernel != nullptr) kernel->run(P, u0, u1);
  return P[0];
}

int64_t unitsOf(int64_t lines, int64_t length) {
  const int64_t some = length >= 16384 ? 1 : 16384 / std::max<int64_t>(1, length);
  return (lines + some - 1) / some;
}

const int64_t lengths[] = {0, 1, 2, 7, 63, 64, 65, 384, 385, 1000, 20000, 40001};

// `near`: of values that are counted where a line has many.
template <typename T>
void sorts(const std::string& suffix, bool near) {
  for (int64_t length : lengths)
    for (bool descending : {false, true})
      for (bool columns : {false, true}) {
        const int64_t lines = 3, units = unitsOf(lines, length);
        std::vector<T> from(static_cast<std::size_t>(lines * length)), to(from.size());
        std::vector<int64_t> places(from.size());
        for (T& x : from) x = near ? static_cast<T>(T(random64() % 40) - T(20)) : value<T>();
        // Units one by one, as threads take them.
        for (int64_t u = 0; u < units; u++) {
          CHECK(call("lines_sort_" + suffix, from, to, lines, length, length, columns, descending, u, u + 1) == 0);
          CHECK(call("lines_argsort_" + suffix, from, places, lines, length, length, columns, descending, u, u + 1) == 0);
        }
        for (int64_t l = 0; l < lines; l++) {
          const auto at = [&](int64_t i) { return static_cast<std::size_t>(columns ? i * lines + l : l * length + i); };
          const auto out = [&](int64_t i) { return static_cast<std::size_t>(columns ? l * length + i : i * lines + l); };
          std::vector<int64_t> order(static_cast<std::size_t>(length));
          std::iota(order.begin(), order.end(), 0);
          std::stable_sort(order.begin(), order.end(),
                           [&](int64_t a, int64_t b) { return before(from[at(a)], from[at(b)], descending); });
          bool good = true;
          for (int64_t i = 0; i < length; i++) {
            const T expected = from[at(order[static_cast<std::size_t>(i)])], found = to[out(i)];
            good = good && (found == expected || (found != found && expected != expected));
            good = good && places[out(i)] == order[static_cast<std::size_t>(i)];
          }
          CHECK(good);
        }
      }
}

// Runs of a line in order, the last one shorter, become what the line in order is, to the bit; unit by unit, as threads take them.
template <typename T>
void merges(const std::string& suffix, bool near) {
  for (int64_t length : {1, 2, 385, 20000, 70001})
    for (int64_t run : {length, length / 2, (length + 4) / 5, length / 16 + 1})
      for (bool descending : {false, true})
        for (bool columns : {false, true}) {
          if (run == 0) continue;
          std::vector<T> from(static_cast<std::size_t>(length)), parts(from.size()), whole(from.size()), to(from.size());
          for (T& x : from) x = near ? static_cast<T>(T(random64() % 40) - T(20)) : value<T>();
          call("lines_sort_" + suffix, from, whole, 1, length, length, false, descending, 0, 1);
          for (int64_t i = 0; i < length; i += run) {
            const int64_t n = std::min(run, length - i);
            const std::vector<T> some(from.begin() + i, from.begin() + i + n);
            std::vector<T> sorted(some.size());
            call("lines_sort_" + suffix, some, sorted, 1, n, n, false, descending, 0, 1);
            std::copy(sorted.begin(), sorted.end(), parts.begin() + i);
          }
          for (int64_t u = 0; u * 32768 < length; u++)
            CHECK(call("lines_merge_" + suffix, parts, to, 1, length, length, columns, descending, u, u + 1, run) == 0);
          CHECK(std::memcmp(to.data(), whole.data(), whole.size() * sizeof(T)) == 0);
        }
}

// What stands at some ranks when all are in order: equal and ascending elements too, which part badly.
template <typename T>
void selects(const std::string& suffix) {
  for (int64_t length : lengths)
    for (int kind = 0; kind < 3; kind++)
      for (bool columns : {false, true}) {
        if (length == 0) continue;
        const int64_t lines = 2, ranks[] = {0, length / 3, length / 2, length - 1}, wanted = 4;
        std::vector<T> from(static_cast<std::size_t>(lines * length)), to(static_cast<std::size_t>(lines * wanted));
        for (std::size_t i = 0; i < from.size(); i++)
          from[i] = kind == 0 ? value<T>() : kind == 1 ? T(3) : static_cast<T>(i / static_cast<std::size_t>(lines));
        const auto slot = [](const void* address) { return static_cast<double>(reinterpret_cast<uintptr_t>(address)); };
        const auto size = [](int64_t n) { return static_cast<double>(n); };
        double P[] = {0, size(lines), size(length), size(wanted),
                      slot(from.data()), size(columns ? 1 : length), size(columns ? lines : 1),
                      slot(to.data()), size(columns ? wanted : 1), size(columns ? 1 : lines), 0,
                      size(ranks[0]), size(ranks[1]), size(ranks[2]), size(ranks[3])};
        const Kernel* kernel = kernelAt(routineNumber(("lines_select_" + suffix).c_str()));
        CHECK(kernel != nullptr);
        if (kernel == nullptr) return;
        kernel->run(P, 0, unitsOf(lines, length));
        bool good = P[0] == 0;
        for (int64_t l = 0; l < lines; l++) {
          std::vector<T> line(static_cast<std::size_t>(length));
          for (int64_t i = 0; i < length; i++) line[static_cast<std::size_t>(i)] = from[static_cast<std::size_t>(columns ? i * lines + l : l * length + i)];
          std::stable_sort(line.begin(), line.end(), [](T a, T b) { return before(a, b, false); });
          for (int64_t r = 0; r < wanted; r++) {
            const T found = to[static_cast<std::size_t>(columns ? l * wanted + r : r * lines + l)];
            const T expected = line[static_cast<std::size_t>(ranks[r])];
            good = good && (found == expected || (found != found && expected != expected));
          }
        }
        CHECK(good);
      }
}

// Sums to rounding; products and integers to the last bit.
template <typename T>
void scans(const std::string& op, const std::string& suffix) {
  for (int64_t length : lengths)
    for (int64_t skipped : {0, 1})
      for (bool columns : {false, true}) {
        const int64_t lines = 2, wanted = length + skipped;
        std::vector<T> from(static_cast<std::size_t>(lines * length)), to(static_cast<std::size_t>(lines * wanted));
        for (T& x : from) x = static_cast<T>(random64() % 7) - (std::is_floating_point_v<T> ? T(3.3) : T(0));
        CHECK(call("lines_" + op + "_" + suffix, from, to, lines, length, wanted, columns, 0, 0, unitsOf(lines, length)) == 0);
        bool good = true;
        for (int64_t l = 0; l < lines; l++) {
          const auto out = [&](int64_t i) { return to[static_cast<std::size_t>(columns ? l * wanted + i : i * lines + l)]; };
          T total = op == "sum" ? T(0) : T(1), sizes = 0;
          if (skipped == 1) good = good && out(0) == total;
          for (int64_t i = 0; i < length; i++) {
            const T x = from[static_cast<std::size_t>(columns ? i * lines + l : l * length + i)];
            total = op == "sum" ? total + x : total * x;
            sizes = sizes + (x < T(0) ? T(0) - x : x);
            const T found = out(i + skipped);
            if (std::is_floating_point_v<T> && op == "sum") {
              const double difference = std::fabs(static_cast<double>(found) - static_cast<double>(total));
              const double rounding = static_cast<double>(std::numeric_limits<T>::epsilon()) * static_cast<double>(i + 1);
              good = good && difference <= rounding * static_cast<double>(sizes);
            } else {
              good = good && (found == total || (found != found && total != total));
            }
          }
        }
        CHECK(good);
      }
}

// Masks of any density, every other byte of one, against the mask looked through in order; what lies behind stays.
template <typename T>
void masks(const std::string& routine, const std::string& pack) {
  const auto slot = [](const void* address) { return static_cast<double>(reinterpret_cast<uintptr_t>(address)); };
  const auto call = [](const std::string& name, double* P, int64_t u0, int64_t u1) {
    const Kernel* kernel = kernelAt(routineNumber(name.c_str()));
    CHECK(kernel != nullptr);
    if (kernel != nullptr) kernel->run(P, u0, u1);
    CHECK(P[0] == 0);
  };
  for (std::size_t n : {1, 7, 255, 256, 257, 16384, 16385, 50001})
    for (uint64_t density : {0, 1, 50, 100})
      for (std::size_t step : {1, 2}) {
        std::vector<uint8_t> mask(n * step);
        std::vector<T> from(n * step);
        for (uint8_t& m : mask) m = (random64() >> 20) % 100 < density;
        for (T& x : from) x = static_cast<T>(random64() >> 8);
        std::vector<int64_t> expectedPlaces;
        std::vector<T> expected;
        for (std::size_t i = 0; i < n; i++) {
          if (mask[i * step] == 0) continue;
          expectedPlaces.push_back(static_cast<int64_t>(i));
          expected.push_back(from[i * step]);
        }
        expectedPlaces.push_back(-1);
        expected.push_back(T(99));
        const std::size_t units = (n + 16383) / 16384;
        std::vector<int64_t> counts(units), places(expected.size(), -1);
        std::vector<T> to(expected.size(), T(99));
        const double size = static_cast<double>(n), stride = static_cast<double>(step);
        double C[] = {0, size, slot(mask.data()), stride, slot(counts.data()), 1};
        double L[] = {0, size, slot(mask.data()), stride, slot(counts.data()), 1, slot(places.data()), 1};
        double F[] = {0, size, slot(mask.data()), stride, slot(counts.data()), 1, slot(from.data()), stride, slot(to.data()), 1};
        const auto u = static_cast<int64_t>(units);
        for (int64_t k = 0; k < u; k++) call("mask_count", C, k, k + 1);
        CHECK(std::accumulate(counts.begin(), counts.end(), int64_t{0}) == static_cast<int64_t>(expected.size()) - 1);
        // The later units first, as threads take them.
        for (int64_t k = u; k > 0; k--) call("mask_places", L, k - 1, k);
        call(routine, F, u / 2, u);
        call(routine, F, 0, u / 2);
        CHECK(places == expectedPlaces);
        CHECK(to == expected);
        if (units > 1) continue;
        int64_t total = -1;
        std::vector<int64_t> listed(expected.size(), -1);
        std::vector<T> packed(expected.size(), T(99));
        double A[] = {0, size, slot(mask.data()), stride, slot(&total), 1, slot(listed.data()), 1};
        double B[] = {0, size, slot(mask.data()), stride, slot(&total), 1, slot(from.data()), stride, slot(packed.data()), 1};
        call("mask_list", A, 0, 1);
        CHECK(total == static_cast<int64_t>(expected.size()) - 1);
        CHECK(listed == expectedPlaces);
        call(pack, B, 0, 1);
        CHECK(packed == expected);
      }
}

}  // namespace

int main() {
  for (bool near : {false, true}) {
    sorts<double>("f64", near);
    sorts<float>("f32", near);
    sorts<int64_t>("i64", near);
    sorts<int32_t>("i32", near);
    sorts<uint8_t>("u8", near);
    merges<double>("f64", near);
    merges<float>("f32", near);
    merges<int64_t>("i64", near);
    merges<uint8_t>("u8", near);
  }
  selects<double>("f64");
  selects<float>("f32");
  selects<int64_t>("i64");
  selects<int32_t>("i32");
  selects<uint8_t>("u8");
  scans<double>("sum", "f64");
  scans<float>("sum", "f32");
  scans<uint64_t>("sum", "i64");
  scans<double>("prod", "f64");
  scans<float>("prod", "f32");
  scans<uint64_t>("prod", "i64");
  masks<uint8_t>("mask_pick_1", "mask_pack_1");
  masks<uint32_t>("mask_pick_4", "mask_pack_4");
  masks<uint64_t>("mask_pick_8", "mask_pack_8");
  return test::summary("lines");
}
