// QR factors of a matrix with m rows and n columns, kept by its columns.
#pragma once

#include "reflectors.h"

namespace maniple::solve {

// Leaves R's column j in the first elements of row j of `columns` (n x m), and the reflectors, least(m, n) of them, in `h`; h.v is all
// zeros before.
void factorColumns(const Part& columns, int64_t n, const Reflectors& h, Applied& work);

}  // namespace maniple::solve
