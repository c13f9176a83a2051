#include "spec.h"

#include <algorithm>
#include <cmath>

#include "siphash.h"

namespace maniple::taskbench {

namespace {

int64_t log2Ceil(int64_t n) {
  int64_t log = 0;
  while ((int64_t{1} << log) < n) log++;
  return log;
}

void range(int64_t from, int64_t to, std::vector<int64_t>& out) {
  for (int64_t q = from; q <= to; q++) out.push_back(q);
}

}  // namespace

int64_t Spec::offsetAt(int64_t step) const { return type == Type::kDom ? std::max<int64_t>(0, step + width - steps) : 0; }

int64_t Spec::widthAt(int64_t step) const {
  if (type == Type::kDom) return std::min({width, step + 1, steps - step});
  if (type == Type::kTree) return step < 62 ? std::min(width, int64_t{1} << step) : width;
  return width;
}

int64_t Spec::patterns() const {
  if (type == Type::kFft) return std::max<int64_t>(1, log2Ceil(width));
  if (type == Type::kSpread || type == Type::kRandomNearest) return std::max<int64_t>(1, period);
  return 1;
}

int64_t Spec::pattern(int64_t step) const {
  const int64_t count = patterns();
  return type == Type::kFft ? (step + count - 1) % count : step % count;
}

void Spec::candidates(int64_t step, int64_t p, std::vector<int64_t>& out) const {
  const int64_t d = pattern(step);
  const int64_t near = std::max<int64_t>(0, p - radix / 2), far = std::min(p + (radix - 1) / 2, width - 1);
  switch (type) {
    case Type::kTrivial: return;
    case Type::kNoComm: return out.push_back(p);
    case Type::kStencil1d: return range(std::max<int64_t>(0, p - 1), std::min(p + 1, width - 1), out);
    case Type::kStencil1dPeriodic:
      range(std::max<int64_t>(0, p - 1), std::min(p + 1, width - 1), out);
      if (p == 0) out.push_back(width - 1);
      if (p == width - 1) out.push_back(0);
      return;
    case Type::kDom: return range(std::max<int64_t>(0, p - 1), p, out);
    case Type::kTree: return out.push_back(p / 2);
    case Type::kFft:
      if (p - (int64_t{1} << d) >= 0) out.push_back(p - (int64_t{1} << d));
      out.push_back(p);
      if (p + (int64_t{1} << d) < width) out.push_back(p + (int64_t{1} << d));
      return;
    case Type::kAllToAll: return range(0, width - 1, out);
    case Type::kNearest:
      if (radix > 0) range(near, far, out);
      return;
    case Type::kSpread:
      for (int64_t i = 0; i < radix; i++) out.push_back((p + i * width / radix + (i > 0 ? d : 0)) % width);
      return;
    case Type::kRandomNearest:
      for (int64_t q = near; radix > 0 && q <= far; q++) {
        const int64_t key[5] = {index, radix, d, q, p};
        if (q == p || uniform(key, 5) < fraction) out.push_back(q);
      }
      return;
  }
}

void Spec::inputs(int64_t step, int64_t point, std::vector<int64_t>& out) const {
  if (step == 0) return;
  candidates(step, point, out);
  out.erase(std::remove_if(out.begin(), out.end(), [&](int64_t q) { return !has(step - 1, q); }), out.end());
}

int64_t Spec::iterationsOf(int64_t step, int64_t point) const {
  if (kernel != KernelType::kLoadImbalance) return iterations;
  const int64_t key[3] = {index, step, point};
  return std::llround((1 + (uniform(key, 3) - 0.5) * imbalance) * static_cast<double>(iterations));
}

double Spec::flopsOf(int64_t step, int64_t point) const {
  if (kernel != KernelType::kComputeBound && kernel != KernelType::kLoadImbalance) return 0;
  return 128.0 * static_cast<double>(iterationsOf(step, point)) + 64;
}

int64_t Spec::bytesOf() const {
  return kernel == KernelType::kMemoryBound ? static_cast<int64_t>(scratch) * iterations / samples : 0;
}

int64_t Spec::tasks() const {
  int64_t count = 0;
  for (int64_t step = 0; step < steps; step++) count += widthAt(step);
  return count;
}

}  // namespace maniple::taskbench
