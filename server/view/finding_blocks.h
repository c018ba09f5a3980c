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
// Adds the findings below their heading. States explicitly if there are none or if they could not be checked,
// and lists suppressed findings with the reasons.
void add_findings(const Findings& findings, bool any_gpu_work, AdviceLength advice, Page& page);

// Whether the column of this name contains sentences or lists, which are longer than names.
bool holds_sentences(std::string_view column);

enum class CellLength { shortened, whole };

// A table in readable units with at most `max_rows` rows. Its caption contains the notes of the answer and
// the number of omitted rows. Columns of sentences are marked, so that a text can show them below their row.
PageTable table_of(const Answer& answer, size_t max_rows = SIZE_MAX,
                   CellLength length = CellLength::shortened);

}  // namespace nsys_ai
