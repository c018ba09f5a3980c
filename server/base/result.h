// The result of a function that can fail for reasons a person should read.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace nsys_ai {

// What kind of failure it is; the edges turn it into an exit code or a JSON-RPC code.
enum class ErrorCode {
  bad_request,    // the question is wrong: a field, a name, a value
  cannot_do,      // the question is right, but this machine or this profile cannot serve it
  skipped,       // likewise, since what it needs of the profile was not read
  outdated,       // the question is right, but what it asks about changed meanwhile: to be asked again
  cancelled,      // somebody asked to stop
  internal_error  // a defect of ours
};

// `message` is one sentence about what is wrong; `hint` one sentence about what to do next, or empty.
struct Error {
  ErrorCode code = ErrorCode::internal_error;
  std::string message;
  std::string hint;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(hint)});
}

}  // namespace nsys_ai
