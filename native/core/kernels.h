// The process-wide table of kernels, by the numbers in launch records. Three kinds enter it: functions of shared libraries (the C tier),
// programs (a function and its context: the block tier), and the addon's own routines.
//
//     run(P, u0, u1)    units [u0, u1) of a launch whose parameters are P (lib/ir/layout.ts); many threads at once
//     finish(P)         once, after the last unit; may be absent
//
// Neither throws. A failure writes a non-zero status to P[0], with a relaxed atomic store; the first error stays.
// Entries are never removed: a number, once given, is good on every thread until the process ends.
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

// A kernel without context; -1 when memory is out.
int addKernel(Run run, Finish finish) noexcept;

// A kernel whose functions are given `context`, which must live for ever; -1 when memory is out.
int addProgram(ContextRun run, ContextFinish finish, const void* context) noexcept;

// The number of a plain function that must stay loaded, entered at the first call; -1 when memory is out.
int enterFunction(Run run) noexcept;

// Enters the functions of `kernel` again, with a signature for its launches; -1 when there is no such kernel or memory is out.
int signKernel(int kernel, const Signature* signature) noexcept;

// A kernel that runs a part of `kernel`: units P[slot] + [u0, u1), and no finish, for steps that are cut between memories. -1 when there
// is no such kernel, its signature has other parameters in front of the slot, or memory is out.
int addPart(int kernel, int slot) noexcept;

// The kernel of that number; null when there is none. Takes no lock.
const Kernel* kernelAt(int number) noexcept;

// Opens a shared library (never closed) and enters its functions; `finish` may be missing from it. On failure -1, and `problem` is the
// dynamic linker's message.
int loadKernel(const char* path, const char* run, const char* finish, std::string& problem);

// Enters functions of an open library; `name` stands for it in messages.
int enterLibrary(void* library, const char* name, const char* run, const char* finish, std::string& problem);

// Enters a routine of the addon under a name, when its source is loaded:
//     static const bool registered = addRoutine("gemm_f64", run, nullptr);
bool addRoutine(const char* name, Run run, Finish finish) noexcept;

// The number of a routine, -1 when there is none of that name.
int routineNumber(const char* name) noexcept;

}  // namespace maniple
