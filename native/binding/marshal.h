// Small helpers over node-addon-api. JavaScript has validated all arguments. C++ exceptions are off in the wrappers: an error is pending
// until the method returns. Where the C API is called directly, a comment says why.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace maniple::binding {

inline double toDouble(const Napi::Value& value) { return value.As<Napi::Number>().DoubleValue(); }

template <class T>
T* toAddress(double value) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(value));
}

template <class T>
T* toAddress(const Napi::Value& value) {
  return toAddress<T>(toDouble(value));
}

inline Napi::Number fromAddress(Napi::Env env, const void* address) {
  return Napi::Number::New(env, static_cast<double>(reinterpret_cast<std::uintptr_t>(address)));
}

inline std::string toString(const Napi::Value& value) { return value.As<Napi::String>().Utf8Value(); }

struct Bytes {
  void* data;
  std::size_t length;
};

// The memory of a typed array.
Bytes toBytes(const Napi::Value& typedArray);

inline void throwError(Napi::Env env, const std::string& message) {
  Napi::Error::New(env, message).ThrowAsJavaScriptException();
}

// A method by name; the functions of node-addon-api made from a template argument cost no allocation.
struct Method {
  const char* name;
  Napi::Function (*make)(Napi::Env env, const char* name, void* data);
};

template <Napi::Value (*body)(const Napi::CallbackInfo&)>
Method method(const char* name) {
  return {name, [](Napi::Env env, const char* n, void* data) { return Napi::Function::New<body>(env, n, data); }};
}

template <void (*body)(const Napi::CallbackInfo&)>
Method method(const char* name) {
  return {name, [](Napi::Env env, const char* n, void* data) { return Napi::Function::New<body>(env, n, data); }};
}

// For calls that are made all the time: in the C API, without the wrappers' bookkeeping.
template <napi_value (*body)(napi_env, napi_callback_info)>
Method plainMethod(const char* name) {
  return {name, [](Napi::Env env, const char* n, void* data) {
            napi_value function = nullptr;
            napi_create_function(env, n, NAPI_AUTO_LENGTH, body, data, &function);
            return Napi::Function(env, function);
          }};
}

// Gives `object` a method with no data of its own.
void setMethod(Napi::Object object, const Method& method);

// Gives `object` methods that share `data`; once the object and every method are collected, `destroy(data)` runs on this
// environment's thread.
void setOwnedMethods(Napi::Object object, const Method* methods, std::size_t count, void* data,
                     void (*destroy)(Napi::Env, void*));

// Each file's part of the addon's exports.
void exportMemory(Napi::Object exports);
void exportChild(Napi::Object exports);
void exportKernels(Napi::Object exports);
void exportExecutor(Napi::Object exports);
void exportWeak(Napi::Object exports);
void exportGraph(Napi::Object exports);
void exportTaskBench(Napi::Object exports);
void exportRandom(Napi::Object exports);

}  // namespace maniple::binding
