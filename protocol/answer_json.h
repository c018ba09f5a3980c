// An answer as JSON, in the form that the command line, the editor, MCP and the tests share.
#pragma once

#include <string>

#include "base/answer.h"
#include "protocol/nsys_skill.h"

namespace nsys_ai {

nsys::ColumnInfo wire_column(const Column& column);
nsys::Answer wire_answer(const Answer& answer);
// The answer without its rows, and one row.
nsys::Answer wire_frame(const Answer& answer);
OrderedMap<Scalar> wire_row(const Answer& answer, size_t row);

// On one line.
std::string answer_json(const Answer& answer);
// Indented for people; a row stays on one line if it fits.
std::string pretty_answer_json(const Answer& answer);
// The text of a long answer, split so that a caller can write its rows in parts.
struct AnswerText {
  std::string before;
  std::string rows;
  std::string after;
};
AnswerText pretty_answer_text(const Answer& answer);

}  // namespace nsys_ai
