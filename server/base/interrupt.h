// What a signal does to the process: it asks the process to end, and the process ends soon, whatever it is
// doing.
//
// Work checks its token a few times a second. A person who pressed Ctrl-C should not have to wait for that
// check, nor for memory that is freed piece by piece.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/work.h"

namespace nsys_ai {

// The token of the process, which the first signal raises.
const CancelToken& interrupt_token();

// Makes SIGINT, SIGTERM and SIGHUP raise the token. A process that still runs 30 ms later exits with this
// code; a second signal makes it exit at once. It then writes `words` to stderr.
void install_interrupt_handler(int exit_code, const char* words);
// From now on an interrupt ends the process without these words: they are said already.
void end_without_words();

// While this lives, the first SIGINT ends the current task and not the process: it raises the token and makes
// a read from a terminal fail. A second SIGINT ends the process. Only one may exist at a time, and only after
// `install_interrupt_handler`.
class InterruptEndsTask {
 public:
  InterruptEndsTask();
  ~InterruptEndsTask();
  InterruptEndsTask(const InterruptEndsTask&) = delete;
  InterruptEndsTask& operator=(const InterruptEndsTask&) = delete;
  bool interrupted() const;
};

// Registers something that an immediate exit must clean up, for as long as this lives: a file or an empty
// folder to remove, a process group of children to kill, or a function to call, which must be safe in a
// signal handler. The registry has a fixed size; once it is full, further entries are ignored.
class ExitCleanup {
 public:
  explicit ExitCleanup(const std::string& path);
  explicit ExitCleanup(pid_t group);
  explicit ExitCleanup(void (*restore)());
  ExitCleanup(ExitCleanup&& other) noexcept;
  ExitCleanup& operator=(ExitCleanup&&) = delete;
  ~ExitCleanup();

 private:
  int slot_ = -1;
};

}  // namespace nsys_ai
