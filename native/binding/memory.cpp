// Memory, copies between it and typed arrays, and the clock.
#include "marshal.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "../core/allocations.h"
#include "../core/memory.h"
#include "../core/timeline.h"

namespace maniple::binding {

namespace {

// Memory of the pool that launches may use.
void* allocate(std::size_t bytes) {
  void* address = poolAlloc(bytes);
  if (address == nullptr || enterAllocation(address, bytes)) return address;
  poolFree(address, bytes);
  return nullptr;
}

// False, and nothing changes, where so many bytes were not allocated there.
bool giveBack(void* address, std::size_t bytes) {
  if (address == nullptr) return true;
  if (!leaveAllocation(address, bytes)) return false;
  poolFree(address, bytes);
  return true;
}

Napi::Value alloc(const Napi::CallbackInfo& info) {
  const double bytes = toDouble(info[0]);
  if (!(bytes >= 0 && bytes <= 9007199254740991.0)) return Napi::Number::New(info.Env(), 0);
  return fromAddress(info.Env(), allocate(static_cast<std::size_t>(bytes)));
}

void release(const Napi::CallbackInfo& info) {
  if (!giveBack(toAddress<void>(info[0]), static_cast<std::size_t>(toDouble(info[1]))))
    throwError(info.Env(), "free: nothing of that size is allocated at that address");
}

void copyIn(const Napi::CallbackInfo& info) {
  const Bytes from = toBytes(info[1]);
  if (from.length > 0) std::memcpy(toAddress<void>(info[0]), from.data, from.length);
}

void copyOut(const Napi::CallbackInfo& info) {
  const Bytes to = toBytes(info[0]);
  if (to.length == 0) return;
  adviseHuge(to.data, to.length);
  std::memcpy(to.data, toAddress<void>(info[1]), to.length);
}

Napi::Value view(const Napi::CallbackInfo& info) {
  const auto bytes = static_cast<std::size_t>(toDouble(info[1]));
  if (bytes == 0) return Napi::ArrayBuffer::New(info.Env(), 0);
  void* address = toAddress<void>(info[0]);
  napi_value buffer = nullptr;
  // The wrapper would throw the engine's own error where views are not allowed.
  const napi_status status = napi_create_external_arraybuffer(info.Env(), address, bytes, nullptr, nullptr, &buffer);
  if (status != napi_ok) throwError(info.Env(), "view: this JavaScript engine does not allow views of native memory");
  return Napi::Value(info.Env(), buffer);
}

// Memory of the pool that typed arrays of the user's have. It comes back in a turn of the event loop after they were collected:
// programs that never let it turn get no more than this.
constexpr std::size_t kLentAtMost = std::size_t{256} << 20;
std::atomic<std::size_t> lent{0};

void takeBack(napi_env, void* address, void* bytes) {
  const auto size = reinterpret_cast<std::uintptr_t>(bytes);
  giveBack(address, size);
  lent -= size;
}

// A buffer over a block of the pool, and its address; null when too much is lent, or the engine or the system refuses.
Napi::Value lend(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const double wanted = toDouble(info[0]);
  if (!(wanted >= 1 && wanted <= static_cast<double>(kLentAtMost))) return env.Null();
  const auto bytes = static_cast<std::size_t>(wanted);
  if ((lent += bytes) > kLentAtMost) {
    lent -= bytes;
    return env.Null();
  }
  void* address = allocate(bytes);
  napi_value buffer = nullptr;
  if (address == nullptr ||
      napi_create_external_arraybuffer(env, address, bytes, takeBack, reinterpret_cast<void*>(bytes), &buffer) != napi_ok) {
    takeBack(env, address, reinterpret_cast<void*>(bytes));
    return env.Null();
  }
  Napi::Object result = Napi::Object::New(env);
  result.Set("address", fromAddress(env, address));
  result.Set("buffer", Napi::Value(env, buffer));
  return result;
}

// Shared buffers of JavaScript's that launches may use, by address, with how often they were adopted: by several threads, or twice by one.
struct Adopted {
  std::mutex mutex;
  std::map<void*, std::size_t> counts;
};

Adopted& adopted() {
  static Adopted* const instance = new Adopted;
  return *instance;
}

// adopt(bytes): the address of a typed array's memory, which launches may use until it was abandoned as often; 0 when it cannot be noted.
Napi::Value adopt(const Napi::CallbackInfo& info) {
  const Bytes bytes = toBytes(info[0]);
  if (bytes.length == 0) return Napi::Number::New(info.Env(), 0);
  Adopted& all = adopted();
  std::lock_guard<std::mutex> lock(all.mutex);
  std::size_t& count = all.counts[bytes.data];
  if (count == 0 && !enterAllocation(bytes.data, bytes.length)) return Napi::Number::New(info.Env(), 0);
  count++;
  return fromAddress(info.Env(), bytes.data);
}

// abandon(bytes): takes back one `adopt` of this memory.
void abandon(const Napi::CallbackInfo& info) {
  const Bytes bytes = toBytes(info[0]);
  Adopted& all = adopted();
  std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.counts.find(bytes.data);
  if (found == all.counts.end() || --found->second > 0) return;
  all.counts.erase(found);
  leaveAllocation(bytes.data, bytes.length);
}

Napi::Value now(const Napi::CallbackInfo& info) {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return Napi::Number::New(info.Env(), std::chrono::duration<double>(time).count());
}

// timeline(true): notes when launches run from now on; whether it does. timeline(false): ends that, and returns the stretches as rows of
// begin, end, launch and thread, then how many found no room. No launch may be under way.
Napi::Value timeline(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info[0].ToBoolean()) return Napi::Boolean::New(env, Timeline::start());
  std::vector<Stretch> stretches;
  const std::size_t lost = Timeline::stop(stretches);
  Napi::Float64Array rows = Napi::Float64Array::New(env, 4 * stretches.size() + 1);
  double* at = rows.Data();
  for (const Stretch& s : stretches) {
    *at++ = s.begin;
    *at++ = s.end;
    *at++ = static_cast<double>(s.launch);
    *at++ = s.thread;
  }
  *at = static_cast<double>(lost);
  return rows;
}

}  // namespace

void exportMemory(Napi::Object exports) {
  const Method methods[] = {method<alloc>("alloc"),     method<release>("free"), method<copyIn>("copyIn"),
                            method<copyOut>("copyOut"), method<view>("view"),    method<lend>("lend"),
                            method<adopt>("adopt"),     method<abandon>("abandon"), method<timeline>("timeline"), method<now>("now")};
  for (const Method& method : methods) setMethod(exports, method);
}

}  // namespace maniple::binding
