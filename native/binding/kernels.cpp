// Entries of the kernel table: shared libraries, block programs, routines.
#include "marshal.h"

#include "../block/block.h"
#include "../core/kernels.h"

namespace maniple::binding {

namespace {

napi_value loadLibrary(napi_env env, napi_callback_info info) {
  const Call<3> call(env, info);
  const std::string path = toString(env, call.args[0]);
  const std::string run = toString(env, call.args[1]);
  const std::string finish = toString(env, call.args[2]);
  std::string problem;
  const int number = loadKernel(path.c_str(), run.c_str(), finish.c_str(), problem);
  if (number < 0) throwError(env, problem);
  return fromDouble(env, number);
}

napi_value loadProgram(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  void* code = nullptr;
  void* constants = nullptr;
  std::size_t length = 0, count = 0;
  napi_get_typedarray_info(env, call.args[0], nullptr, &length, &code, nullptr, nullptr);
  napi_get_typedarray_info(env, call.args[1], nullptr, &count, &constants, nullptr, nullptr);
  std::string problem;
  const block::Program* program =
      block::create(static_cast<const int32_t*>(code), length, static_cast<const double*>(constants), count, &problem);
  if (program == nullptr) {
    throwError(env, problem);
    return nullptr;
  }
  const int number = addProgram(block::run, block::finish, program);
  if (number < 0) throwError(env, "no memory for another kernel");
  return fromDouble(env, number);
}

napi_value routine(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  return fromDouble(env, routineNumber(toString(env, call.args[0]).c_str()));
}

}  // namespace

void exportKernels(napi_env env, napi_value exports) {
  const Method methods[] = {{"loadKernel", loadLibrary}, {"loadProgram", loadProgram}, {"routine", routine}};
  for (const Method& method : methods) setMethod(env, exports, method, nullptr);
}

}  // namespace maniple::binding
