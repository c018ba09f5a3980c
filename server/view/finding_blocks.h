// Findings and answers of skills as blocks of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/answer.h"
#include "skills/findings.h"
#include "view/pages/page.h"

namespace nsys_ai {

enum class AdviceLength { sentence, whole };

Heading findings_heading();
// What stands below it; says so when nothing is wrong, or nothing can be judged, and names
// what is suppressed with the reason.
void add_findings(const Findings& findings, bool any_gpu_work, AdviceLength advice, Page& page);

// Whether a column of this name has sentences or lists, which are longer than names.
bool holds_sentences(std::string_view column);

enum class CellLength { shortened, whole };

// A table in readable units, with the notes of the answer and how many rows it leaves out as its caption; of
// at most `max_rows` rows. Whole sentences are told from names, so that they can stand below their row.
PageTable table_of(const Answer& answer, size_t max_rows = SIZE_MAX,
                   CellLength length = CellLength::shortened);

}  // namespace nsys_ai
