// Weak references that a minor collection clears: the liveness test of lib/DESIGN.md, "Liveness by scavenge". A reference of
// Node-API with count 0 does not keep a young object alive through a scavenge, as WeakRef and FinalizationRegistry do. The table
// holds napi_ref and works on them in the C API: every array passes here, a Napi::Reference is three times as large, and its
// Value() wraps the object of every reference that a sweep looks at.
#include "marshal.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace maniple::binding {

namespace {

// Live handles that a sweep makes before it closes their scope.
constexpr std::size_t kScope = 1024;

struct Table {
  std::vector<napi_ref> references;  // null: the number is free
  std::vector<uint32_t> free;
  std::size_t watched = 0;
};

Napi::Value watch(const Napi::CallbackInfo& info) {
  auto* table = static_cast<Table*>(info.Data());
  napi_ref reference = nullptr;
  if (napi_create_reference(info.Env(), info[0], 0, &reference) != napi_ok) {
    throwError(info.Env(), "watch: expected an object");
    return {};
  }
  uint32_t number = static_cast<uint32_t>(table->references.size());
  if (table->free.empty()) {
    table->references.push_back(reference);
  } else {
    number = table->free.back();
    table->free.pop_back();
    table->references[number] = reference;
  }
  table->watched++;
  return Napi::Number::New(info.Env(), number);
}

void drop(napi_env env, Table* table, uint32_t number) {
  napi_delete_reference(env, table->references[number]);
  table->references[number] = nullptr;
  table->free.push_back(number);
  table->watched--;
}

// Appends to `dead` the numbers in [from, to) of collected objects.
void findDead(napi_env env, const Table* table, std::size_t from, std::size_t to, std::vector<uint32_t>& dead) {
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  for (std::size_t i = from; i < to; i++) {
    if (table->references[i] == nullptr) continue;
    napi_value object = nullptr;
    napi_get_reference_value(env, table->references[i], &object);
    if (object == nullptr) dead.push_back(static_cast<uint32_t>(i));
  }
  napi_close_handle_scope(env, scope);
}

Napi::Value sweep(const Napi::CallbackInfo& info) {
  auto* table = static_cast<Table*>(info.Data());
  std::vector<uint32_t> dead;
  for (std::size_t from = 0; from < table->references.size(); from += kScope) {
    findDead(info.Env(), table, from, std::min(from + kScope, table->references.size()), dead);
  }
  Napi::Array list = Napi::Array::New(info.Env(), dead.size());
  for (std::size_t i = 0; i < dead.size(); i++) {
    drop(info.Env(), table, dead[i]);
    list.Set(static_cast<uint32_t>(i), Napi::Number::New(info.Env(), dead[i]));
  }
  return list;
}

void forget(const Napi::CallbackInfo& info) {
  auto* table = static_cast<Table*>(info.Data());
  const auto number = static_cast<std::size_t>(toDouble(info[0]));
  if (number < table->references.size() && table->references[number] != nullptr) {
    drop(info.Env(), table, static_cast<uint32_t>(number));
  }
}

Napi::Value size(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(static_cast<Table*>(info.Data())->watched));
}

void destroy(Napi::Env env, void* data) {
  auto* table = static_cast<Table*>(data);
  for (napi_ref reference : table->references) {
    if (reference != nullptr) napi_delete_reference(env, reference);
  }
  delete table;
}

Napi::Value weak(const Napi::CallbackInfo& info) {
  const Method methods[] = {method<watch>("watch"), method<sweep>("sweep"), method<forget>("forget"), method<size>("size")};
  Napi::Object object = Napi::Object::New(info.Env());
  setOwnedMethods(object, methods, 4, new Table, destroy);
  return object;
}

}  // namespace

void exportWeak(Napi::Object exports) { setMethod(exports, method<weak>("weak")); }

}  // namespace maniple::binding
