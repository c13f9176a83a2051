// Matrix products by a BLAS library found at run time, block by block as our own: one thread inside a block, so that the
// bits do not depend on how many threads there are. MANIPLE_BLAS chooses: `auto` (the default) takes a known library where
// our own kernels would be slower, `none` never does, anything else is a library's name or path.
#pragma once

#include "product.h"

namespace maniple::gemm {

// Computes the block if there is a library and it takes such strides; false leaves it to our own code.
bool blasBlock(const Product<double>& p, const Block& at);
bool blasBlock(const Product<float>& p, const Block& at);

// The library's path as it was opened; empty when there is none.
const char* blasName();

}  // namespace maniple::gemm
