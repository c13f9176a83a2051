#pragma once

#include "program.h"

namespace maniple::block {

// Whether the fold is sum(values[k] * x[columns[k]]); then its `products` say of which arguments.
bool matchProducts(const Primitives& table, Type type, SegmentedFold& fold);

}  // namespace maniple::block
