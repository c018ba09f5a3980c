// Findings and answers of skills as blocks of a page.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/answer.h"
#include "skills/findings.h"
#include "view/pages/page.h"

namespace nsys_ai::inline view {

enum class AdviceLength { sentence, whole };

Heading findings_heading();
// What stands below it; says so when nothing is wrong, or nothing can be judged, and names
// what is suppressed with the reason.
void add_findings(const Findings& findings, bool any_gpu_work, AdviceLength advice, Page& page);

// A table in readable units, with the notes of the answer and how many rows it leaves out as its caption; of
// at most `max_rows` rows.
PageTable table_of(const Answer& answer, size_t max_rows = SIZE_MAX);

}  // namespace nsys_ai::inline view
