// Objects that environments of one process share by number: one environment makes an object, the environments of its workers' threads find it.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "marshal.h"

namespace maniple::binding {

/// The table of the objects of one type, behind a mutex; it is never destroyed, as threads may outlive the process's static objects.
template <typename T>
class Registry {
 public:
  static Registry& instance() {
    static Registry* const instance = new Registry;
    return *instance;
  }

  /// The object's number from now on.
  int enroll(const std::shared_ptr<T>& object) {
    std::lock_guard<std::mutex> lock(mutex_);
    objects_.emplace(next_, object);
    return next_++;
  }

  /// Null where there is none.
  std::shared_ptr<T> find(int id) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : found->second;
  }

  void strike(int id) {
    std::lock_guard<std::mutex> lock(mutex_);
    objects_.erase(id);
  }

 private:
  std::mutex mutex_;
  std::map<int, std::shared_ptr<T>> objects_;
  int next_ = 1;
};

/// Goes through the engine, which stops a thread that is to be terminated there; false when it did.
/// In the C API: the wrappers would throw the error anew, which a thread under termination cannot.
inline bool mayGoOn(napi_env env) {
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  napi_value result = nullptr;
  const bool fine = napi_run_script(env, Napi::String::New(env, "0"), &result) == napi_ok;
  napi_close_handle_scope(env, scope);
  return fine;
}

}  // namespace maniple::binding
