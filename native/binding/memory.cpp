// Memory, copies between it and typed arrays, and the clock.
#include "marshal.h"

#include <chrono>
#include <cstring>

#include "../core/memory.h"

namespace maniple::binding {

namespace {

napi_value alloc(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  const double bytes = toDouble(env, call.args[0]);
  if (!(bytes >= 0 && bytes <= 9007199254740991.0)) return fromDouble(env, 0);
  return fromAddress(env, poolAlloc(static_cast<std::size_t>(bytes)));
}

napi_value release(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  poolFree(toAddress<void>(env, call.args[0]), static_cast<std::size_t>(toDouble(env, call.args[1])));
  return nullptr;
}

napi_value copyIn(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  const Bytes from = toBytes(env, call.args[1]);
  if (from.length > 0) std::memcpy(toAddress<void>(env, call.args[0]), from.data, from.length);
  return nullptr;
}

napi_value copyOut(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  const Bytes to = toBytes(env, call.args[0]);
  if (to.length > 0) std::memcpy(to.data, toAddress<void>(env, call.args[1]), to.length);
  return nullptr;
}

napi_value view(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  const auto bytes = static_cast<std::size_t>(toDouble(env, call.args[1]));
  napi_value buffer = nullptr;
  if (bytes == 0) {
    void* data = nullptr;
    napi_create_arraybuffer(env, 0, &data, &buffer);
    return buffer;
  }
  void* address = toAddress<void>(env, call.args[0]);
  const napi_status status = napi_create_external_arraybuffer(env, address, bytes, nullptr, nullptr, &buffer);
  if (status != napi_ok) throwError(env, "view: this JavaScript engine does not allow views of native memory");
  return buffer;
}

napi_value now(napi_env env, napi_callback_info) {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return fromDouble(env, std::chrono::duration<double>(time).count());
}

}  // namespace

void exportMemory(napi_env env, napi_value exports) {
  const Method methods[] = {{"alloc", alloc},     {"free", release}, {"copyIn", copyIn},
                            {"copyOut", copyOut}, {"view", view},    {"now", now}};
  for (const Method& method : methods) setMethod(env, exports, method, nullptr);
}

}  // namespace maniple::binding
