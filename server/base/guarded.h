// The outermost frame of a thread or task: an exception that reaches it ends that thread or task, not the
// process.
#pragma once

#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace nsys_ai {

// Carries an error through code that cannot return one. Built-in code may fail only for lack of memory or
// time, or because a file changed; anything else is a defect.
class ThrownError : public std::logic_error {
 public:
  explicit ThrownError(Error error) : std::logic_error(error.message), error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

// The error that a person reads for an exception: the system gave no memory or no thread, or it is a defect.
Error error_of(const std::exception& thrown);

// Writes to the log, even when there is no memory to format a message.
void log_thrown(std::string_view who, const std::exception& thrown) noexcept;
void log_thrown(std::string_view who) noexcept;

// Returns false when an exception escaped, after logging it. `who` begins the log line: "A task".
template <class Run>
bool run_guarded(std::string_view who, const Run& run) noexcept {
  try {
    run();
    return true;
  } catch (const std::exception& thrown) {
    log_thrown(who, thrown);
  } catch (...) {
    log_thrown(who);
  }
  return false;
}

}  // namespace nsys_ai
