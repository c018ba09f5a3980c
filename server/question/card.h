// Facts that accompany the requested figure of events: count, durations, the longest, bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "question/sources.h"

namespace nsys_ai {

struct CardRow {
  Value figure;
  int64_t count = 0;
  Value total, median, longest, bytes;
  std::vector<std::string> refs;  // references of the longest
};

// Computes the figure, an expression, and the other facts of the card in one row.
Result<CardRow> card_row(AnswerContext& context, const Source& source, const std::string& figure);
// The name of the fact for a measure and a statistic.
std::string name_of_figure(const AskQuery& query);
// Adds the other facts to the answer, whose figure is named `asked`.
Result<void> add_card(AnswerContext& context, const Source& source, const CardRow& row,
                      std::string_view asked);

}  // namespace nsys_ai
