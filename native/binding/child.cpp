// Child processes: the compiler's.
#include "marshal.h"

#include <cstring>
#include <vector>

#include "../core/child.h"

namespace maniple::binding {

namespace {

Napi::Value startProgram(const Napi::CallbackInfo& info) {
  const auto list = info[0].As<Napi::Array>();
  std::vector<std::string> words;
  for (uint32_t i = 0; i < list.Length(); i++) words.push_back(toString(list.Get(i)));
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  argv.push_back(nullptr);
  const std::string output = toString(info[1]);
  const std::string errors = toString(info[2]);
  const Child child = startChild(argv.data(), output.c_str(), errors.c_str());
  if (child.pid < 0) throwError(info.Env(), words[0] + ": " + std::strerror(child.problem));
  return Napi::Number::New(info.Env(), child.pid);
}

Napi::Value programStatus(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), statusOf(static_cast<int>(toDouble(info[0]))));
}

}  // namespace

void exportChild(Napi::Object exports) {
  const Method methods[] = {method<startProgram>("startProgram"), method<programStatus>("programStatus")};
  for (const Method& method : methods) setMethod(exports, method);
}

}  // namespace maniple::binding
