// Answers of any length in replies of bounded size: page by page, or with their rows ahead of the reply.
#pragma once

#include <cstdint>
#include <optional>

#include "base/answer.h"
#include "protocol/nsys_skill.h"
#include "rpc/call.h"

namespace nsys_ai {

// The rows of one reply, as JSON; a single row that is larger is a page of its own.
inline constexpr size_t kMaxPageBytes = size_t{1} << 20U;
inline constexpr int64_t kMaxOffset = 1'000'000'000;

struct WantedRows {
  std::optional<int64_t> offset;  // rows to pass over
  std::optional<Token> partial;   // send the rows as $/progress under this token
};

// Waits while the client does not read rows that go ahead. A note says what a page leaves out. Fails on an
// offset that is none, and when the call is cancelled.
Result<nsys::Answer> answer_page(const Answer& answer, const WantedRows& wanted, Call& call);

}  // namespace nsys_ai
