// Entries of the kernel table: shared libraries, block programs, routines.
#include <new>

#include "marshal.h"

#include "../block/block.h"
#include "../core/kernels.h"
#include "../core/library.h"
#include "../gemm/blas.h"

namespace maniple::binding {

namespace {

Napi::Value loadLibrary(const Napi::CallbackInfo& info) {
  const std::string path = toString(info[0]);
  const std::string run = toString(info[1]);
  const std::string finish = toString(info[2]);
  std::string problem;
  const int number = loadKernel(path.c_str(), run.c_str(), finish.c_str(), problem);
  if (number < 0) throwError(info.Env(), problem);
  return Napi::Number::New(info.Env(), number);
}

Napi::Value loadImage(const Napi::CallbackInfo& info) {
  const Bytes image = toBytes(info[0]);
  const std::string path = toString(info[1]);
  const std::string run = toString(info[2]);
  const std::string finish = toString(info[3]);
  std::string problem;
  void* library = openImage(image.data, image.length, path.c_str(), problem);
  const int number =
      library == nullptr ? -1 : enterLibrary(library, "the compiled kernel", run.c_str(), finish.c_str(), problem);
  if (number < 0) throwError(info.Env(), problem);
  return Napi::Number::New(info.Env(), number);
}

Napi::Value loadProgram(const Napi::CallbackInfo& info) {
  const Bytes code = toBytes(info[0]);
  const Bytes constants = toBytes(info[1]);
  std::string problem;
  const block::Program* program =
      block::create(static_cast<const int32_t*>(code.data), code.length / sizeof(int32_t),
                    static_cast<const double*>(constants.data), constants.length / sizeof(double), &problem);
  if (program == nullptr) {
    throwError(info.Env(), problem);
    return {};
  }
  const int number = addProgram(block::run, block::finish, program);
  if (number < 0) throwError(info.Env(), "no memory for another kernel");
  return Napi::Number::New(info.Env(), number);
}

Napi::Value enter(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), enterFunction(reinterpret_cast<Run>(static_cast<std::uintptr_t>(toDouble(info[0])))));
}

/// sign(kernel, signature): the number of a kernel with the same functions, and this signature for its launches.
Napi::Value sign(const Napi::CallbackInfo& info) {
  const Bytes rows = toBytes(info[1]);
  int number = -1;
  try {
    const Signature* signature = Signature::create(static_cast<const double*>(rows.data), rows.length / sizeof(double));
    if (signature != nullptr) number = signKernel(static_cast<int>(toDouble(info[0])), signature);
  } catch (const std::bad_alloc&) {
  }
  if (number < 0) throwError(info.Env(), "sign: no kernel of that number, no signature of a kernel, or no memory for another kernel");
  return Napi::Number::New(info.Env(), number);
}

Napi::Value part(const Napi::CallbackInfo& info) {
  const int number = addPart(static_cast<int>(toDouble(info[0])), static_cast<int>(toDouble(info[1])));
  if (number < 0) throwError(info.Env(), "no memory for another kernel, no kernel of that number, or not the slot behind its parameters");
  return Napi::Number::New(info.Env(), number);
}

Napi::Value routine(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), routineNumber(toString(info[0]).c_str()));
}

Napi::Value chooseBlas(const Napi::CallbackInfo& info) {
  const gemm::BlasChoice made = gemm::chooseBlas(toString(info[0]).c_str());
  Napi::Object choice = Napi::Object::New(info.Env());
  choice.Set("path", Napi::String::New(info.Env(), made.path));
  choice.Set("version", Napi::String::New(info.Env(), made.version));
  choice.Set("problem", Napi::String::New(info.Env(), made.problem));
  choice.Set("lapack", Napi::Boolean::New(info.Env(), made.lapack));
  return choice;
}

}  // namespace

void exportKernels(Napi::Object exports) {
  const Method methods[] = {method<loadLibrary>("loadKernel"), method<loadImage>("loadImage"),     method<loadProgram>("loadProgram"),
                            method<enter>("enterFunction"), method<sign>("sign"),
                            method<part>("part"), method<routine>("routine"), method<chooseBlas>("chooseBlas")};
  for (const Method& method : methods) setMethod(exports, method);
}

}  // namespace maniple::binding
