// Scratch memory of a thread: grows to the largest program that it has run, and is given back when the thread ends.
#pragma once

#include <cstddef>

namespace maniple::block {

// At least `bytes`, aligned to 64; good until this thread asks again. Null when memory is out.
char* arena(std::size_t bytes) noexcept;

}  // namespace maniple::block
