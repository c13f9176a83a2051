#include "cpu.h"

#include <cstdlib>
#include <cstring>

namespace maniple {

static Isa widest() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  if (avx512) return Isa::avx512;
  return avx2 ? Isa::avx2 : Isa::baseline;
#elif defined(__aarch64__)
  return Isa::neon;
#else
  return Isa::baseline;
#endif
}

static Isa lowered(Isa found) noexcept {
  const char* wish = std::getenv("MANIPLE_ISA");
  if (wish == nullptr) return found;
  if (std::strcmp(wish, "baseline") == 0) return Isa::baseline;
  if (std::strcmp(wish, "avx2") == 0 && found == Isa::avx512) return Isa::avx2;
  return found;
}

Isa detectIsa() noexcept {
  static const Isa isa = lowered(widest());
  return isa;
}

const char* isaName(Isa isa) noexcept {
  switch (isa) {
    case Isa::neon: return "neon";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
    default: return "baseline";
  }
}

}  // namespace maniple
