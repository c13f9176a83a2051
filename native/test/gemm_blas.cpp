// Dense products by a BLAS library, where one is installed: MANIPLE_BLAS names another than OpenBLAS.
#include <cstdlib>

#include "../gemm/blas.h"
#include "gemm_cases.h"

using namespace maniple::test;

int main() {
  setenv("MANIPLE_BLAS", "libopenblas.so.0", 0);
  if (maniple::gemm::blasName()[0] == '\0') {
    std::printf("skipped: there is no %s\n", std::getenv("MANIPLE_BLAS"));
    return 0;
  }
  shapes<double>("gemm_f64");
  shapes<float>("gemm_f32");
  shapes<double>("gemm_add_f64");
  shapes<float>("gemm_add_f32");
  return summary("gemm_blas");
}
