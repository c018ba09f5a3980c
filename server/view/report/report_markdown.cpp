// What stands at the top is read in a pull request; the rest is folded, and shortened until all of it fits.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernels.h"
#include "base/heading.h"
#include "base/text_table.h"
#include "knowledge/sentence_template.h"
#include "skills/list.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"
#include "view/report/report.h"
#include "view/report/report_sections.h"
#include "view/report/report_tables.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostMarkdownBytes = 12'000;
constexpr size_t kNameInReport = 48;

// How long the parts of a report may be.
struct ReportLengths {
  size_t rows;
  size_t warnings;
  size_t name;
};
constexpr ReportLengths kLengths[] = {{15, 12, kNameInReport}, {10, 8, kNameInReport}, {6, 6, 40}, {4, 5, 32}, {2, 4, 24}, {1, 3, 20}};

std::string table_row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

// Sentences of the program put names into backticks.
std::string spoken_text(const std::string& text) {
  Page page;
  page.blocks.emplace_back(Paragraph{text});
  std::string spoken = markdown_of(page);
  spoken.pop_back();
  return spoken;
}

std::string cell_text(const Column& column, const Value& value, size_t width) {
  const auto* words = std::get_if<std::string>(&value);
  if (value == Value()) return "";
  if (words == nullptr) return markdown_escaped(readable(value, column.unit));
  const bool is_kernel = column.name == "kernel" || column.name == "name";
  return markdown_escaped(short_line(is_kernel ? display_name(*words) : *words, width));
}

std::string answer_table(const Answer& answer, const ReportLengths& lengths) {
  const std::vector<Column>& columns = answer.table.columns;
  std::vector<std::string> head, rule;
  for (const Column& column : columns) {
    head.push_back(markdown_escaped(column_title(column)));
    rule.emplace_back(column.type == ValueType::text ? "---" : "---:");
  }
  std::string text = table_row(head) + table_row(rule);
  const size_t rows = std::min(lengths.rows, answer.table.rows.size());
  for (size_t r = 0; r < rows; ++r) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < columns.size(); ++i)
      cells.push_back(cell_text(columns[i], answer.table.rows[r][i],
                                columns[i].name == "host" ? 3 * lengths.name : lengths.name));
    text += table_row(cells);
  }
  if (static_cast<int64_t>(rows) < answer.total_rows)
    text += fmt::format("\nThe first {} of {} rows.\n", rows, readable_count(answer.total_rows));
  return text;
}

std::string section_text(const RunReport& report, const ReportSection& section,
                         const ReportLengths& lengths) {
  const Answer* answer = report.find(section.part);
  if (answer == nullptr || answer->outcome != Outcome::rows) return "";
  std::string text = answer_table(answer_of_section(report, section, *answer), lengths);
  for (size_t i = 0; i < answer->notes.size() && i < lengths.rows; ++i)
    text += fmt::format("\n{}\n", markdown_escaped(short_line(answer->notes[i], 240)));
  const std::string source =
      answer->skill.empty() ? "" : fmt::format("\n<sub>skill `{}`</sub>\n", answer->skill);
  if (!section.folded) return fmt::format("\n## {}\n\n{}{}", section.title, text, source);
  return fmt::format("\n<details><summary>{}</summary>\n\n{}{}\n</details>\n", section.title, text, source);
}

std::string findings_text(const RunReport& report) {
  std::string text = "\n## What to do next\n\n";
  int number = 0;
  for (const Finding& finding : report.findings.findings) {
    if (!needs_action(finding)) continue;
    text += fmt::format("{}. **{}: {}.** {} {}\n", ++number, name_of(finding.severity), spoken_text(finding.title),
                        spoken_text(short_line(first_sentence(finding.detail), 260)), first_sentence(finding.advice));
  }
  const Answer* busy = report.find("gpu_busy");
  if (busy == nullptr || busy->outcome != Outcome::rows)
    text += "Nothing can be judged: no work of a GPU was recorded.\n";
  else if (number == 0)
    text += "Nothing: the book of root causes sees no cause of lost time.\n";
  for (const Finding& finding : report.findings.findings)
    if (!needs_action(finding)) text += fmt::format("\n{}.\n", spoken_text(finding.title));
  for (const SuppressedFinding& of : report.findings.suppressed)
    text += fmt::format("\nSuppressed: {} ({}).\n", markdown_escaped(one_line(of.finding.title)), markdown_escaped(short_line(of.reason, 80)));
  return text;
}

std::string warnings_text(const RunReport& report, size_t most) {
  if (report.warnings.empty()) return "";
  std::string text = "\n## Warnings\n\n";
  for (size_t i = 0; i < report.warnings.size() && i < most; ++i)
    text += fmt::format("- {}\n", spoken_text(short_line(report.warnings[i], 300)));
  if (report.warnings.size() > most) text += fmt::format("- {} more stand in report.json.\n", report.warnings.size() - most);
  return text;
}

std::string facts_text(const RunReport& report) {
  std::string text = fmt::format("# {}\n\n{}.", markdown_escaped(one_line(report.file)), markdown_escaped(report.scope));
  const Answer* coverage = report.find("nvtx_coverage");
  if (coverage != nullptr && !coverage->table.rows.empty() &&
      value_in(coverage->table, coverage->table.rows[0], "share") != Value()) {
    const auto& row = coverage->table.rows[0];
    text += fmt::format(" NVTX ranges cover {} of kernel time.", readable(value_in(coverage->table, row, "share"), Unit::share));
  }
  const Answer* bars = report.find("time_by_family");
  if (report.options.picture && bars != nullptr && bars->outcome == Outcome::rows)
    text += "\n\n![What the GPUs did, by family of kernels](stages.svg)";
  return text + "\n";
}

std::string without_rows_text(const RunReport& report) {
  std::string text;
  for (const ReportSection& section : report_sections()) {
    const Answer* answer = report.find(section.part);
    if (answer == nullptr || answer->outcome == Outcome::rows) continue;
    if (section.part == "nvtx_kernel_phases") continue;  // for the reason that phases are not there
    std::string reason = answer->reason;
    for (const std::string& need : answer->needs) reason += " " + need;
    text += fmt::format("- {}: {}\n", section.title, spoken_text(short_line(reason, 700)));
  }
  return text.empty() ? "" : fmt::format("\n<details><summary>What is not there</summary>\n\n{}\n</details>\n", text);
}

std::string derivation_text() {
  return "\n<details><summary>How the figures were made</summary>\n\n"
         "- Busy is the union of kernels, copies, memsets and CUDA graphs on a GPU, never a sum over streams.\n"
         "- Shares of kernel time are of the kernels on all GPUs in scope together.\n"
         "- A kernel belongs to the range, phase and process of the call that launched it, by process and correlation id.\n"
         "- Wall time of a phase is time on the host, the union over the threads of a process; GPU time stands apart.\n"
         "- All rows are in report.json and tables/; `nsys-ai skill info NAME` has each definition.\n"
         "\n</details>\n";
}

}  // namespace

std::string report_markdown(const RunReport& report) {
  std::string text;
  for (const ReportLengths& lengths : kLengths) {
    text = facts_text(report) + warnings_text(report, lengths.warnings) + findings_text(report);
    for (const ReportSection& section : report_sections()) text += section_text(report, section, lengths);
    text += without_rows_text(report) + derivation_text();
    if (text.size() <= kMostMarkdownBytes) break;
  }
  return text;
}

}  // namespace nsys_ai
