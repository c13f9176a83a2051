// Bodies in JavaScript, for the native machinery: one function for all of them, with a number that the environment of the
// hosting thread understands.
#pragma once

#include <cstdint>

namespace maniple::binding {

/// The host of JavaScript bodies on a thread: `run(token, poisoned)` returns a status. Set for as long as the thread hosts.
struct JavaScriptHost {
  virtual ~JavaScriptHost() = default;
  virtual int32_t run(double token, bool poisoned) = 0;
};

/// Installs a host on this thread for the guard's lifetime.
class HostGuard {
 public:
  explicit HostGuard(JavaScriptHost* host);
  ~HostGuard();

 private:
  JavaScriptHost* previous_;
};

/// Bodies: the argument is the token as an integer.
int32_t runJavaScript(void* token);
int32_t skipJavaScript(void* token);

/// The status of `runJavaScript` on a thread without a host: an internal error.
constexpr int32_t kNoHost = -4;
/// The thread's environment is ending.
constexpr int32_t kHostGone = -5;

}  // namespace maniple::binding
