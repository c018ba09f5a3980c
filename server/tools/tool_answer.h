// The result of a tool, cut to the number of bytes that its caller allows, because an agent's context is
// expensive.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/answer.h"
#include "base/result.h"
#include "base/loss_notes.h"
#include "protocol/json.h"
#include "protocol/nsys_skill.h"

namespace nsys_ai {

// The text is for the model, the structured result for the program around it; both have the same content.
struct ToolAnswer {
  std::string text;
  Json structured;  // an object
};

inline constexpr int64_t kDefaultBytes = 4000;
inline constexpr int64_t kLeastBytes = 500;
inline constexpr int64_t kMostBytes = 200'000;
// Fails if `given` is out of bounds.
Result<size_t> checked_bytes(const std::optional<int64_t>& given);

// The parts of a result that the caller receives.
enum class Sent { text, text_and_structure };

// The maximum size of those parts together.
struct ByteLimit {
  ByteLimit(size_t most, Sent of = Sent::text_and_structure) : bytes(most), sent(of) {}
  size_t bytes;
  Sent sent;
};

// The result of `tools/call` of the Model Context Protocol.
Json tool_result(const ToolAnswer& answer);

// A name as data: quoted, on one line, and shortened to a length that still identifies it.
std::string quoted_name(std::string_view name);

// Rows as lines with quantities in readable units and quoted names.
std::string table_text(const Table& table);

// Adds notes about data loss that affects the answer, unless the answer has them already.
ToolAnswer with_notes(ToolAnswer answer, const LossNotes& losses);

// Keeps as many leading lines as fit beside the structured result, which says `truncated` if lines are
// missing. Keeps at least one line, and drops lists of the structured result to make room for it. Shortens
// very long lines.
ToolAnswer fitted_text(std::string_view text, Json structured, const ByteLimit& room,
                       std::string_view how_to_go_on);

struct ShortColumn {
  std::string name;
  std::string type;
  std::string unit;
};
template <class F>
void fields(ShortColumn& v, F& f) {
  f("name", v.name, "The name by which rows carry it.");
  f("type", v.type, "integer, real or text.");
  f("unit", v.unit, "What it counts; empty for plain text.");
}

// A page of an answer in the shape of nsys::Answer, without the descriptions of its columns.
struct PagedAnswer {
  nsys::Answer answer;  // except its columns and its offset
  std::vector<ShortColumn> columns;
  int64_t offset = 0;
  std::optional<int64_t> next_offset;
};
template <class F>
void fields(PagedAnswer& v, F& f) {
  f("schema", v.answer.schema, "nsys-ai.answer/1.");
  f("skill", v.answer.skill, "The question.");
  f("outcome", v.answer.outcome, "rows, empty or cannot_answer.");
  f("reason", v.answer.reason, "Why there are no rows.");
  f("needs", v.answer.needs, "What to capture to make it answerable.");
  f("scope", v.answer.scope, "Which part of the capture the answer speaks of.");
  f("columns", v.columns, "What the rows carry.");
  f("rows", v.answer.rows, "One object a row, with a member for each column.");
  f("total_rows", v.answer.total_rows, "How many rows there are before `limit`.");
  f("truncated", v.answer.truncated, "Whether rows are left out.");
  f("notes", v.answer.notes, "What a reader has to know, one sentence each.");
  f("offset", v.offset, "Which row the first of them is.");
  f("next_offset", v.next_offset, "Where to go on; absent where there are no more.");
}

// The rows of the answer from `offset` on, as many as fit, with `truncated` and `next_offset` if there are
// more. If there are only a few rows, shortens names first to keep all rows.
ToolAnswer fitted_answer(const Answer& answer, int64_t offset, const ByteLimit& room);

}  // namespace nsys_ai
