// Child processes that borrow this one's memory until they execute their program (posix_spawn). Node forks instead: that copies the page
// tables of a large process, and every page that is written afterwards faults once more. The child opens the paths.
#pragma once

namespace maniple {

struct Child {
  int pid;      // -1 when it was not started
  int problem;  // errno of why
};

// Starts `argv[0]` (a path), with this process's environment, nothing to read, and files for its output and errors, which its user alone
// may read. It leads a process group, which has its number, so that one signal ends it together with its own children.
Child startChild(const char* const* argv, const char* output, const char* errors);

constexpr int kRunning = -1;
constexpr int kLost = -2;

// The exit status of a child, 128 more than the signal that ended it, `kRunning`, or `kLost` for a child that other code of this process
// has waited for. Once a child has ended its number means nothing any more.
int statusOf(int pid);

}  // namespace maniple
