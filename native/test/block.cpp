// The block tier's machine on programs written by hand: units, strips, partial results, and refusals.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "../block/block.h"
#include "../block/opcodes.h"
#include "check.h"

using namespace maniple;
using namespace maniple::block;

namespace {

int32_t at(Place place, int32_t index) { return index << 2 | place; }

double address(const void* p) { return static_cast<double>(reinterpret_cast<uintptr_t>(p)); }

// out = sqrt(a * s + b), s a scalar.
const std::vector<int32_t> elementwise = {
    kMagic, 1, 1, MapStructure, 1, 1,                                          //
    3, Float64, ByElement, 1, Float64, ByElement, 1, Float64, ByElement, 1,    // arguments
    1, Float64,                                                                // scalars
    1, 5, Scalar, Float64, at(InUniform, 0), 0,                                // prologue
    1,                                                                         // loops
    3, 6, Mul, Float64, at(InStrip, 0), at(InLoad, 0), at(InUniform, 0),       //
    6, Add, Float64, at(InStrip, 0), at(InStrip, 0), at(InLoad, 1),            //
    5, Sqrt, Float64, at(InOutput, 2), at(InStrip, 0),                         //
    1, Store, 0, 2, Float64, at(InOutput, 2), 1,
};

// out = sum(a).
const std::vector<int32_t> sum = {
    kMagic, 1, 1, FullStructure, 0, 0, 2, Float32, ByElement, 1, Float32, Full, 0, 0, 0, 1, 0,
    1, FoldFull, FoldSum, 1, Float32, at(InLoad, 0), 0,
};

Program* load(const std::vector<int32_t>& code) {
  std::string error;
  Program* program = create(code.data(), code.size(), nullptr, 0, &error);
  if (program == nullptr) std::fprintf(stderr, "%s\n", error.c_str());
  return program;
}

void maps(int64_t n, int64_t stride) {
  Program* program = load(elementwise);
  CHECK(program != nullptr);
  if (program == nullptr) return;
  std::vector<double> a(n * stride + 1, 3), b(n * stride + 1, 4), out(n * stride + 1, -1);
  double P[] = {0, double(n), address(a.data()), double(stride), address(b.data()), double(stride), address(out.data()),
                double(stride), 7};
  for (int64_t units = (n + kBlock - 1) / kBlock, u = units; u-- > 0;) run(program, P, u, u + 1);
  finish(program, P);
  CHECK(P[0] == 0);
  int64_t wrong = 0;
  for (int64_t i = 0; i <= n * stride; i++) wrong += out[i] != (i < n * stride && i % stride == 0 ? 5 : -1);
  CHECK(wrong == 0);
  destroy(program);
}

void folds(int64_t n) {
  Program* program = load(sum);
  CHECK(program != nullptr);
  if (program == nullptr) return;
  std::vector<float> a(n, 0.25f);
  float out = -1;
  std::vector<double> partials((n + kBlock - 1) / kBlock);
  double P[] = {0, double(n), address(a.data()), 1, address(&out), address(partials.data())};
  // A rank-1 domain of one row axis has rows of one element: up to kBlock of them make a unit.
  int64_t units = (n + kBlock - 1) / kBlock;
  run(program, P, 0, units);
  finish(program, P);
  CHECK(P[0] == 0);
  CHECK(out == 0.25f * static_cast<float>(n));
  destroy(program);
}

void refusals() {
  std::string error;
  for (std::size_t n = 0; n < elementwise.size(); n++) {
    CHECK(create(elementwise.data(), n, nullptr, 0, &error) == nullptr);
    CHECK(error.find("malformed block program") == 0);
  }
  std::vector<int32_t> code = elementwise;
  code[5] = 0;  // no uniforms
  CHECK(create(code.data(), code.size(), nullptr, 0, &error) == nullptr);
  code = elementwise;
  code[4] = 0;  // no strips
  CHECK(create(code.data(), code.size(), nullptr, 0, &error) == nullptr);
}

}  // namespace

int main() {
  for (int64_t n : {0, 1, 7, 8, 1023, 1024, 1025, 5000}) {
    maps(n, 1);
    maps(n, 3);
    folds(n);
  }
  folds(3 << 20);
  refusals();
  return test::summary("block");
}
