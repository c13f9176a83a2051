#include "executor_records.h"

#include "../core/executor.h"

namespace maniple::binding {

bool areRecords(const Means& means, double count) {
  constexpr double kMost = 9007199254740992.0;
  double at = 0;
  const auto slots = static_cast<double>(means.slots);
  if (!(count >= 0 && count <= slots)) return false;
  for (double i = 0; i < count; i++) {
    if (at + kParams >= slots) return false;
    const double* record = means.records + static_cast<std::size_t>(at);
    const double length = record[kLength];
    if (!(length > kParams && at + length <= slots && length == static_cast<double>(static_cast<std::size_t>(length)))) return false;
    if (!(record[kKernel] >= -1 && record[kKernel] <= INT32_MAX && record[kFlags] >= 0 && record[kFlags] <= INT32_MAX)) return false;
    if (!(record[kUnits] >= 0 && record[kUnits] < kMost && record[kTile] >= 0 && record[kTile] < kMost)) return false;
    if (!(record[kWait] >= 0 && record[kWait] < kMost)) return false;
    at += length;
  }
  return true;
}

void refuseStrangers(Means& means, int count) {
  means.allocations.refresh();
  double* record = means.records;
  for (int i = 0; i < count; i++) {
    const Kernel* const kernel = kernelAt(static_cast<int>(record[kKernel]));
    const auto length = static_cast<std::size_t>(record[kLength]);
    const bool known = kernel != nullptr && kernel->signature != nullptr &&
                       vouch(*kernel->signature, record + kParams, length - kParams, record[kUnits], means.allocations);
    if (!known) record[kKernel] = 0;
    record += length;
  }
}

}  // namespace maniple::binding
