// Answers to topics that are no skill.
#pragma once

#include "knowledge/cause.h"
#include "question/answer_context.h"

namespace nsys_ai {

Result<void> why_idle(AnswerContext& context);
Result<void> where_time(AnswerContext& context);
// `bottleneck`, `problems` and `next`.
Result<void> from_findings(AnswerContext& context);
// About an event, given by its reference.
Result<void> about_event(AnswerContext& context);
Result<void> about_cause(AnswerContext& context, const Cause& cause);
Result<void> overlapping(AnswerContext& context);
Result<void> answer_copies_beside_kernels(AnswerContext& context);
// Adds whether copies use pinned memory.
Result<void> add_memory_of_copies(AnswerContext& context);

}  // namespace nsys_ai
