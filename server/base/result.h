// The result of a function that can fail for reasons that a person should read.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace nsys_ai {

// The kind of failure; the outermost layers translate it into an exit code or a JSON-RPC code.
enum class ErrorCode {
  bad_request,    // the request is wrong: a field, a name, a value
  cannot_do,      // the request is right, but this machine or this profile cannot serve it
  skipped,       // likewise, because the data that it needs was not read
  outdated,       // the request is right, but its subject has changed meanwhile: send it again
  cancelled,      // a person or a client asked to stop
  internal_error  // a defect of this program
};

// `message` is one sentence about what is wrong; `hint` is one sentence about what to do next, or empty.
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
