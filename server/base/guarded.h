// The outermost frame of a thread and of a task: what escapes ends these, not the process.
#pragma once

#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace nsys_ai {

// An error where nothing could return it. Of what is built into the program only memory, time and a file that
// changed may fail; anything else is a defect.
class ThrownError : public std::logic_error {
 public:
  explicit ThrownError(Error error) : std::logic_error(error.message), error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

// What a person is told about an exception: memory or threads that the system did not give, or a defect.
Error error_of(const std::exception& thrown);

// Into the log, also where there is no memory for the words.
void log_thrown(std::string_view who, const std::exception& thrown) noexcept;
void log_thrown(std::string_view who) noexcept;

// False when something escaped, which the log then tells. `who` begins its line: "A task".
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
