// Included before every source on Linux (CMakeLists.txt), so that the addon that is tested is also the one that a package carries. It needs
// the libraries of Node's own binaries, glibc 2.28 and the libstdc++ of GCC 8, though it is linked on a newer system: names older versions
// of glibc's functions, since a linker takes the newest by itself, and defines the two symbols that the old libraries lack.
#pragma once
#include <features.h>

#if defined(__GLIBC__) && defined(__x86_64__)
#define MANIPLE_OLD(name) __asm__(".symver " #name "," #name "@GLIBC_2.2.5")
#elif defined(__GLIBC__) && defined(__aarch64__)
#define MANIPLE_OLD(name) __asm__(".symver " #name "," #name "@GLIBC_2.17")
#endif

#ifdef MANIPLE_OLD
MANIPLE_OLD(dlclose);
MANIPLE_OLD(dlerror);
MANIPLE_OLD(dlopen);
MANIPLE_OLD(dlsym);
MANIPLE_OLD(exp);
MANIPLE_OLD(exp2);
MANIPLE_OLD(hypot);
MANIPLE_OLD(log);
MANIPLE_OLD(log2);
MANIPLE_OLD(pow);
MANIPLE_OLD(pthread_attr_setstacksize);
MANIPLE_OLD(pthread_create);
MANIPLE_OLD(pthread_join);
MANIPLE_OLD(pthread_sigmask);
#endif

#ifdef __cplusplus
#include <new>

// libstdc++ counts references with atomic instructions where this is 0.
extern "C" __attribute__((weak, visibility("hidden"))) char __libc_single_threaded = 0;

namespace std {
[[noreturn]] __attribute__((weak, visibility("hidden"))) void __throw_bad_array_new_length() { throw bad_array_new_length(); }
}  // namespace std
#endif
