// What always belongs to events beside the figure that was asked: how many, how long, the longest, bytes.
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
  std::vector<std::string> refs;  // of the longest
};

// One row with the figure, an expression, and the rest of the card.
Result<CardRow> card_row(AnswerContext& context, const Source& source, const std::string& figure);
// The name under which the card has the figure of a measure and a statistic.
std::string name_of_figure(const AskQuery& query);
// Adds the rest to the answer, whose figure is named `asked`.
Result<void> add_card(AnswerContext& context, const Source& source, const CardRow& row, std::string_view asked);

}  // namespace nsys_ai
