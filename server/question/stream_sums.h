// Sums of plain operations by where they ran.
#pragma once

#include <optional>

#include "question/sources.h"

namespace nsys_ai {

// Rows of label, process id, value and number of events, the largest (or least) first and at most `most`;
// nothing where the question has conditions or statistics that a statement has to tell.
std::optional<TableRows> stream_sums(AnswerContext& context, const Source& source, int64_t most);

}  // namespace nsys_ai
