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

#define CHECK(condition) ::maniple::test::check((condition), #condition, __FILE__, __LINE__)
