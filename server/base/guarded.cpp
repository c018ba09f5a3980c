// The messages for exceptions.
#include "base/guarded.h"

#include <new>
#include <string>
#include <system_error>

#include "base/log.h"

namespace nsys_ai {

Error error_of(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown))
    return {ErrorCode::cannot_do, "There is not enough memory.",
            "End other programs, or ask for less: a shorter window, fewer rows."};
  if (const auto* carries = dynamic_cast<const ThrownError*>(&thrown);
      carries &&
      (carries->error().code == ErrorCode::cannot_do || carries->error().code == ErrorCode::cancelled ||
       carries->error().code == ErrorCode::outdated))
    return carries->error();
  if (const auto* refused = dynamic_cast<const std::system_error*>(&thrown);
      refused && refused->code() == std::errc::resource_unavailable_try_again)
    return {ErrorCode::cannot_do, "The system gives this program no more threads.",
            "End other programs, or raise the limit (`ulimit -u`)."};
  return {ErrorCode::internal_error, std::string("This is a defect of nsys-ai: ") + thrown.what() + ".",
          "Please report it with the command that you ran, or with the server's log."};
}

void log_thrown(std::string_view who, const std::exception& thrown) noexcept {
  try {
    log_error(std::string(who) + " ended by an exception: " + thrown.what());
  } catch (...) {
  }
}

void log_thrown(std::string_view who) noexcept {
  try {
    log_error(std::string(who) + " ended by an exception without words.");
  } catch (...) {
  }
}

}  // namespace nsys_ai
