// Launches against the memory that there is: ranges that come and go, signatures, the parameters of records and of programs.
#include "../core/signature.h"

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "../core/kernels.h"
#include "../graph/program.h"
#include "check.h"

using namespace maniple;

namespace {

double asNumber(const void* p) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(p)); }
const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

// Addresses that no memory of this process has: nothing here is read or written.
constexpr std::uintptr_t kBase = std::uintptr_t{1} << 50;

void ranges() {
  Allocations found;
  const double base = asNumber(at(kBase));
  CHECK(!found.hold(base, base + 1));
  CHECK(enterAllocation(at(kBase), 4096) && enterAllocation(at(kBase + 8192), 4096));
  CHECK(found.hold(base, base + 4096) && found.hold(base + 4095, base + 4096) && found.hold(base + 8192, base + 8193));
  CHECK(!found.hold(base, base + 4097) && !found.hold(base - 1, base + 1) && !found.hold(base + 4096, base + 4097));
  CHECK(!found.hold(base + 4095, base + 8193));
  CHECK(found.meet(base + 4095, base + 8193) && found.meet(base - 100, base + 1) && found.meet(base - 100, base + 100000));
  CHECK(!found.meet(base + 4096, base + 8192) && !found.meet(base - 100, base) && !found.meet(base + 12288, base + 12289));
  CHECK(!leaveAllocation(at(kBase), 4095) && !leaveAllocation(at(kBase + 1), 4096));
  CHECK(leaveAllocation(at(kBase), 4096));
  found.refresh();
  CHECK(!found.hold(base, base + 1) && found.hold(base + 8192, base + 8193));
  CHECK(!leaveAllocation(at(kBase), 4096) && leaveAllocation(at(kBase + 8192), 4096));
  found.refresh();
  for (const double odd : {std::nan(""), -1.0, 0.0, std::numeric_limits<double>::infinity()})
    CHECK(!found.hold(odd, odd + 8) && !found.meet(odd, odd + 8));
}

// n elements of 8 bytes, every `stride`-th from the address on.
const std::vector<double> kMap = {4, 1, 1, 0, 1, 2, 1, 8, 1, 1, 3};

void signatures() {
  const std::unique_ptr<const Signature> whole(Signature::create(kMap.data(), kMap.size()));
  CHECK(whole != nullptr && whole->slots() == 4);
  CHECK(whole->part(3) == nullptr && whole->part(5) == nullptr);
  for (size_t n = 0; n < kMap.size(); n++) CHECK(n == 5 ? true : Signature::create(kMap.data(), n) == nullptr);
  for (size_t i = 0; i < kMap.size(); i++) {
    for (const double odd : {-2.0, 99.0, std::nan("")}) {
      std::vector<double> numbers = kMap;
      numbers[i] = odd;
      const bool size = i == 7 && odd > 0;
      const std::unique_ptr<const Signature> made(Signature::create(numbers.data(), numbers.size()));
      CHECK((made != nullptr) == (size || (i == 0 && odd > 0)));
    }
  }
}

void records() {
  const std::unique_ptr<const Signature> whole(Signature::create(kMap.data(), kMap.size()));
  const std::unique_ptr<const Signature> part(whole->part(4));
  Allocations found;
  const double base = asNumber(at(kBase));
  CHECK(enterAllocation(at(kBase), 4096 * 8));
  const auto good = [&](std::vector<double> P, double units) { return vouch(*whole, P.data(), P.size(), units, found); };
  CHECK(good({0, 4096, base, 1}, 4) && good({0, 2048, base, 2}, 2) && good({0, 4096, base + 4095 * 8, -1}, 4));
  CHECK(good({0, 4096, base + 8, 0}, 4) && good({0, 0, 0, 1}, 0));
  CHECK(!good({0, 4096, base + 8, 1}, 4) && !good({0, 2049, base, 2}, 3) && !good({0, 4096, base, -1}, 4));
  CHECK(!good({0, 4097, base, 1}, 5) && !good({0, 4096, base, 1}, 3) && !good({0, 4096, base, 1}, 5));
  CHECK(!good({0, 4096, base, 1, 0}, 4) && !good({0, 4096, base}, 4));
  CHECK(!good({0, 1.5, base, 1}, 1) && !good({0, -1, base, 1}, 0) && !good({0, std::nan(""), base, 1}, 0));
  CHECK(!good({0, 16, base, std::nan("")}, 1) && !good({0, 16, base, 1e300}, 1) && !good({0, 1e15, base, 1e15}, 976562500000));
  // A part's address is that of the whole, of which this has units 2 and 3 alone.
  const auto cut = [&](std::vector<double> P, double units) { return vouch(*part, P.data(), P.size(), units, found); };
  CHECK(cut({0, 8192, base - 2048 * 8, 1, 2}, 2) && cut({0, 8192, base, 1, 0}, 4) && cut({0, 8192, 0, 1, 3}, 0));
  CHECK(!cut({0, 8192, base - 2048 * 8, 1, 1}, 2) && !cut({0, 8192, base, 1, 3}, 2) && !cut({0, 8192, base, 1, 7}, 2));
  CHECK(!cut({0, 8192, base, 1}, 2) && !cut({0, 8192, base, 1, 0.5}, 2));
  CHECK(leaveAllocation(at(kBase), 4096 * 8));
  found.refresh();
  CHECK(!good({0, 4096, base, 1}, 4) && !cut({0, 8192, base, 1, 0}, 4));
}

void programs() {
  const std::shared_ptr<Executor> executor = Executor::create(64, 1);
  const Signature* const signature = Signature::create(kMap.data(), kMap.size());
  const int plain = addKernel([](double*, int64_t, int64_t) {}, nullptr);
  const double kernel = signKernel(plain, signature);
  graph::ProgramSource source;
  source.params = {0, 1024, 0, 1, 0, 1024, 0, 1};
  source.steps = {{0, 1}, {4, 1}};
  source.fills = {{2, 0, true, 0}, {6, 0, true, 1024 * 8}};
  source.args = 1;
  const auto program = graph::Program::create(executor, source);
  Allocations found;
  const double base = asNumber(at(kBase));
  CHECK(enterAllocation(at(kBase), 2048 * 8));
  const auto good = [&](std::vector<double> args) { return program->vouch(args.data(), found); };
  CHECK(good({base, kernel, kernel}));
  CHECK(!good({base + 8, kernel, kernel}) && !good({base - 8, kernel, kernel}) && !good({0, kernel, kernel}));
  CHECK(!good({base, kernel, static_cast<double>(plain)}) && !good({base, -1, kernel}) && !good({base, kernel, std::nan("")}));
  CHECK(good({base, kernel, kernel}));
  CHECK(leaveAllocation(at(kBase), 2048 * 8));
  found.refresh();
  CHECK(!good({base, kernel, kernel}));
  const auto refused = [&](void (*change)(graph::ProgramSource&)) {
    graph::ProgramSource other = source;
    change(other);
    return graph::Program::create(executor, other) == nullptr;
  };
  CHECK(refused([](graph::ProgramSource& s) { s.fills[0].at = 8; }));
  CHECK(refused([](graph::ProgramSource& s) { s.fills[0].arg = 1; }));
  CHECK(refused([](graph::ProgramSource& s) { s.steps[1].params = 8; }));
  CHECK(refused([](graph::ProgramSource& s) { s.nodes.push_back({2, 0, 0, 1}); }));
  CHECK(refused([](graph::ProgramSource& s) { s.nodes.push_back({0, 0, 0, 2}); }));
  CHECK(refused([](graph::ProgramSource& s) { s.edges.push_back({0, 1}); }));
  executor->refuse(3);
  std::vector<Failure> failures;
  executor->takeFailures(failures);
  CHECK(executor->completed() == 3 && failures.size() == 3 && failures[2].launch == 3 && failures[2].status == kStatusRefused);
}

}  // namespace

int main() {
  ranges();
  signatures();
  records();
  programs();
  return maniple::test::summary("signature");
}
