// Dense products by our own kernels.
#include <cstdlib>

#include "gemm_cases.h"

using namespace maniple::test;

int main() {
  setenv("MANIPLE_BLAS", "none", 1);
  shapes<double>("gemm_f64");
  shapes<float>("gemm_f32");
  shapes<int64_t>("gemm_i64");
  shapes<int32_t>("gemm_i32");
  shapes<double>("gemm_add_f64");
  shapes<float>("gemm_add_f32");
  shapes<int64_t>("gemm_add_i64");
  shapes<int32_t>("gemm_add_i32");
  vectors<double>("gemm_f64");
  vectors<float>("gemm_f32");
  return summary("gemm");
}
