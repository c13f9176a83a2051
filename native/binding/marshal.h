// Small helpers over the C API of Node. The hot calls of the addon take and give numbers, so the C API is used as it is:
// a wrapper object per value would cost more than the work. JavaScript has validated what arrives here.
#pragma once

#include <node_api.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace maniple::binding {

// Up to N arguments of a call, with the data pointer that its function was made with.
template <std::size_t N>
struct Call {
  napi_value args[N > 0 ? N : 1];
  void* data = nullptr;

  Call(napi_env env, napi_callback_info info) {
    std::size_t count = N;
    napi_get_cb_info(env, info, &count, args, nullptr, &data);
  }
};

inline double toDouble(napi_env env, napi_value value) {
  double number = 0;
  napi_get_value_double(env, value, &number);
  return number;
}

template <class T>
T* toAddress(napi_env env, napi_value value) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(toDouble(env, value)));
}

inline napi_value fromDouble(napi_env env, double number) {
  napi_value value = nullptr;
  napi_create_double(env, number, &value);
  return value;
}

inline napi_value fromAddress(napi_env env, const void* address) {
  return fromDouble(env, static_cast<double>(reinterpret_cast<std::uintptr_t>(address)));
}

std::string toString(napi_env env, napi_value value);
napi_value fromString(napi_env env, const char* text);

struct Bytes {
  void* data;
  std::size_t length;
};

// The memory of a typed array.
Bytes toBytes(napi_env env, napi_value typedArray);

void throwError(napi_env env, const std::string& message);

struct Method {
  const char* name;
  napi_callback callback;
};

void setMethod(napi_env env, napi_value object, const Method& method, void* data);
void setValue(napi_env env, napi_value object, const char* name, napi_value value);

// Gives `object` methods that share `data`; once the object and every method are collected, `destroy(data)` runs on this
// environment's thread.
void setOwnedMethods(napi_env env, napi_value object, const Method* methods, std::size_t count, void* data,
                     void (*destroy)(napi_env, void*));

// What each file adds to the addon's exports.
void exportMemory(napi_env env, napi_value exports);
void exportKernels(napi_env env, napi_value exports);
void exportExecutor(napi_env env, napi_value exports);
void exportWeak(napi_env env, napi_value exports);
void exportGraph(napi_env env, napi_value exports);
void exportTaskBench(napi_env env, napi_value exports);

}  // namespace maniple::binding
