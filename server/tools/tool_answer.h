// What a tool gives back, cut to the bytes that its caller has room for: an agent's context is dear.
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

// What of an answer its caller is sent.
enum class Sent { text, text_and_structure };

// How much of what is sent a caller has room for.
struct ByteLimit {
  ByteLimit(size_t most, Sent of = Sent::text_and_structure) : bytes(most), sent(of) {}
  size_t bytes;
  Sent sent;
};

// As agents get it, the result of `tools/call` of the Model Context Protocol.
Json tool_result(const ToolAnswer& answer);

// A name as data: quoted, on one line, and no longer than tells it.
std::string quoted_name(std::string_view name);

// Rows as lines, quantities in readable units; names are quoted.
std::string table_text(const Table& table);

// With what was not read of the data that the answer is made of, where it does not say so itself.
ToolAnswer with_notes(ToolAnswer answer, const LossNotes& losses);

// As many leading lines as fit beside the structure, which says `truncated` where some did not; one at least,
// for which lists of the structure make room. Lines are cut to what can be read.
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

// The one shape of answers (nsys::Answer), a page of it, without the words about its columns.
struct PagedAnswer {
  nsys::Answer answer;  // all but its columns and its place
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

// The answer from row `offset` on: as many rows as fit, `truncated` and `next_offset` where there are more.
// Of few rows none is left out while shorter names make room for it.
ToolAnswer fitted_answer(const Answer& answer, int64_t offset, const ByteLimit& room);

}  // namespace nsys_ai
