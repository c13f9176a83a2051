// Weak references that a minor collection clears: the liveness test of DESIGN 4.1. A reference of Node-API with count 0
// does not keep a young object alive through a scavenge, as WeakRef and FinalizationRegistry do.
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

napi_value watch(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  auto* table = static_cast<Table*>(call.data);
  napi_ref reference = nullptr;
  if (napi_create_reference(env, call.args[0], 0, &reference) != napi_ok) {
    throwError(env, "watch: expected an object");
    return nullptr;
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
  napi_value value = nullptr;
  napi_create_uint32(env, number, &value);
  return value;
}

void drop(napi_env env, Table* table, uint32_t number) {
  napi_delete_reference(env, table->references[number]);
  table->references[number] = nullptr;
  table->free.push_back(number);
  table->watched--;
}

// Appends to `dead` the numbers in [from, to) whose objects are gone.
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

napi_value sweep(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  auto* table = static_cast<Table*>(call.data);
  std::vector<uint32_t> dead;
  for (std::size_t from = 0; from < table->references.size(); from += kScope) {
    findDead(env, table, from, std::min(from + kScope, table->references.size()), dead);
  }
  napi_value list = nullptr;
  napi_create_array_with_length(env, dead.size(), &list);
  for (std::size_t i = 0; i < dead.size(); i++) {
    drop(env, table, dead[i]);
    napi_value number = nullptr;
    napi_create_uint32(env, dead[i], &number);
    napi_set_element(env, list, static_cast<uint32_t>(i), number);
  }
  return list;
}

napi_value forget(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  auto* table = static_cast<Table*>(call.data);
  const auto number = static_cast<std::size_t>(toDouble(env, call.args[0]));
  if (number < table->references.size() && table->references[number] != nullptr) {
    drop(env, table, static_cast<uint32_t>(number));
  }
  return nullptr;
}

napi_value size(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  return fromDouble(env, static_cast<double>(static_cast<Table*>(call.data)->watched));
}

void destroy(napi_env env, void* data) {
  auto* table = static_cast<Table*>(data);
  for (napi_ref reference : table->references) {
    if (reference != nullptr) napi_delete_reference(env, reference);
  }
  delete table;
}

napi_value weak(napi_env env, napi_callback_info) {
  const Method methods[] = {{"watch", watch}, {"sweep", sweep}, {"forget", forget}, {"size", size}};
  napi_value object = nullptr;
  napi_create_object(env, &object);
  setOwnedMethods(env, object, methods, 4, new Table, destroy);
  return object;
}

}  // namespace

void exportWeak(napi_env env, napi_value exports) { setMethod(env, exports, {"weak", weak}, nullptr); }

}  // namespace maniple::binding
