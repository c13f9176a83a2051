/*
 * The common part of emitted kernels: how a domain is cut into units (lib/ir/layout.ts), how views are walked, how folds combine
 * (lib/ir/folds.ts). An emitted file defines MK_RANK, includes this, and holds one plain loop over dense operands for each stretch of
 * nodes:
 *
 *     unit      a flat range of the row-major domain; a point task runs some
 *      └ block  at most MK_BLOCK elements of it; their folded values fill strips
 *         └ segment  a piece of the block over which dense views are contiguous
 *
 * A view that is not contiguous over a segment is packed into a strip first (and unpacked from one, when it is written),
 * so that a loop has one form, whatever the strides are. Large results are packed too, and written past the caches
 * (streams.h). Everything is static: unused parts cost nothing.
 */
#ifndef MANIPLE_KERNEL_H
#define MANIPLE_KERNEL_H
#include "vmath.h"

#include "base.h"
#include "columns.h"
#include "domain.h"
#include "folds.h"
#include "packing.h"
#include "runs.h"
#include "streams.h"
#include "views.h"
#include "walk.h"
#include "whole.h"

#endif
