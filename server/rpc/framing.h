// LSP's framing: `Content-Length: N`, an empty line, N bytes; reads may split the bytes at any point.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

inline constexpr size_t kMaxFrameBytes = size_t{64} << 20U;
// A longer body counts as a broken stream, because nobody would wait for its end.
inline constexpr size_t kMaxSkippedBytes = size_t{4} << 30U;
inline constexpr size_t kMaxHeaderBytes = 8192;

// Splits a stream of bytes into bodies. Not thread-safe.
class FrameReader {
 public:
  void push(std::string_view bytes);
  // The next body; nullopt while it is incomplete. A body that is too long is an error once; its bytes are
  // skipped without being stored. After any other error the reader cannot find the next frame, so each
  // further call returns the same error.
  Result<std::optional<std::string>> next();
  bool is_broken() const { return broken_.has_value(); }

 private:
  Result<std::optional<size_t>> read_header();

  std::string buffer_;
  size_t at_ = 0;                     // the bytes before it were returned
  std::optional<size_t> body_bytes_;  // known once the header is complete
  size_t skipped_ = 0;            // number of bytes still to skip
  std::optional<Error> broken_;
};

std::string framed(std::string_view body);

}  // namespace nsys_ai
