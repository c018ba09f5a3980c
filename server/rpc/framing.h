// LSP's framing: `Content-Length: N`, an empty line, N bytes; however the bytes are split on their way.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

inline constexpr size_t kMostFrameBytes = size_t{64} << 20U;
inline constexpr size_t kMostHeaderBytes = 8192;

// Cuts a stream of bytes into bodies. Not thread-safe.
class FrameReader {
 public:
  void push(std::string_view bytes) { buffer_.append(bytes); }
  // The next body; nothing while it is incomplete. After an error the stream has no known place to go on
  // from, and each further call returns the error again.
  Result<std::optional<std::string>> next();

 private:
  Result<std::optional<size_t>> read_header();

  std::string buffer_;
  size_t at_ = 0;                     // what lies before was handed out
  std::optional<size_t> body_bytes_;  // known once the header is complete
  std::optional<Error> broken_;
};

std::string framed(std::string_view body);

}  // namespace nsys_ai
