// Runs another program and waits for it: no shell, nothing on its stdin, what it prints is kept.
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
  // Called at once and every 200 ms with what was printed last.
  std::function<void(const std::string& printed)> watch;
  std::optional<std::chrono::milliseconds> patience;  // after it, the program is killed
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;       // that killed it; 0 when it ended by itself
  std::string printed;  // stdout and stderr as they came, the last 16 KiB
};

// Fails when the program cannot be started, or when the work is cancelled. The program is gone when this
// returns, and what it left in its process group is killed; on a cancel without asking, since a program may
// ignore a request to end. The program dies with the thread that called.
Result<ChildEnd> run_child(const ChildRun& run);

}  // namespace nsys_ai
