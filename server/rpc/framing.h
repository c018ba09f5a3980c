// LSP's framing: `Content-Length: N`, an empty line, N bytes; however the bytes are split on their way.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

inline constexpr size_t kMaxFrameBytes = size_t{64} << 20U;
// A longer body is taken for a broken stream: nobody would wait for its end.
inline constexpr size_t kMaxPassedOverBytes = size_t{4} << 30U;
inline constexpr size_t kMaxHeaderBytes = 8192;

// Cuts a stream of bytes into bodies. Not thread-safe.
class FrameReader {
 public:
  void push(std::string_view bytes);
  // The next body; nothing while it is incomplete. A body that is too long is an error, once, and its bytes
  // are passed over without being kept. After any other error the stream is broken: it has no known place to
  // go on from, and each further call returns the error again.
  Result<std::optional<std::string>> next();
  bool is_broken() const { return broken_.has_value(); }

 private:
  Result<std::optional<size_t>> read_header();

  std::string buffer_;
  size_t at_ = 0;                     // what lies before was returned
  std::optional<size_t> body_bytes_;  // known once the header is complete
  size_t passed_over_ = 0;            // bytes to come that nobody wants
  std::optional<Error> broken_;
};

std::string framed(std::string_view body);

}  // namespace nsys_ai
