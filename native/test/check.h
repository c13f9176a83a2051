// The smallest test harness: CHECK counts and reports, `summary` is a test program's exit status.
#pragma once

#include <cstdio>

namespace maniple::test {

inline int checks = 0;
inline int failures = 0;

inline void check(bool good, const char* what, const char* file, int line) {
  checks++;
  if (good) return;
  failures++;
  std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

inline int summary(const char* name) {
  std::printf("%s: %d checks, %d failed\n", name, checks, failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace maniple::test

// A test's own reference loops: sanitizers watch the tested code, not these loops, which would take most of their time.
#if defined(__clang__)
#define UNWATCHED __attribute__((no_sanitize("address", "undefined")))
#elif defined(__SANITIZE_ADDRESS__)
#define UNWATCHED __attribute__((no_sanitize("address"), no_sanitize("undefined"), optimize("O3")))
#else
#define UNWATCHED
#endif

#define CHECK(condition) ::maniple::test::check((condition), #condition, __FILE__, __LINE__)
