// The topics that are no skill of their own.
#pragma once

#include "knowledge/cause.h"
#include "question/inquiry.h"

namespace nsys_ai {

Result<void> why_idle(Inquiry& inquiry);
Result<void> where_time(Inquiry& inquiry);
// `bottleneck`, `problems` and `next`.
Result<void> from_findings(Inquiry& inquiry);
// Of an event that is named by its reference.
Result<void> about_event(Inquiry& inquiry);
Result<void> about_cause(Inquiry& inquiry, const Cause& cause);
Result<void> overlapping(Inquiry& inquiry);
Result<void> answer_copies_beside_kernels(Inquiry& inquiry);
// Whether copies are of pinned memory.
Result<void> tell_memory_of_copies(Inquiry& inquiry);

}  // namespace nsys_ai
