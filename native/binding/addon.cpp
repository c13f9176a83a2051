// The addon's entry: its exports are `Addon` of lib/native/addon.ts.
#include "marshal.h"

#include "../core/cpu.h"

namespace maniple::binding {

// Raised with every change of the interface: ADDON_ABI in lib/native/addon.ts.
constexpr int kAbi = 10;

std::string toString(napi_env env, napi_value value) {
  std::size_t length = 0;
  napi_get_value_string_utf8(env, value, nullptr, 0, &length);
  std::string text(length, '\0');
  napi_get_value_string_utf8(env, value, text.data(), length + 1, &length);
  return text;
}

napi_value fromString(napi_env env, const char* text) {
  napi_value value = nullptr;
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
  return value;
}

static std::size_t elementSize(napi_typedarray_type type) {
  switch (type) {
    case napi_int16_array:
    case napi_uint16_array: return 2;
    case napi_int32_array:
    case napi_uint32_array:
    case napi_float32_array: return 4;
    case napi_float64_array:
    case napi_bigint64_array:
    case napi_biguint64_array: return 8;
    default: return 1;
  }
}

Bytes toBytes(napi_env env, napi_value typedArray) {
  napi_typedarray_type type = napi_uint8_array;
  std::size_t length = 0;
  void* data = nullptr;
  if (napi_get_typedarray_info(env, typedArray, &type, &length, &data, nullptr, nullptr) != napi_ok) return {nullptr, 0};
  return {data, length * elementSize(type)};
}

void throwError(napi_env env, const std::string& message) { napi_throw_error(env, nullptr, message.c_str()); }

static napi_value makeMethod(napi_env env, napi_value object, const Method& method, void* data) {
  napi_value function = nullptr;
  napi_create_function(env, method.name, NAPI_AUTO_LENGTH, method.callback, data, &function);
  setValue(env, object, method.name, function);
  return function;
}

void setMethod(napi_env env, napi_value object, const Method& method, void* data) {
  makeMethod(env, object, method, data);
}

void setValue(napi_env env, napi_value object, const char* name, napi_value value) {
  napi_set_named_property(env, object, name, value);
}

namespace {

struct Owned {
  void* data;
  void (*destroy)(napi_env, void*);
  std::size_t holders;
};

void release(napi_env env, void* data, void*) {
  auto* owned = static_cast<Owned*>(data);
  if (--owned->holders > 0) return;
  owned->destroy(env, owned->data);
  delete owned;
}

}  // namespace

void setOwnedMethods(napi_env env, napi_value object, const Method* methods, std::size_t count, void* data,
                     void (*destroy)(napi_env, void*)) {
  auto* owned = new Owned{data, destroy, count + 1};
  napi_add_finalizer(env, object, owned, release, nullptr, nullptr);
  for (std::size_t i = 0; i < count; i++) {
    napi_value function = makeMethod(env, object, methods[i], data);
    napi_add_finalizer(env, function, owned, release, nullptr, nullptr);
  }
}

static napi_value initialize(napi_env env, napi_value exports) {
  setValue(env, exports, "abi", fromDouble(env, kAbi));
  setValue(env, exports, "cpu", fromString(env, isaName(detectIsa())));
  exportMemory(env, exports);
  exportKernels(env, exports);
  exportExecutor(env, exports);
  exportWeak(env, exports);
  exportGraph(env, exports);
  exportTaskBench(env, exports);
  return exports;
}

}  // namespace maniple::binding

NAPI_MODULE_INIT() { return maniple::binding::initialize(env, exports); }
