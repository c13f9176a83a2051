// The routines scatter_by_div_float64 …: elements of a line that indices name, replaced by an operation of the kernel language on them and on
// values, one value after the next: NumPy's divide.at. There is one for each operation of two operands on each type, from the table of
// operations, with the bits of every tier.
//
// Their parameters are in written.h. All is one unit. An index outside is found before anything is written.
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <string>

#include "../block/opcodes.h"
#include "../core/kernels.h"
#include "../math/vmath.h"
#include "written.h"

namespace maniple::lines {
namespace {

using namespace block;

#include "../block/ctypes.h"

#include "../block/scalar.h"

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
  const auto written = Written<T>::of(P);
  if (!allInside(written.indices, written.line.length)) return fail(P, kStatusIndex);
  written.with([](const auto& line, const auto& indices, const auto& values) { inOrder<F, T>(line, indices, values); });
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
