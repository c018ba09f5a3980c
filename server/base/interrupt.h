// What a signal does to the process: it is asked to end, and ends soon, whatever it is doing.
//
// Work looks at its token some times a second; a person who pressed Ctrl-C is not to wait for that, nor for
// memory that is freed piece by piece.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/work.h"

namespace nsys_ai {

// Of the process: raised by the first signal.
const CancelToken& interrupt_token();

// From now on SIGINT, SIGTERM and SIGHUP raise the token. What has not ended by itself 30 ms later ends with
// this exit code, at once at a second signal. `words` are written to stderr then.
void end_soon_when_interrupted(int exit_code, const char* words);

// For as long as this lives, the first SIGINT ends what the process does and not the process: until then the
// token is raised, and a read from a terminal fails. A second one ends the process. One at a time, and only
// after `end_soon_when_interrupted`.
class InterruptEndsTask {
 public:
  InterruptEndsTask();
  ~InterruptEndsTask();
  InterruptEndsTask(const InterruptEndsTask&) = delete;
  InterruptEndsTask& operator=(const InterruptEndsTask&) = delete;
  bool interrupted() const;
};

// What must not stay behind where the process ends at once: a file or an empty folder that is removed, or
// children in a group of their own that are killed. For as long as this lives. Where many are held at a time,
// further ones are not.
class ExitCleanup {
 public:
  explicit ExitCleanup(const std::string& path);
  explicit ExitCleanup(pid_t group);
  ExitCleanup(ExitCleanup&& other) noexcept;
  ExitCleanup& operator=(ExitCleanup&&) = delete;
  ~ExitCleanup();

 private:
  int slot_ = -1;
};

}  // namespace nsys_ai
