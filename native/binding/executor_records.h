// Launch records as JavaScript writes them, checked before any is read as addresses.
#pragma once
#include "executor_programs.h"

namespace maniple::binding {

// Whether `count` records lie one behind the next in the buffer, each with numbers that a launch can have.
bool areRecords(const Means& means, double count);

// Takes the kernel from records that do not fit its signature or the allocated memory: their launches fail, and the remaining ones run.
void refuseStrangers(Means& means, int count);

}  // namespace maniple::binding
