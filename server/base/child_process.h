// Runs another program and waits for it: no shell, nothing on its stdin, its output is kept.
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
  // Called at once and then every 200 ms with the latest output.
  std::function<void(const std::string& printed)> watch;
  std::optional<std::chrono::milliseconds> timeout;  // after this, the program is killed
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;       // that killed it; 0 when it ended by itself
  std::string printed;  // stdout and stderr as they came, the last 16 KiB
};

// Fails when the program cannot be started, or when the work is cancelled. When this returns, the program has
// ended and its process group is killed; on a cancel with SIGKILL at once, since a program may ignore a
// request to end. The program dies with the calling thread.
Result<ChildEnd> run_child(const ChildRun& run);

// The environment for a program that is started: this one's without its secrets, and a null at its end. Points
// into this one's.
std::vector<char*> child_environment();

}  // namespace nsys_ai
