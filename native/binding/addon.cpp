// The addon's entry: its exports are `Addon` of lib/native/addon.ts.
#include "marshal.h"

#include <dlfcn.h>

#include "../core/cpu.h"

namespace maniple::binding {

// Raised with every change of the interface: ADDON_ABI in lib/native/addon.ts.
constexpr int kAbi = 30;

Bytes toBytes(const Napi::Value& typedArray) {
  if (!typedArray.IsTypedArray()) return {nullptr, 0};
  const auto array = typedArray.As<Napi::TypedArray>();
  // The C API gives the address of the view itself; the wrappers would ask for the buffer and add the offset.
  void* data = nullptr;
  napi_get_typedarray_info(array.Env(), array, nullptr, nullptr, &data, nullptr, nullptr);
  return {data, array.ByteLength()};
}

static Napi::Function addMethod(Napi::Object object, const Method& method, void* data) {
  // Empty where the engine is terminating JavaScript.
  if (object.IsEmpty()) return {};
  Napi::Function function = method.make(object.Env(), method.name, data);
  if (!function.IsEmpty()) object.Set(method.name, function);
  return function;
}

void setMethod(Napi::Object object, const Method& method) { addMethod(object, method, nullptr); }

namespace {

struct Owned {
  void* data;
  void (*destroy)(Napi::Env, void*);
  std::size_t holders;
};

void release(Napi::Env env, Owned* owned) {
  if (--owned->holders > 0) return;
  owned->destroy(env, owned->data);
  delete owned;
}

}  // namespace

void setOwnedMethods(Napi::Object object, const Method* methods, std::size_t count, void* data,
                     void (*destroy)(Napi::Env, void*)) {
  auto* owned = new Owned{data, destroy, count + 1};
  object.AddFinalizer(release, owned);
  for (std::size_t i = 0; i < count; i++) {
    Napi::Function function = addMethod(object, methods[i], data);
    if (!function.IsEmpty()) function.AddFinalizer(release, owned);
  }
}

// engineFlags(text): sets flags of V8, as `setFlagsFromString` of node:v8 does, which takes a process 3 ms to load, since it brings Node's streams.
// Node-API has nothing of the kind, so v8::V8::SetFlagsFromString(const char*, size_t) is looked up by its name in the process; false where
// Node's build does not give it.
static Napi::Value engineFlags(const Napi::CallbackInfo& info) {
  using SetFlags = void (*)(const char*, std::size_t);
  static const auto set = reinterpret_cast<SetFlags>(dlsym(RTLD_DEFAULT, "_ZN2v82V818SetFlagsFromStringEPKcm"));
  if (set != nullptr) {
    const std::string text = toString(info[0]);
    set(text.c_str(), text.size());
  }
  return Napi::Boolean::New(info.Env(), set != nullptr);
}

static Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  exports.Set("abi", Napi::Number::New(env, kAbi));
  exports.Set("cpu", Napi::String::New(env, isaName(detectIsa())));
  setMethod(exports, method<engineFlags>("engineFlags"));
  exportMemory(exports);
  exportChild(exports);
  exportKernels(exports);
  exportExecutor(exports);
  exportWeak(exports);
  exportGraph(exports);
  exportTaskBench(exports);
  exportRandom(exports);
  return exports;
}

}  // namespace maniple::binding

static Napi::Object initialize(Napi::Env env, Napi::Object exports) { return maniple::binding::initialize(env, exports); }

NODE_API_MODULE(maniple, initialize)
