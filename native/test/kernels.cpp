#include "../core/kernels.h"

#include <string>
#include <unistd.h>

#include "../core/cpu.h"
#include "../core/library.h"
#include "check.h"

using namespace maniple;

static void add(double* P, int64_t u0, int64_t u1) { P[1] += static_cast<double>(u1 - u0); }
static void close(double* P) { P[2] = 1; }
static void addScaled(const void* context, double* P, int64_t u0, int64_t u1) {
  P[1] += *static_cast<const double*>(context) * static_cast<double>(u1 - u0);
}

static const bool registered = addRoutine("test_add", add, close);

static void plainAndProgram() {
  double P[3] = {0, 0, 0};
  const Kernel* plain = kernelAt(addKernel(add, close));
  plain->run(P, 2, 5);
  plain->finish(P);
  CHECK(P[1] == 3 && P[2] == 1);
  static const double scale = 10;
  const Kernel* program = kernelAt(addProgram(addScaled, nullptr, &scale));
  program->run(P, 0, 2);
  program->finish(P);
  CHECK(P[1] == 23);
}

static void numbersStay() {
  const int first = addKernel(add, nullptr);
  const Kernel* entry = kernelAt(first);
  for (int i = 0; i < 5000; i++) CHECK(addKernel(nullptr, nullptr) == first + 1 + i);
  CHECK(kernelAt(first) == entry);
  CHECK(kernelAt(-1) == nullptr);
  CHECK(kernelAt(first + 5001) == nullptr);
}

// Entries are used again, numbers are not; what a kernel owns goes with its last use, and with it what it was made of.
static void usesAndDrops() {
  static int dropped = 0;
  const Owned owned{[](void* thing) { *static_cast<int*>(thing) += 1; }, &dropped, 100};
  const double rows[] = {3, 1, 1, -1, 0};
  const int before = kernelCount();
  const int base = addKernel(add, nullptr, owned);
  const int made = signKernel(base, Signature::create(rows, 5));
  const int part = addPart(base, 3);
  CHECK(made > 0 && part > 0 && kernelCount() == before + 3);
  dropKernel(base);
  CHECK(kernelAt(base) != nullptr && dropped == 0);
  CHECK(bytesOfKernel(made) < bytesOfKernel(base) + 100);
  dropKernel(part);
  CHECK(kernelAt(part) == nullptr && kernelAt(base) != nullptr);
  CHECK(bytesOfKernel(made) >= bytesOfKernel(base) + 100);
  {
    const KernelUse use(made);
    dropKernel(made);
    CHECK(use.number() == made && kernelAt(made) != nullptr && dropped == 0);
  }
  CHECK(kernelAt(made) == nullptr && kernelAt(base) == nullptr && dropped == 1 && kernelCount() == before);
  CHECK(KernelUse(made).number() == 0 && !keepKernel(base) && bytesOfKernel(base) == 0);
  CHECK(signKernel(base, nullptr) == -1 && addPart(made, 3) == -1);
  int most = 0;
  for (int i = 0; i < 20000; i++) {
    const int next = addKernel(add, nullptr, owned);
    CHECK(next > 0 && next != base && next != made && next != most);
    most = next;
    dropKernel(next);
  }
  CHECK(dropped == 20001 && kernelCount() == before);
  const int entered = enterFunction(add);
  CHECK(enterFunction(add) == entered);
}

static void parts() {
  double P[5] = {0, 0, 0, 0, 40};
  const int whole = addKernel([](double* Q, int64_t u0, int64_t u1) { Q[1] = u0, Q[3] = u1; }, close);
  const Kernel* part = kernelAt(addPart(whole, 4));
  part->run(P, 2, 5);
  part->finish(P);
  CHECK(P[1] == 42 && P[3] == 45);
  CHECK(P[2] == 0);
  CHECK(addPart(-1, 4) == -1);
}

static void routines() {
  CHECK(registered);
  CHECK(kernelAt(routineNumber("test_add"))->plainRun == add);
  CHECK(routineNumber("no such routine") == -1);
}

static void missingLibrary() {
  std::string problem;
  CHECK(loadKernel("/no/such/library.so", "run", "finish", problem) == -1);
  CHECK(problem.find("/no/such/library.so") != std::string::npos);
}

static void images() {
  std::string problem;
  CHECK(openImage("no library", 10, "/tmp/maniple-test-image", problem) == nullptr);
  CHECK(!problem.empty());
  CHECK(access("/tmp/maniple-test-image", F_OK) != 0);
}

int main() {
  plainAndProgram();
  images();
  numbersStay();
  parts();
  usesAndDrops();
  routines();
  missingLibrary();
  CHECK(std::string(isaName(detectIsa())).size() > 0);
  return test::summary("kernels");
}
