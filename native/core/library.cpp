#include "library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

namespace maniple {

namespace {

bool writeAll(int file, const void* image, std::size_t length) {
  const char* from = static_cast<const char*>(image);
  while (length > 0) {
    const ssize_t written = write(file, from, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    length -= static_cast<std::size_t>(written);
  }
  return true;
}

void* open(const char* path, std::string& problem) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  const char* message = dlerror();
  problem = message != nullptr ? message : "dlopen failed";
  return nullptr;
}

#ifdef MFD_CLOEXEC

// A path of the descriptor, with a number spelled as `./` and `/`, which lead nowhere.
std::string pathOf(int file, unsigned number) {
  std::string path = "/proc/self/fd/";
  for (unsigned rest = number; rest > 0; rest >>= 1) path += (rest & 1) != 0 ? "./" : "/";
  return path + std::to_string(file);
}

// A path of the descriptor that no library was opened by: the dynamic linker takes equal paths for one library, numbers of
// descriptors come again, and a second copy of the addon in the process counts from the start. No other thread opens a path of this
// descriptor meanwhile.
std::string newPath(int file) {
  static std::atomic<unsigned> counter{0};
  for (;;) {
    std::string path = pathOf(file, ++counter);
    void* opened = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (opened == nullptr) return path;
    dlclose(opened);
  }
}

void* openInMemory(const void* image, std::size_t length, std::string& problem) {
  const int file = memfd_create("maniple-kernel", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  void* library = writeAll(file, image, length) ? open(newPath(file).c_str(), problem) : nullptr;
  close(file);
  return library;
}

#else

void* openInMemory(const void*, std::size_t, std::string&) { return nullptr; }

#endif

void* openCopy(const void* image, std::size_t length, const char* path, std::string& problem) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
  if (file < 0) {
    problem = std::string(path) + ": " + std::strerror(errno);
    return nullptr;
  }
  const bool whole = writeAll(file, image, length);
  if (!whole) problem = std::string(path) + ": " + std::strerror(errno);
  close(file);
  void* library = whole ? open(path, problem) : nullptr;
  unlink(path);
  return library;
}

}  // namespace

void* openImage(const void* image, std::size_t length, const char* path, std::string& problem) {
  void* library = openInMemory(image, length, problem);
  return library != nullptr ? library : openCopy(image, length, path, problem);
}

}  // namespace maniple
