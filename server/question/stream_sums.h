// Sums operations by where they ran, without SQL.
#pragma once

#include <optional>

#include "question/sources.h"

namespace nsys_ai {

// Rows of label, process id, value and number of events, the largest (or smallest) first and at most `most`;
// nullopt if the question has conditions or statistics that need SQL.
std::optional<TableRows> stream_sums(AnswerContext& context, const Source& source, int64_t most);

}  // namespace nsys_ai
