#include "cores.h"

#if defined(__linux__)
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace maniple {

int currentCore() noexcept { return sched_getcpu(); }

int currentThread() noexcept { return static_cast<int>(syscall(SYS_gettid)); }

bool keepOff(int thread, const CoreSet& cores, CoreSet& before) noexcept {
  cpu_set_t allowed, left;
  if (sched_getaffinity(thread, sizeof allowed, &allowed) != 0) return false;
  CPU_ZERO(&left);
  before = CoreSet();
  for (int core = 0; core < CPU_SETSIZE && core < CoreSet::kMost; core++) {
    if (!CPU_ISSET(core, &allowed)) continue;
    before.add(core);
    if (!cores.has(core)) CPU_SET(core, &left);
  }
  return CPU_COUNT(&left) > 0 && sched_setaffinity(thread, sizeof left, &left) == 0;
}

void letUse(int thread, const CoreSet& cores) noexcept {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  for (int core = 0; core < CPU_SETSIZE && core < CoreSet::kMost; core++) {
    if (cores.has(core)) CPU_SET(core, &allowed);
  }
  sched_setaffinity(thread, sizeof allowed, &allowed);
}

}  // namespace maniple

#else

namespace maniple {

int currentCore() noexcept { return -1; }
int currentThread() noexcept { return 0; }
bool keepOff(int, const CoreSet&, CoreSet&) noexcept { return false; }
void letUse(int, const CoreSet&) noexcept {}

}  // namespace maniple

#endif
