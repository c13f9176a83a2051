// Places of values in a sorted line, NaN after everything. Each value halves the same range with the same number of steps, without
// branches, so that many searches overlap and wait for memory together. In a short line that is about even, a value's bucket says at
// once where to look.
#pragma once

#include "lines.h"

namespace maniple::lines {

constexpr int64_t kUnitValues = 16384;
constexpr int kTogether = 16;

// `&` and `|`, as a branch would be mispredicted every other time.
template <typename T>
bool isBefore(T a, T b) { return (a < b) | ((b != b) & (a == a)); }

template <bool after, typename T>
bool goesOn(T element, T value) { return after ? !isBefore(value, element) : isBefore(element, value); }

template <bool after, typename T>
void placesOf(const Line<const T>& line, const T* values, int64_t* found, int count) {
  int64_t base[kTogether] = {};
  for (int64_t left = line.length; left > 1;) {
    const int64_t half = left / 2;
    for (int k = 0; k < count; k++) base[k] += goesOn<after>(line[base[k] + half - 1], values[k]) ? half : 0;
    left -= half;
  }
  for (int k = 0; k < count; k++) found[k] = base[k] + (line.length > 0 && goesOn<after>(line[base[k]], values[k]));
}

// A line of numbers cut into buckets of equal width. The bucket never falls as values rise, so that elements in lower buckets are less
// and elements in higher ones greater: only the few elements of a value's own bucket are compared with it.
template <typename T>
class Buckets {
 public:
  // Whether the line is one to cut: short, in order, of finite numbers, and no bucket has many of them.
  bool cut(const Line<const T>& line) {
    const int64_t n = line.length;
    if (n < kLeast || n > kMost) return false;
    for (int64_t i = 0; i < n; i++) elements_[i] = line[i];
    const double range = static_cast<double>(elements_[n - 1]) - static_cast<double>(elements_[0]);
    least_ = static_cast<double>(elements_[0]);
    buckets_ = kEach * n;
    scale_ = static_cast<double>(buckets_) / range;
    if (!(range > 0) || !(range <= kGreatest) || !(scale_ <= kGreatest)) return false;
    for (int64_t i = 1; i < n; i++)
      if (!(elements_[i - 1] <= elements_[i])) return false;
    std::memset(first_, 0, static_cast<std::size_t>(buckets_ + 1) * sizeof *first_);
    for (int64_t i = 0; i < n; i++) first_[bucketOf(elements_[i]) + 1]++;
    for (int64_t b = 0; b < buckets_; b++) {
      if (first_[b + 1] > kTogether) return false;
      depth_ = first_[b + 1] > depth_ ? first_[b + 1] : depth_;
      first_[b + 1] += first_[b];
    }
    for (int k = 0; k < kTogether; k++) elements_[n + k] = elements_[n - 1];
    count_ = n;
    return true;
  }

  // The most elements that a bucket has.
  int depth() const { return depth_; }

  // `depth` is at least depth().
  template <bool after, int depth>
  int64_t placeOf(T value) const {
    const int32_t from = first_[bucketOf(value)];
    int32_t place = from;
    for (int k = 0; k < depth; k++) place += after ? elements_[from + k] <= value : elements_[from + k] < value;
    // No element is a NaN. Copies of the last element stand behind it; a NaN's place is behind all.
    return place > count_ || value != value ? count_ : place;
  }

 private:
  static constexpr int64_t kLeast = 8, kMost = 2048, kEach = 4;
  static constexpr double kGreatest = 1e300;

  // A NaN is in the first bucket.
  int64_t bucketOf(T value) const {
    const double at = (static_cast<double>(value) - least_) * scale_, last = static_cast<double>(buckets_ - 1);
    return static_cast<int64_t>(at > 0 ? (at < last ? at : last) : 0);
  }

  double least_ = 0, scale_ = 0;
  int64_t buckets_ = 0, count_ = 0;
  int32_t depth_ = 1;
  int32_t first_[kEach * kMost + 1];
  T elements_[kMost + kTogether];
};

// Places of many values, some at a time. With at least as many values as elements, a short line is cut into buckets first.
template <bool after, typename T>
class Search {
 public:
  Search(const Line<const T>& line, int64_t values) : line_(line), isCut_(values >= line.length && buckets_.cut(line)) {}

  void find(const T* values, int64_t step, int64_t* found, int64_t foundStep, int64_t count) const {
    if (!isCut_) return halve(values, step, found, foundStep, count);
    const int depth = buckets_.depth();
    if (depth == 1) inBuckets<1>(values, step, found, foundStep, count);
    else if (depth <= 3) inBuckets<3>(values, step, found, foundStep, count);
    else if (depth <= 6) inBuckets<6>(values, step, found, foundStep, count);
    else inBuckets<kTogether>(values, step, found, foundStep, count);
  }

 private:
  template <int depth>
  void inBuckets(const T* values, int64_t step, int64_t* found, int64_t foundStep, int64_t count) const {
    for (int64_t i = 0; i < count; i++) found[i * foundStep] = buckets_.template placeOf<after, depth>(values[i * step]);
  }

  void halve(const T* values, int64_t step, int64_t* found, int64_t foundStep, int64_t count) const {
    for (int64_t i = 0; i < count; i += kTogether) {
      const int some = static_cast<int>(count - i < kTogether ? count - i : kTogether);
      T wanted[kTogether];
      int64_t places[kTogether];
      for (int k = 0; k < some; k++) wanted[k] = values[(i + k) * step];
      if (some == kTogether) placesOf<after>(line_, wanted, places, kTogether);
      else placesOf<after>(line_, wanted, places, some);
      for (int k = 0; k < some; k++) found[(i + k) * foundStep] = places[k];
    }
  }

  Line<const T> line_;
  Buckets<T> buckets_;
  bool isCut_;
};

}  // namespace maniple::lines
