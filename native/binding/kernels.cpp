// Entries of the kernel table: shared libraries, block programs, routines.
#include <memory>
#include <new>

#include "kernel_handles.h"
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
      library == nullptr ? -1 : enterLibrary(library, image.length, "the compiled kernel", run.c_str(), finish.c_str(), problem);
  if (number < 0) throwError(info.Env(), problem);
  return Napi::Number::New(info.Env(), number);
}

const Signature* signatureOf(const Napi::Value& rows) {
  const Bytes bytes = toBytes(rows);
  return Signature::create(static_cast<const double*>(bytes.data), bytes.length / sizeof(double));
}

// A kernel with the same functions as `kernel`, and this signature for its launches; -1 when there can be none.
int signedKernel(int kernel, const Napi::Value& rows) {
  try {
    std::unique_ptr<const Signature> signature(signatureOf(rows));
    const int number = signature == nullptr ? -1 : signKernel(kernel, signature.get());
    if (number >= 0) signature.release();
    return number;
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

/// loadProgram(code, constants, signature)
Napi::Value loadProgram(const Napi::CallbackInfo& info) {
  const Bytes code = toBytes(info[0]);
  const Bytes constants = toBytes(info[1]);
  std::string problem;
  block::Program* const program =
      block::create(static_cast<const int32_t*>(code.data), code.length / sizeof(int32_t),
                    static_cast<const double*>(constants.data), constants.length / sizeof(double), &problem);
  if (program == nullptr) {
    throwError(info.Env(), problem);
    return {};
  }
  const auto drop = [](void* thing) { block::destroy(static_cast<block::Program*>(thing)); };
  const int number = addProgram(block::run, block::finish, program, {drop, program, block::bytesOf(*program)});
  if (number < 0) block::destroy(program);
  const int signedNumber = number < 0 ? -1 : signedKernel(number, info[2]);
  dropKernel(number);
  if (signedNumber < 0) throwError(info.Env(), "loadProgram: no signature of a kernel, or no memory for another kernel");
  return Napi::Number::New(info.Env(), signedNumber);
}

Napi::Value enter(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), enterFunction(reinterpret_cast<Run>(static_cast<std::uintptr_t>(toDouble(info[0])))));
}

/// sign(kernel, signature): the number of a kernel with the same functions, and this signature for its launches.
Napi::Value sign(const Napi::CallbackInfo& info) {
  const int number = signedKernel(static_cast<int>(toDouble(info[0])), info[1]);
  if (number < 0) throwError(info.Env(), "sign: no kernel of that number, no signature of a kernel, or no memory for another kernel");
  return Napi::Number::New(info.Env(), number);
}

/// keepKernel(kernel): a handle for the use of a kernel that no launch names.
Napi::Value keep(const Napi::CallbackInfo& info) { return handleOf(info.Env(), static_cast<int>(toDouble(info[0])), nullptr); }

Napi::Value kernels(const Napi::CallbackInfo& info) { return Napi::Number::New(info.Env(), kernelCount()); }

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
                            method<enter>("enterFunction"), method<sign>("sign"), method<keep>("keepKernel"), method<kernels>("kernelCount"),
                            method<part>("part"), method<routine>("routine"), method<chooseBlas>("chooseBlas")};
  for (const Method& method : methods) setMethod(exports, method);
}

}  // namespace maniple::binding
