// The form of a kernel's launches, given when the kernel is loaded (lib/ir/signature.ts): the number of parameters, which of them are
// addresses, and which parameters say how far the memory behind each address reaches. With it a launch record is checked against
// allocated and lent memory before anything runs.
//
//     P   0 status   1 n   2 address of x   3 stride     n = 4, stride 2, 8 bytes each: [address, address + 56)
//
// All numbers are compared as doubles: integers below 2^53 are exact, and everything else is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "allocations.h"

namespace maniple {

// The elements that launches touch of the view behind an address (REACH in lib/ir/signature.ts). A part of a kernel runs some of its
// units and not its end; its addresses are as if all of the view were there.
enum class Reach {
  view,      // all of it
  elements,  // over the domain: a part its own units' elements
  rows,      // over the domain's rows: a part its own units' rows
  whole,     // any element, by index: a part at least one of the elements there, or none where the address is 0
  end,       // at the end of the kernel alone: a part nothing
  partials,  // a number for each unit and each element of `sizes`
};

// How a domain is cut (lib/ir/layout.ts); `none` for routines, which have units of their own.
enum class Structure { none = -1, map, full, inner, outer };

// An address among the parameters: the view's element size, and where its sizes and strides begin.
struct Addressed {
  std::size_t slot;
  Reach reach;
  double size;
  std::size_t rank, sizes, strides;
};

// Bytes from an address on, [low, high); `certain`: all of them are touched, otherwise some.
struct Extent {
  std::size_t slot;
  double low, high;
  bool certain;
};

class Signature {
 public:
  // Of rows as lib/ir/signature.ts writes them; null when they are none. Uses memory: may throw std::bad_alloc.
  static const Signature* create(const double* numbers, std::size_t count);
  // The signature of a part of this kernel, with its first unit in P[slot]; null unless that is the slot behind the kernel's own.
  const Signature* part(int slot) const;

  std::size_t slots() const noexcept { return slots_; }

  // Calls `each` with the memory that a launch of so many units touches; false as soon as a call is, or when no launch of the
  // kernel has these parameters.
  template <class Each>
  bool touches(const double* P, double units, Each each) const;

 private:
  struct Fixed {
    std::size_t slot;
    double value;
  };
  // The units that a launch runs, none where it only ends the kernel; the units with partial results in memory, [first, last), and their
  // elements and rows of the domain.
  struct Run {
    double units = 0, first = 0, last = 0;
    double elements[2], rows[2];  // a part's alone
  };
  // Rows of a unit, units of a row, and units.
  struct Cut {
    double rowsPerUnit, perRow, units;
  };
  static constexpr std::size_t kMostAxes = 64;
  static constexpr double kMost = 9007199254740992.0;

  bool areSizes(const double* sizes, std::size_t rank) const noexcept;
  Cut cut(double rows, double inner) const noexcept;
  bool run(const double* P, double units, Run& run) const noexcept;
  void placeOf(Run& run, const Cut& cut, double rows, double inner) const noexcept;
  static bool viewExtent(const Addressed& a, const double* P, Extent& extent) noexcept {
    double low = 0, high = a.size;
    for (std::size_t i = 0; i < a.rank; i++) {
      const double n = P[a.sizes + i];
      if (!(n >= 1)) return n == 0;
      const double span = (n - 1) * P[a.strides + i] * a.size;
      if (span < 0) low += span;
      else high += span;
    }
    extent.low = low;
    extent.high = high;
    return low > -kMost && high < kMost;
  }
  bool boxExtent(const Addressed& a, const double* P, const double* range, Extent& extent) const noexcept;
  bool extentOf(const Addressed& a, const double* P, const Run& run, Extent& extent) const noexcept;

  std::size_t slots_ = 0, rank_ = 0, rowRank_ = 0;
  Structure structure_ = Structure::none;
  bool part_ = false;
  std::vector<Addressed> addresses_;
  std::vector<Fixed> fixed_;
};

template <class Each>
bool Signature::touches(const double* P, double units, Each each) const {
  for (const Fixed& fixed : fixed_)
    if (P[fixed.slot] != fixed.value) return false;
  Run run;
  if (!this->run(P, units, run)) return false;
  for (const Addressed& a : addresses_) {
    Extent extent{a.slot, 0, 0, true};
    if (!(part_ || run.units == 0 || a.reach == Reach::partials ? extentOf(a, P, run, extent) : viewExtent(a, P, extent))) return false;
    if (extent.low < extent.high && !each(extent)) return false;
  }
  return true;
}

// Whether a launch record's parameters, `length` of them, are such that the kernel can be run on them.
bool vouch(const Signature& signature, const double* P, std::size_t length, double units, Allocations& allocations) noexcept;

}  // namespace maniple
