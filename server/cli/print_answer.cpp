// An answer as text, Markdown, CSV or JSON.
#include "cli/print_answer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/arrow_stream.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "protocol/answer_json.h"
#include "view/finding_blocks.h"

namespace nsys_ai {
namespace {

constexpr size_t kRowsOfPart = 20'000;

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

std::string what_is_cut(const Answer& answer, size_t shown) {
  if (answer.total_rows == static_cast<int64_t>(shown))
    return fmt::format("The first {} rows; there are more. Aggregate them, or allow more with --limit.",
                       answer.total_rows);
  return fmt::format("The first {} of {} rows; --limit 0 shows all.", shown, answer.total_rows);
}

std::string remarks_of(const Answer& answer, size_t shown, const std::string& format) {
  const bool markdown = format == "markdown";
  std::string text = answer.outcome != Outcome::rows ? why_no_rows(answer) : "";
  const auto remark = [&](const std::string& words) { text += (markdown ? "\n" : "") + words + "\n"; };
  if (answer.truncated) remark(what_is_cut(answer, shown));
  if (!answer.scope.devices.empty()) remark("Scope: " + scope_line(answer) + ".");
  for (const std::string& note : answer.notes) remark("Note: " + one_line(note) + ".");
  return text;
}

// Lays the rows out as one table.
std::string rows_text(const Answer& answer) {
  PageTable table = table_of(answer, SIZE_MAX, CellLength::whole);
  table.caption.clear();  // the remarks contain it and more
  Page page;
  page.blocks.emplace_back(std::move(table));
  return text_for_terminal(page, 0);
}

// Returns the remarks apart from the table, because a reader of CSV would take them for a row.
std::string csv_remarks(const Answer& answer, size_t shown) {
  std::string remarks;
  if (answer.outcome != Outcome::rows) remarks += why_no_rows(answer);
  if (answer.truncated) remarks += what_is_cut(answer, shown) + "\n";
  for (const std::string& note : answer.notes) remarks += "Note: " + one_line(note) + ".\n";
  return remarks;
}

TableRows copied(const RowSet& rows, size_t columns, size_t from, size_t to) {
  TableRows values(to - from);
  for (size_t row = from; row < to; ++row) {
    values[row - from].reserve(columns);
    for (size_t column = 0; column < columns; ++column)
      values[row - from].push_back(copy_of(rows.cell(row, column)));
  }
  return values;
}

// The text before and after the rows is the same in each part.
struct PrintedPart {
  std::string before;
  std::string rows;
  std::string after;
};

size_t end_of_line(const std::string& text, int lines) {
  size_t at = 0;
  for (; lines > 0; --lines) at = text.find('\n', at) + 1;
  return at;
}

// Splits a long text into several tables, because the width of columns depends on all rows of a table.
PrintedPart printed(const Answer& part, const std::string& format) {
  if (format == "json") {
    AnswerText text = pretty_answer_text(part);
    return {std::move(text.before), std::move(text.rows), text.after + "\n"};
  }
  if (format == "text") return {"", rows_text(part), ""};
  std::string text = format == "csv" ? csv(part.table) : markdown_table(part.table);
  const size_t heading = end_of_line(text, format == "csv" ? 1 : 2);
  return {text.substr(0, heading), text.substr(heading), ""};
}

// Formats a few parts at a time, each on a core, because formatted cells take many times the memory of rows.
int print_parts(const Answer& frame, const RowSet& rows, const std::string& format) {
  const std::string_view between = format == "json" ? "," : format == "text" ? "\n" : "";
  const size_t parts = (rows.size() + kRowsOfPart - 1) / kRowsOfPart;
  std::vector<PrintedPart> texts(usable_cores());
  for (size_t first = 0; first < parts; first += texts.size()) {
    const size_t count = std::min(texts.size(), parts - first);
    parallel_for(count, count, [&](size_t i) {
      const size_t at = first + i;
      const size_t from = rows.size() * at / parts;
      const size_t to = rows.size() * (at + 1) / parts;
      Answer part = frame;
      part.table.rows = copied(rows, frame.table.columns.size(), from, to);
      texts[i] = printed(part, format);
    });
    for (size_t i = 0; i < count; ++i) {
      if (const int code = print(first + i == 0 ? texts[i].before : std::string(between)); code != kAnswered)
        return code;
      if (const int code = print(texts[i].rows); code != kAnswered) return code;
      if (first + i + 1 < parts) continue;
      if (const int code = print(texts[i].after); code != kAnswered) return code;
    }
  }
  return kAnswered;
}

int print_in_parts(const Answer& frame, const RowSet& rows, const std::string& format) {
  if (const int code = print_parts(frame, rows, format); code != kAnswered || format == "json") return code;
  if (format == "csv") {
    std::fputs(csv_remarks(frame, rows.size()).c_str(), stderr);
    return kAnswered;
  }
  const std::string remarks = remarks_of(frame, rows.size(), format);
  return print(format == "text" ? sentences_for_terminal(remarks) : remarks);
}

int print_text(const Answer& answer, const std::string& format) {
  const std::string remarks = answer_remarks(answer, format);
  const bool has_rows = answer.outcome == Outcome::rows;
  if (format == "markdown") return print((has_rows ? markdown_table(answer.table) : "") + remarks);
  if (has_rows)
    if (const int code = print(rows_text(answer)); code != kAnswered) return code;
  return print(sentences_for_terminal(remarks));
}

int print_csv(const Answer& answer) {
  const int code = print(csv(answer.table));
  std::fputs(csv_remarks(answer, answer.table.rows.size()).c_str(), stderr);
  return code;
}

int print_arrow(const Answer& answer, const RowSet& rows) {
  if (::isatty(STDOUT_FILENO) != 0)
    return report(
        {ErrorCode::bad_request, "Arrow is no text for a terminal.", "Write it to a file: `> rows.arrow`."});
  return print(arrow_answer(answer, rows));
}

}  // namespace

std::string arrow_answer(const Answer& answer, const RowSet& rows) {
  ArrowMetadata metadata = {{"nsys-ai.skill", answer.skill},
                            {"nsys-ai.outcome", std::string(name_of(answer.outcome))},
                            {"nsys-ai.start_ns", std::to_string(answer.scope.start_ns)},
                            {"nsys-ai.end_ns", std::to_string(answer.scope.end_ns)}};
  if (!answer.reason.empty()) metadata.emplace_back("nsys-ai.reason", answer.reason);
  if (answer.truncated) metadata.emplace_back("nsys-ai.total_rows", std::to_string(answer.total_rows));
  if (!answer.notes.empty())
    metadata.emplace_back("nsys-ai.notes", fmt::format("{}", fmt::join(answer.notes, "\n")));
  return arrow_stream(answer.table.columns, rows, metadata);
}

std::string answer_remarks(const Answer& answer, const std::string& format) {
  return remarks_of(answer, answer.table.rows.size(), format);
}

void add_answer_format(CLI::App& command, std::string& format) {
  add_format(command, format, {"text", "json", "csv", "markdown", "arrow"});
}

int print_answer(RowsAnswer asked, const std::string& format) {
  Answer& answer = asked.answer;
  if (format == "arrow") return print_arrow(answer, *asked.rows);
  if (asked.rows->size() > kRowsOfPart) return print_in_parts(answer, *asked.rows, format);
  answer.table.rows = asked.rows->taken();
  if (format == "json") return print(pretty_answer_json(answer) + "\n");
  if (format == "csv") return print_csv(answer);
  return print_text(answer, format);
}

int print_answer(Answer answer, const std::string& format) {
  auto rows = std::make_unique<ValueRows>(std::move(answer.table.rows));
  answer.table.rows.clear();
  return print_answer(RowsAnswer{std::move(answer), std::move(rows)}, format);
}

}  // namespace nsys_ai
