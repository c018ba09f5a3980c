// The parts that the Markdown has, without its bounds of length.
#include "view/report/report_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "view/finding_blocks.h"
#include "view/report/report_sections.h"

namespace nsys_ai {
namespace {

constexpr size_t kRowsOfPage = 30;

bool has_rows(const Answer* answer) { return answer != nullptr && answer->outcome == Outcome::rows; }

}  // namespace

Page report_page(const RunReport& report) {
  Page page;
  page.title = "Report";
  page.blocks.emplace_back(CopyMenu{"Copy as", {{"Markdown", ViewLink{"report", {{"format", "Markdown"}}}}}});
  page.blocks.emplace_back(Paragraph{report.scope + "."});
  if (!report.warnings.empty()) page.blocks.emplace_back(Heading{"Warnings"});
  for (const std::string& warning : report.warnings) page.blocks.emplace_back(Paragraph{one_line(warning)});
  page.blocks.emplace_back(Heading{"What to do next"});
  add_findings(report.findings, has_rows(report.find("gpu_busy")), AdviceLength::sentence, page);
  for (const ReportSection& section : report_sections()) {
    const Answer* answer = report.find(section.part);
    if (!has_rows(answer)) continue;
    page.blocks.emplace_back(Heading{std::string(section.title)});
    page.blocks.emplace_back(table_of(answer_of_section(report, section, *answer), kRowsOfPage));
  }
  bool begun = false;
  for (const ReportSection& section : report_sections()) {
    const Answer* answer = report.find(section.part);
    if (answer == nullptr || has_rows(answer)) continue;
    if (!begun) page.blocks.emplace_back(Heading{"What is not there"});
    begun = true;
    page.blocks.emplace_back(Paragraph{fmt::format("{}: {}", section.title, one_line(answer->reason))});
  }
  return page;
}

}  // namespace nsys_ai
