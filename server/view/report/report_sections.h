// The order of a report's parts, and the columns that a reader needs first.
#pragma once

#include <string_view>
#include <vector>

#include "base/answer.h"
#include "view/report/report.h"

namespace nsys_ai {

struct ReportSection {
  std::string_view part;
  std::string_view title;
  std::vector<std::string_view> columns;  // all where it is empty
  bool folded = true;
};
const std::vector<ReportSection>& report_sections();

// The answer with the section's columns that hold anything but zeros, and without percentiles that are not
// wanted.
Answer answer_of_section(const RunReport& report, const ReportSection& section, const Answer& answer);

}  // namespace nsys_ai
