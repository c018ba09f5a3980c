// Runs another program and waits for it: without a shell, with an empty stdin, and keeps its output.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

struct ChildRun {
  std::vector<std::string> words;  // the program's path, then its arguments
  CancelToken cancel;
  // Called once at the start and then every 200 ms with the latest output.
  std::function<void(const std::string& printed)> watch;
  std::optional<std::chrono::milliseconds> timeout;  // after this, the program is killed
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;       // the signal that killed it; 0 when it exited
  std::string printed;  // stdout and stderr, interleaved as they arrived, the last 16 KiB
};

// Fails when the program cannot be started or the work is cancelled. On return the program has ended and its
// process group is killed. A cancel kills with SIGKILL at once, since a program may ignore SIGTERM. The
// program dies with the calling thread.
Result<ChildEnd> run_child(const ChildRun& run);

// The environment for a child: this process's environment without its secrets, and a null pointer at the end.
// The pointers point into this process's environment.
std::vector<char*> child_environment();

}  // namespace nsys_ai
