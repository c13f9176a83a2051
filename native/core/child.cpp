#include "child.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char** environ;

namespace maniple {

namespace {

constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;
constexpr mode_t kMode = 0600;

// The steps of a child before it executes its program. Node ignores some signals and blocks some for a while: a child does neither.
class Preparation {
 public:
  Preparation() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~Preparation() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  int prepare(const char* output, const char* errors) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (int e = posix_spawnattr_setsigmask(&attributes, &none)) return e;
    if (int e = posix_spawnattr_setsigdefault(&attributes, &all)) return e;
    if (int e = posix_spawnattr_setpgroup(&attributes, 0)) return e;
    constexpr short kFlags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    if (int e = posix_spawnattr_setflags(&attributes, kFlags)) return e;
    if (int e = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) return e;
    if (int e = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, kCreate, kMode)) return e;
    return posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, kCreate, kMode);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

Child startChild(const char* const* argv, const char* output, const char* errors) {
  Preparation preparation;
  pid_t pid = -1;
  int problem = preparation.prepare(output, errors);
  if (problem == 0) {
    problem = posix_spawn(&pid, argv[0], &preparation.actions, &preparation.attributes, const_cast<char* const*>(argv), environ);
  }
  return {problem == 0 ? static_cast<int>(pid) : -1, problem};
}

int statusOf(int pid) {
  int status = 0;
  pid_t ended;
  do {
    ended = waitpid(pid, &status, WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0) return kLost;
  if (ended == 0) return kRunning;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace maniple
