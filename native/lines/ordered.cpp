// The routines scatter_by_div_float64 …: elements of a line that indices name, replaced by an operation of the kernel language on them and on
// values, one value after the next: NumPy's divide.at. There is one for each operation of two operands on each type, from the table of
// operations, with the bits of every tier.
//
//     P: 0 status   1 values   2 elements of the line   3 4 the line: address, stride   5 6 indices   7 8 values
//
// All is one unit. An index outside is found before anything is written.
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <string>

#include "../block/opcodes.h"
#include "../core/kernels.h"
#include "../math/vmath.h"
#include "lines.h"

namespace maniple::lines {
namespace {

using namespace block;

template <int Code> struct CType;
template <> struct CType<Bool> { using type = uint8_t; };
#define MANIPLE_CTYPE(NAME, TYPE, ...) template <> struct CType<NAME> { using type = TYPE; };
MANIPLE_NUMBERS(MANIPLE_CTYPE)
MANIPLE_STORED(MANIPLE_CTYPE)
#undef MANIPLE_CTYPE
template <int Code> using C = typename CType<Code>::type;

#include "../block/scalar.h"

constexpr double kStatusIndex = 1;  // STATUS in lib/ir/kernel.ts

bool allInside(const Line<const int64_t>& indices, int64_t length) {
  bool outside = false;
  for (int64_t i = 0; i < indices.length; i++) outside |= indices[i] < -length || indices[i] >= length;
  return !outside;
}

template <typename F, typename T>
void inOrder(const Line<T>& line, const Line<const int64_t>& indices, const Line<const T>& values) {
  for (int64_t i = 0; i < indices.length; i++) {
    const int64_t index = indices[i];
    T& element = line[index + (index < 0 ? line.length : 0)];
    element = F::of(element, values[i]);
  }
}

template <typename F, typename T>
void ordered(double* P, int64_t u0, int64_t u1) {
  if (u0 >= u1) return;
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const auto address = [P](int slot) { return reinterpret_cast<void*>(static_cast<uintptr_t>(P[slot])); };
  const Line<T> line{static_cast<T*>(address(3)), at(4), at(2)};
  const Line<const int64_t> indices{static_cast<const int64_t*>(address(5)), at(6), at(1)};
  const Line<const T> values{static_cast<const T*>(address(7)), at(8), at(1)};
  if (!allInside(indices, line.length)) return fail(P, kStatusIndex);
  // Constant steps of 1 save the compiler a multiplication for each element.
  if (line.step == 1 && indices.step == 1 && values.step == 1)
    inOrder<F, T>({line.data, 1, line.length}, {indices.data, 1, indices.length}, {values.data, 1, values.length});
  else inOrder<F, T>(line, indices, values);
}

// Names are lower case, as the kernel language's and the types' are. Operations that give bools replace no numbers.
template <Op op, int type>
bool addOrdered(const char* given) {
  if constexpr (!kGivesBool[op]) {
    static std::string name(given);
    for (char& letter : name)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return addRoutine(name.c_str(), ordered<Operator<op, type>, C<type>>, nullptr);
  }
  return true;
}

#define MANIPLE_ADD(OP, TYPE, ...) addOrdered<OP, TYPE>("scatter_by_" #OP "_" #TYPE) &&
[[maybe_unused]] const bool registered = MANIPLE_EXPRESSIONS2(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
