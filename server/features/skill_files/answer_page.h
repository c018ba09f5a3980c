// Splits an answer of any length into replies of bounded size: into pages, or into rows that the server sends
// before the reply.
#pragma once

#include <cstdint>
#include <optional>

#include "base/answer.h"
#include "protocol/nsys_skill.h"
#include "rpc/call.h"

namespace nsys_ai {

// The maximum size of the rows of one reply, as JSON; a larger row is a page of its own.
inline constexpr size_t kMaxPageBytes = size_t{1} << 20U;
inline constexpr int64_t kMaxOffset = 1'000'000'000;

struct WantedRows {
  std::optional<int64_t> offset;  // number of rows to skip
  std::optional<Token> partial;   // send the rows as $/progress with this token
};

// With `partial`, waits while the client does not read. A note states how many rows a page omits. Fails on an
// invalid offset and on cancellation.
Result<nsys::Answer> answer_page(const Answer& answer, const WantedRows& wanted, Call& call);

}  // namespace nsys_ai
