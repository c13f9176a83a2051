// The process-wide table of kernels, by the numbers in launch records. Three kinds enter it: functions of shared libraries (the C tier),
// programs (a function and its context: the block tier), and the addon's own routines.
//
//     run(P, u0, u1)    units [u0, u1) of a launch whose parameters are P (lib/ir/layout.ts); many threads at once
//     finish(P)         once, after the last unit; may be absent
//
// Neither throws. A failure writes a non-zero status to P[0], with a relaxed atomic store; the first error stays.
//
// An entry lives as long as it has uses: the first is its maker's, further ones come by `keepKernel`, and each signed kernel or part uses the
// kernel that it was made of. Routines are never dropped. Entries come to hold other kernels, but no number is given twice: a launch that
// names a dropped kernel is refused. A launch is no use: `dropKernel` comes after the launches of the kernel are complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "signature.h"

namespace maniple {

using Run = void (*)(double* P, int64_t u0, int64_t u1);
using Finish = void (*)(double* P);
using ContextRun = void (*)(const void* context, double* P, int64_t u0, int64_t u1);
using ContextFinish = void (*)(const void* context, double* P);

struct Kernel {
  Run plainRun = nullptr;
  Finish plainFinish = nullptr;
  ContextRun contextRun = nullptr;
  ContextFinish contextFinish = nullptr;
  const void* context = nullptr;
  const Signature* signature = nullptr;  // checked on launches from JavaScript, which are refused without one

  void run(double* P, int64_t u0, int64_t u1) const {
    if (contextRun != nullptr) contextRun(context, P, u0, u1);
    else if (plainRun != nullptr) plainRun(P, u0, u1);
  }
  void finish(double* P) const {
    if (contextFinish != nullptr) contextFinish(context, P);
    else if (plainFinish != nullptr) plainFinish(P);
  }
};

// A thing that is dropped with a kernel, by `drop(thing)`; and its bytes.
struct Owned {
  void (*drop)(void* thing) = nullptr;
  void* thing = nullptr;
  std::size_t bytes = 0;
};

// A kernel without context; -1 when memory is out, and what it would own stays the caller's.
int addKernel(Run run, Finish finish, Owned owned = {}) noexcept;

// A kernel whose functions are given `context`, which lives as long as the kernel; -1 when memory is out, and what it would own stays the
// caller's.
int addProgram(ContextRun run, ContextFinish finish, const void* context, Owned owned = {}) noexcept;

// The number of a plain function that must stay loaded, entered at the first call; -1 when memory is out.
int enterFunction(Run run) noexcept;

// Enters the functions of `kernel` again, with a signature for its launches, which the new kernel owns; -1 when there is no such kernel or
// memory is out.
int signKernel(int kernel, const Signature* signature) noexcept;

// A kernel that runs a part of `kernel`: units P[slot] + [u0, u1), and no finish, for steps that are cut between memories. -1 when there
// is no such kernel, its signature has other parameters in front of the slot, or memory is out.
int addPart(int kernel, int slot) noexcept;

// The kernel of that number; null when there is none. Takes no lock.
const Kernel* kernelAt(int number) noexcept;

// One more use of a kernel; false when there is none of that number.
bool keepKernel(int number) noexcept;
// One use less: the last one takes the kernel out of the table.
void dropKernel(int number) noexcept;

// Bytes that go with a kernel's last use.
std::size_t bytesOfKernel(int number) noexcept;
// Kernels in the table.
int kernelCount() noexcept;

// A use of a kernel.
class KernelUse {
 public:
  explicit KernelUse(int number) noexcept : number_(keepKernel(number) ? number : 0) {}
  ~KernelUse() { dropKernel(number_); }
  KernelUse(KernelUse&& other) noexcept : number_(other.number_) { other.number_ = 0; }
  KernelUse(const KernelUse&) = delete;
  KernelUse& operator=(const KernelUse&) = delete;
  // 0 when there was no such kernel.
  int number() const noexcept { return number_; }

 private:
  int number_;
};

// Opens a shared library, which is closed with its kernel, and enters its functions; `finish` may be missing from it. On failure -1, and `problem` is the
// dynamic linker's message.
int loadKernel(const char* path, const char* run, const char* finish, std::string& problem);

// Enters functions of an open library of so many bytes, and closes it where it cannot; `name` stands for it in messages.
int enterLibrary(void* library, std::size_t bytes, const char* name, const char* run, const char* finish, std::string& problem);

// Enters a routine of the addon under a name, when its source is loaded:
//     static const bool registered = addRoutine("gemm_f64", run, nullptr);
bool addRoutine(const char* name, Run run, Finish finish) noexcept;

// The number of a routine, -1 when there is none of that name.
int routineNumber(const char* name) noexcept;

}  // namespace maniple
