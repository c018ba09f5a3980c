// An answer as JSON: the one shape that the command line, the editor, MCP and the tests read.
#pragma once

#include <string>

#include "base/answer.h"
#include "protocol/nsys_skill.h"

namespace nsys_ai {

nsys::ColumnInfo wire_column(const Column& column);
nsys::Answer wire_answer(const Answer& answer);
// All but the rows, and one row.
nsys::Answer wire_frame(const Answer& answer);
OrderedMap<Scalar> wire_row(const Answer& answer, size_t row);

// On one line.
std::string answer_json(const Answer& answer);
// Laid out for people; a row stays on one line where it fits.
std::string pretty_answer_json(const Answer& answer);
// The same of an answer of many rows, so that it can be put together of parts with commas between their rows.
struct AnswerText {
  std::string before;
  std::string rows;
  std::string after;
};
AnswerText pretty_answer_text(const Answer& answer);

}  // namespace nsys_ai
