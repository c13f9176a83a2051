// How LAPACK's routines are called: everything by its address, integers of the library's own size, and behind the arguments the lengths of the
// strings, which are 1.
#pragma once

#include <cstring>
#include <type_traits>

#include "../gemm/blas.h"
#include "matrix.h"

namespace maniple::solve::lapack {

// Integers that a routine writes, of 64 bits or 32.
class Wholes {
 public:
  explicit Wholes(int64_t count) noexcept : room_(1, count + 1) {}
  bool ready() const noexcept { return room_.ready(); }
  double* data() const noexcept { return room_.data(); }
  int64_t at(int64_t i, bool wide) const noexcept {
    const char* const bytes = reinterpret_cast<const char*>(room_.data());
    int64_t whole = 0;
    int32_t half = 0;
    if (wide) std::memcpy(&whole, bytes + i * 8, sizeof whole);
    else std::memcpy(&half, bytes + i * 4, sizeof half);
    return wide ? whole : half;
  }

 private:
  const Rows room_;
};

// An argument: a letter, an integer, or an array.
template <typename Int>
struct Place {
  Int number = 0;
  char letter = 0;
  const double* array = nullptr;

  Place(char letter) : letter(letter) {}
  Place(int64_t number) : number(static_cast<Int>(number)) {}
  Place(const double* array) : array(array) {}
  const void* address() const {
    return array != nullptr ? static_cast<const void*>(array) : letter != 0 ? static_cast<const void*>(&letter) : &number;
  }
};

template <typename>
using Address = const void*;

template <typename Int, typename... A>
int64_t callAs(void* routine, const A&... arguments) {
  Int info = 0;
  reinterpret_cast<void (*)(Address<A>..., Int*, std::size_t, std::size_t)>(routine)(Place<Int>(arguments).address()..., &info, 1, 1);
  return info;
}

// Calls the routine, and gives its `info`: 0 where all went well.
template <typename... A>
int64_t call(gemm::Lapack which, const A&... arguments) {
  bool wide = false;
  void* const routine = gemm::lapackRoutine(which, &wide);
  return wide ? callAs<int64_t>(routine, arguments...) : callAs<int32_t>(routine, arguments...);
}

}  // namespace maniple::solve::lapack
