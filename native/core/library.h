// Shared libraries from memory: the bytes that were checked are the bytes that run, and a file that is replaced or cut afterwards
// changes nothing.
#pragma once

#include <cstddef>
#include <string>

namespace maniple {

// Opens a private copy of a library's bytes: in memory without a name where the system has such files (Linux), otherwise in a
// new file at `path`, which is gone when this returns. On failure null, and `problem` says why.
void* openImage(const void* image, std::size_t length, const char* path, std::string& problem);

}  // namespace maniple
