// Child processes that borrow this one's memory until they are another program, where Node's fork it: a fork copies the page
// tables of a large process, and has every page that is written afterwards fault once more. Paths are opened by the child.
#pragma once

namespace maniple {

struct Child {
  int pid;      // -1 when it was not started
  int problem;  // errno of why
};

// Starts `argv[0]` (a path), with this process's environment, nothing to read, and files for what it writes, which its user alone
// may read. It leads a process group, which has its number, so that one signal ends it together with its own children.
Child startChild(const char* const* argv, const char* output, const char* errors);

constexpr int kRunning = -1;
constexpr int kLost = -2;

// The exit status of a child, 128 more than the signal that ended it, `kRunning`, or `kLost` for one that somebody else waited
// for. Once it has ended its number means nothing any more.
int statusOf(int pid);

}  // namespace maniple
