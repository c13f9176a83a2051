// Children: what they are given, how they end, and that one that somebody else waited for is lost, not waited for again.
#include "../core/child.h"

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "check.h"

using namespace maniple;

namespace {

int run(const char* script) {
  const char* argv[] = {"/bin/sh", "-c", script, nullptr};
  const Child child = startChild(argv, "/dev/null", "/dev/null");
  if (child.pid < 0) return -100;
  int status = kRunning;
  while ((status = statusOf(child.pid)) == kRunning) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return status;
}

void endings() {
  CHECK(run("exit 0") == 0);
  CHECK(run("exit 9") == 9);
  CHECK(run("kill -KILL $$") == 128 + 9);
  CHECK(run("read line || exit 4") == 4);
}

void absent() {
  const char* argv[] = {"/no/such/program", nullptr};
  const Child child = startChild(argv, "/dev/null", "/dev/null");
  CHECK(child.pid < 0);
  CHECK(child.problem != 0);
}

void lost() {
  const char* argv[] = {"/bin/sh", "-c", "exit 0", nullptr};
  const Child child = startChild(argv, "/dev/null", "/dev/null");
  CHECK(waitpid(child.pid, nullptr, 0) == child.pid);
  CHECK(statusOf(child.pid) == kLost);
}

void group() {
  const char* argv[] = {"/bin/sh", "-c", "sleep 100 & wait", nullptr};
  const Child child = startChild(argv, "/dev/null", "/dev/null");
  CHECK(getpgid(child.pid) == child.pid);
  CHECK(kill(-child.pid, SIGKILL) == 0);
  while (statusOf(child.pid) == kRunning) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void fromManyThreads() {
  bool good[4] = {};
  std::thread threads[4];
  for (int i = 0; i < 4; i++) {
    threads[i] = std::thread([&good, i] {
      for (int k = 0; k < 5; k++) good[i] = run("exit 3") == 3 && (k == 0 || good[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const bool g : good) CHECK(g);
}

}  // namespace

int main() {
  endings();
  absent();
  lost();
  group();
  fromManyThreads();
  return test::summary("child");
}
