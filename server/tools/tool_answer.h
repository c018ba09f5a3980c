// What a tool gives back, cut to the bytes that its caller has room for: an agent's context is dear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/answer.h"
#include "base/result.h"
#include "base/shortfall.h"
#include "protocol/json.h"

namespace nsys_ai::inline tools {

// The text is for the model, the structure for the program around it; both say the same.
struct ToolAnswer {
  std::string text;
  Json structured;  // an object
};

inline constexpr int64_t kDefaultBytes = 4000;
inline constexpr int64_t kLeastBytes = 500;
inline constexpr int64_t kMostBytes = 200'000;
// Fails on what is out of bounds.
Result<size_t> checked_bytes(const std::optional<int64_t>& given);

// As agents get it, the result of `tools/call` of the Model Context Protocol.
Json tool_result(const ToolAnswer& answer);

// A name as data: quoted, on one line, and no longer than tells it.
std::string quoted_name(std::string_view name);

// Rows as lines, quantities in readable units; names are quoted.
std::string table_text(const Table& table);

// With what was not read of the data that the answer is made of, where it does not say so itself.
ToolAnswer with_notes(ToolAnswer answer, const Shortfalls& told);

// As many leading lines as fit beside the structure, which says `truncated` where some did not. Lines are
// cut to what can be read.
ToolAnswer fitted_text(std::string_view text, Json structured, size_t bytes, std::string_view how_to_go_on);

// The answer from row `offset` on, in the one shape of answers without the words about its columns: as many
// rows as fit, `truncated` and `next_offset` where there are more.
ToolAnswer fitted_answer(const Answer& answer, int64_t offset, size_t bytes);

}  // namespace nsys_ai::inline tools
