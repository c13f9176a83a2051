#include "graph_javascript.h"

#include <cstdint>

namespace maniple::binding {

namespace {
thread_local JavaScriptHost* currentHost = nullptr;

int32_t call(void* token, bool poisoned) {
  if (currentHost == nullptr) return kNoHost;
  return currentHost->run(static_cast<double>(reinterpret_cast<std::uintptr_t>(token)), poisoned);
}
}  // namespace

HostGuard::HostGuard(JavaScriptHost* host) : previous_(currentHost) { currentHost = host; }
HostGuard::~HostGuard() { currentHost = previous_; }

int32_t runJavaScript(void* token) { return call(token, false); }
int32_t skipJavaScript(void* token) { return call(token, true); }

}  // namespace maniple::binding
