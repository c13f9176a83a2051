// A machine as JavaScript holds it: the owner's environment made it, workers' environments find it by number.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../graph/machine.h"
#include "registry.h"

namespace maniple::binding {

struct SharedMachine {
  SharedMachine(uint32_t processors, uint32_t channels) : machine(processors, channels) {}
  graph::Machine machine;
  std::mutex mutex;                    // guards the fields below
  std::vector<std::string> modules;    // modules of bodies, for workers to import
  std::map<uint32_t, size_t> imported; // by worker that serves: how many of them it has
  std::map<int32_t, std::string> failures;  // messages of errors that workers' bodies threw, by status
  int32_t nextFailure = 1 << 24;
};

using Machines = Registry<SharedMachine>;

/// The methods that worker threads call: `serveGraph`, `graphModules`, `graphFailure`.
void exportGraphServe(Napi::Object exports);

}  // namespace maniple::binding
