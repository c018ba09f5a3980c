// The wording of findings on all pages.
#include "view/finding_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/heading.h"
#include "base/text_table.h"
#include "knowledge/sentence_template.h"
#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kCellWidth = 56;
constexpr std::string_view kNothingWrong =
    "Nothing is wrong that the book of root causes would see: idle GPUs, exposed communication or copies, many small kernels, and the like.";

constexpr size_t kReasonWidth = 80;
constexpr size_t kShortSentence = 32;

// The headings of columns with sentences and lists, in reading order.
constexpr std::array<std::string_view, 9> kSentences = {"title", "evidence", "why",        "check", "hint",
                                                        "fix",   "refs",     "what to do", "verify"};

// Columns with a text longer than a name.
std::vector<size_t> sentences_in(const PageTable& table) {
  std::vector<size_t> found;
  for (const std::string_view heading : kSentences)
    for (size_t at = 0; at < table.header.size(); ++at) {
      const auto is_long = [at](const auto& row) { return display_width(row[at].text) > kShortSentence; };
      if (table.header[at].text == heading && std::any_of(table.rows.begin(), table.rows.end(), is_long))
        found.push_back(at);
    }
  return found;
}

bool is_wrong(const Finding& finding) { return finding.severity != Severity::information; }

// Adds one line for each suppressed finding, so that the page still mentions it.
void add_suppressed(const std::vector<SuppressedFinding>& suppressed, Page& page) {
  if (suppressed.empty()) return;
  page.blocks.emplace_back(
      Paragraph{fmt::format("{} finding{} suppressed by .nsys-ai/suppressed.json of the workspace:",
                            suppressed.size() == 1 ? "One" : std::to_string(suppressed.size()),
                            suppressed.size() == 1 ? " is" : "s are")});
  Facts facts;
  for (const SuppressedFinding& of : suppressed)
    facts.facts.push_back(
        {"suppressed",
         {fmt::format("{} ({})", of.finding.title, shortened(one_line(of.reason), kReasonWidth)),
          target_of_finding(of.finding.key), std::nullopt, false}});
  page.blocks.emplace_back(std::move(facts));
}

}  // namespace

Heading findings_heading() { return {"What stands out", target_of_skill("root_causes limit=0")}; }

void add_findings(const Findings& findings, bool any_gpu_work, AdviceLength advice, Page& page) {
  const auto& all = findings.findings;
  if (!any_gpu_work && all.empty() && findings.suppressed.empty()) {
    page.blocks.emplace_back(Paragraph{"Nothing can be judged: nothing was recorded."});
    return;
  }
  const auto suppressed_wrong = [](const SuppressedFinding& of) { return is_wrong(of.finding); };
  const bool more = std::any_of(findings.suppressed.begin(), findings.suppressed.end(), suppressed_wrong);
  if (any_gpu_work && std::none_of(all.begin(), all.end(), is_wrong))
    page.blocks.emplace_back(Paragraph{
        std::string(more ? "Nothing else is wrong that the book of root causes would see." : kNothingWrong)});
  for (const Finding& finding : all) {
    // Sets the members one by one: GCC 12 destroys elements of an initializer list twice when an initializer
    // throws.
    PageFinding shown;
    shown.severity = name_of(finding.severity);
    shown.title = {finding.title, target_of_finding(finding.key), std::nullopt, false};
    shown.detail = finding.detail;
    shown.advice = advice == AdviceLength::whole ? in_one_paragraph(finding.advice)
                                                 : std::string(first_sentence(finding.advice));
    for (const std::string& ref : finding.refs) shown.evidence.push_back({ref, ref, std::nullopt, false});
    page.blocks.emplace_back(std::move(shown));
  }
  if (findings.skipped > 0)
    page.blocks.emplace_back(Paragraph{
        fmt::format("{} more, with less at stake: `nsys-ai skill run root_causes`.", findings.skipped)});
  for (const std::string& cause : findings.failed)
    page.blocks.emplace_back(Paragraph{sentence_of_failed(cause)});
  add_suppressed(findings.suppressed, page);
}

bool holds_sentences(std::string_view column) {
  std::string heading(column);
  std::ranges::replace(heading, '_', ' ');
  return std::ranges::find(kSentences, heading) != kSentences.end();
}

PageTable table_of(const Answer& answer, size_t max_rows, CellLength length) {
  PageTable table;
  for (const Column& column : answer.table.columns)
    table.header.push_back(
        of_kind({column_title(column), "", std::nullopt, column.type != ValueType::text}, WordKind::heading));
  for (const auto& row : answer.table.rows) {
    if (table.rows.size() == max_rows) break;
    std::vector<Cell> cells;
    for (size_t i = 0; i < row.size(); ++i) {
      const Column& column = answer.table.columns[i];
      const auto* words = std::get_if<std::string>(&row[i]);
      const std::string whole =
          words != nullptr && column.unit != Unit::ref ? *words : readable(row[i], column.unit);
      const std::string text = length == CellLength::whole ? one_line(whole) : short_line(whole, kKeptOfName);
      const auto* share = column.unit == Unit::share ? std::get_if<double>(&row[i]) : nullptr;
      cells.push_back({text, column.unit == Unit::ref ? text : "",
                       share ? std::optional(*share) : std::nullopt, column.type != ValueType::text});
      if (length == CellLength::shortened) cells.back().most = kCellWidth;
      if (column.unit == Unit::ns && column.type != ValueType::text) cells.back().kind = WordKind::duration;
      if (column.name == "family") cells.back().kind = WordKind::family;
    }
    table.rows.push_back(std::move(cells));
  }
  if (length == CellLength::whole) table.sentences = sentences_in(table);
  if (answer.truncated || table.rows.size() < answer.table.rows.size())
    table.caption =
        fmt::format("The first {} of {} rows. ", table.rows.size(), readable_count(answer.total_rows));
  for (const std::string& note : answer.notes) table.caption += one_line(note) + ". ";
  if (!table.caption.empty()) table.caption.pop_back();
  return table;
}

}  // namespace nsys_ai
