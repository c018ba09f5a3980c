// Converts an answer to its protocol type.
#include "protocol/answer_json.h"

#include <algorithm>

#include "protocol/write.h"

namespace nsys_ai {

nsys::ColumnInfo wire_column(const Column& column) {
  return {column.name, std::string(name_of(column.type)), std::string(name_of(column.unit)), column.doc};
}

nsys::Answer wire_frame(const Answer& answer) {
  nsys::Answer wire;
  wire.schema = "nsys-ai.answer/1";
  wire.skill = answer.skill;
  wire.outcome = answer.outcome;
  if (answer.outcome != Outcome::rows) wire.reason = answer.reason;
  if (answer.outcome == Outcome::cannot_answer) wire.needs = answer.needs;
  wire.scope = {answer.scope.devices, {answer.scope.start_ns, answer.scope.end_ns}};
  for (const Column& column : answer.table.columns) wire.columns.push_back(wire_column(column));
  wire.total_rows = answer.total_rows;
  wire.truncated = answer.truncated;
  wire.notes = answer.notes;
  return wire;
}

OrderedMap<Scalar> wire_row(const Answer& answer, size_t row) {
  const auto& cells = answer.table.rows[row];
  const size_t count = std::min(cells.size(), answer.table.columns.size());
  OrderedMap<Scalar> wire;
  wire.entries.reserve(count);
  for (size_t at = 0; at < count; ++at)
    wire.entries.emplace_back(answer.table.columns[at].name, Scalar(cells[at]));
  return wire;
}

nsys::Answer wire_answer(const Answer& answer) {
  nsys::Answer wire = wire_frame(answer);
  wire.rows.reserve(answer.table.rows.size());
  for (size_t row = 0; row < answer.table.rows.size(); ++row) wire.rows.push_back(wire_row(answer, row));
  return wire;
}

std::string answer_json(const Answer& answer) { return write_json(wire_answer(answer)).compact(); }

std::string pretty_answer_json(const Answer& answer) { return write_json(wire_answer(answer)).pretty(); }

// JSON strings contain no line breaks, so a line's beginning is never inside a string.
AnswerText pretty_answer_text(const Answer& answer) {
  constexpr std::string_view kBegin = "\n  \"rows\": [", kEnd = "\n  ]";
  const std::string text = pretty_answer_json(answer);
  const size_t begin = text.find(kBegin) + kBegin.size();
  const size_t end = text.find(kEnd, begin);
  return {text.substr(0, begin), text.substr(begin, end - begin), text.substr(end)};
}

}  // namespace nsys_ai
