// An answer as text, Markdown, CSV or JSON.
#include "cli/print_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "protocol/answer_json.h"
#include "view/finding_blocks.h"

namespace nsys_ai::inline cli {
namespace {

std::string scope_line(const Answer& answer) {
  std::string devices;
  for (const int64_t device : answer.scope.devices)
    devices += (devices.empty() ? "" : ", ") + fmt::format("{}", device);
  return fmt::format("GPU {}, {} to {}", devices.empty() ? "none" : devices,
                     readable_clock(answer.scope.start_ns), readable_clock(answer.scope.end_ns));
}

std::string why_no_rows(const Answer& answer) {
  std::string text = one_line(answer.reason) + "\n";
  for (const std::string& need : answer.needs) text += need + "\n";
  return text;
}

std::string what_is_cut(const Answer& answer) {
  if (answer.total_rows == std::ssize(answer.table.rows))
    return fmt::format("The first {} rows; there are more. Aggregate them, or allow more with --limit.",
                       answer.total_rows);
  return fmt::format("The first {} of {} rows; --limit 0 shows all.", answer.table.rows.size(),
                     answer.total_rows);
}

// As one table lays them out.
std::string rows_text(const Answer& answer) {
  PageTable table = table_of(answer, SIZE_MAX, CellLength::whole);
  table.caption.clear();  // the remarks say more
  Page page;
  page.blocks.emplace_back(std::move(table));
  return text_for_terminal(page, 0);
}

// More rows than anybody reads stand in tables below each other, since cells take many times what rows do.
int print_rows(const Answer& answer) {
  constexpr size_t kRowsOfATable = 20'000;
  const auto& rows = answer.table.rows;
  if (rows.size() <= kRowsOfATable) return print(rows_text(answer));
  for (size_t at = 0; at < rows.size(); at += kRowsOfATable) {
    Answer part;
    part.table.columns = answer.table.columns;
    part.table.rows.assign(rows.begin() + static_cast<ptrdiff_t>(at),
                           rows.begin() + static_cast<ptrdiff_t>(std::min(rows.size(), at + kRowsOfATable)));
    if (const int code = print((at > 0 ? "\n" : "") + rows_text(part)); code != kAnswered) return code;
  }
  return kAnswered;
}

int print_text(const Answer& answer, const std::string& format) {
  const std::string remarks = answer_remarks(answer, format);
  const bool has_rows = answer.outcome == Outcome::rows;
  if (format == "markdown") return print((has_rows ? markdown_table(answer.table) : "") + remarks);
  if (has_rows)
    if (const int code = print_rows(answer); code != kAnswered) return code;
  return print(sentences_for_terminal(remarks));
}

// A table has no place for what is to be said about it, and what reads it would take it for a row.
int print_csv(const Answer& answer) {
  std::string remarks;
  if (answer.outcome != Outcome::rows) remarks += why_no_rows(answer);
  if (answer.truncated) remarks += what_is_cut(answer) + "\n";
  for (const std::string& note : answer.notes) remarks += "Note: " + one_line(note) + ".\n";
  const int code = print(csv(answer.table));
  std::fputs(remarks.c_str(), stderr);
  return code;
}

}  // namespace

std::string answer_remarks(const Answer& answer, const std::string& format) {
  const bool markdown = format == "markdown";
  std::string text = answer.outcome != Outcome::rows ? why_no_rows(answer) : "";
  const auto remark = [&](const std::string& words) { text += (markdown ? "\n" : "") + words + "\n"; };
  if (answer.truncated) remark(what_is_cut(answer));
  if (!answer.scope.devices.empty()) remark("Scope: " + scope_line(answer) + ".");
  for (const std::string& note : answer.notes) remark("Note: " + one_line(note) + ".");
  return text;
}

void add_answer_format(CLI::App& command, std::string& format) {
  add_format(command, format, {"text", "json", "csv", "markdown"});
}

int print_answer(const Answer& answer, const std::string& format) {
  if (format == "json") return print(pretty_answer_json(answer) + "\n");
  if (format == "csv") return print_csv(answer);
  return print_text(answer, format);
}

}  // namespace nsys_ai::inline cli
