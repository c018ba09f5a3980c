// Finds the maximum number of rows that fit by bisection.
#include "tools/tool_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "protocol/answer_json.h"
#include "protocol/write.h"
#include "view/finding_blocks.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostOfAName = 160;
constexpr size_t kMostOfASentence = 800;
constexpr size_t kMostOfALine = 1500;
// The maximum size of the message around a result.
constexpr size_t kEnvelope = 300;
// A caller that asks for this few rows wants to see all of them.
constexpr size_t kFewRows = 10;

// The size of the serialized result.
size_t size_of(const ToolAnswer& answer, Sent sent) {
  if (sent == Sent::text) return answer.text.size();
  return kEnvelope + tool_result(answer).compact().size();
}
bool fits(const ToolAnswer& answer, const ByteLimit& room) {
  return size_of(answer, room.sent) <= room.bytes;
}

// The largest count of parts with which an answer fits; 0 if none does.
template <class With>
size_t most_that_fit(size_t parts, const With& with, const ByteLimit& room) {
  size_t most = 0;
  for (size_t least = 1, end = parts; least <= end;) {
    const size_t middle = (least + end) / 2;
    if (fits(with(middle), room))
      most = middle, least = middle + 1;
    else
      end = middle - 1;
  }
  return most;
}

// Removes the contents of lists to make room for the text. Returns false if there are none.
bool drop_lists(Json& structured) {
  bool dropped = false;
  for (Json::Member& member : *structured.if_object())
    if (Json::Array* items = member.value.if_array(); items && !items->empty()) {
      items->clear();
      dropped = true;
    }
  return dropped;
}

bool is_a_name(const Column& column) { return column.type == ValueType::text && column.unit == Unit::none; }

// Shortens each text and removes its control characters.
void make_safe(Table& table, size_t most) {
  for (auto& row : table.rows)
    for (size_t at = 0; at < row.size(); ++at)
      if (auto* text = std::get_if<std::string>(&row[at]))
        *text = shortened(
            one_line(*text),
            std::min(most, holds_sentences(table.columns[at].name) ? kMostOfASentence : kMostOfAName));
}

// The same for all texts in a structured result.
void make_safe(Json& json) {
  if (const std::string* text = json.if_string()) {
    json = shortened(one_line(*text), kMostOfASentence);
  } else if (Json::Array* items = json.if_array()) {
    for (Json& item : *items) make_safe(item);
  } else if (Json::Object* members = json.if_object()) {
    for (Json::Member& member : *members) make_safe(member.value);
  }
}

std::string scope_words(const Answer& answer) {
  return fmt::format(
      "GPU {}, {} to {}",
      answer.scope.devices.empty() ? "none" : fmt::format("{}", fmt::join(answer.scope.devices, ", ")),
      readable_clock(answer.scope.start_ns), readable_clock(answer.scope.end_ns));
}

// Up to `count` rows of an answer, from `first` on.
class CutRows {
 public:
  CutRows(const Answer& answer, size_t first) : answer_(answer), frame_(frame_of(answer)), first_(first) {}

  size_t available() const { return answer_.table.rows.size() - first_; }

  // Keeps at most `text_most` characters of each text.
  ToolAnswer with(size_t count, size_t text_most = SIZE_MAX) const {
    Answer part = frame_;
    const auto begin = answer_.table.rows.begin() + static_cast<ptrdiff_t>(first_);
    part.table.rows.assign(begin, begin + static_cast<ptrdiff_t>(count));
    make_safe(part.table, text_most);
    const auto end = static_cast<int64_t>(first_ + count);
    const bool more = end < answer_.total_rows || (count < available());
    part.truncated = more || answer_.truncated;
    return {text(part, more ? std::optional(end) : std::nullopt),
            structure(part, more ? std::optional(end) : std::nullopt)};
  }

 private:
  std::string text(const Answer& part, std::optional<int64_t> next) const {
    std::string text = fmt::format("{}; {}.", part.skill, scope_words(part));
    if (part.outcome != Outcome::rows) {
      text += fmt::format(" {}: {}", part.outcome == Outcome::empty ? "Nothing" : "Cannot answer",
                          one_line(part.reason));
      for (const std::string& need : part.needs) text += " " + one_line(need);
    } else {
      text += fmt::format(" {} of {} rows, from row {}", part.table.rows.size(), answer_.total_rows, first_);
      text += next ? fmt::format("; go on with offset {}, or ask with more bytes.\n", *next) : ".\n";
      text += table_text(part.table);
    }
    for (const std::string& note : part.notes) text += "\nNote: " + one_line(note) + ".";
    return text;
  }

  Json structure(const Answer& part, std::optional<int64_t> next) const {
    PagedAnswer page{wire_answer(part), {}, static_cast<int64_t>(first_), next};
    for (const nsys::ColumnInfo& column : page.answer.columns)
      page.columns.push_back({column.name, column.type, column.unit});
    return write_json(page);
  }

  static Answer frame_of(const Answer& answer) {
    Answer frame;
    frame.skill = answer.skill;
    frame.outcome = answer.outcome;
    frame.reason = answer.reason;
    frame.needs = answer.needs;
    frame.scope = answer.scope;
    frame.table.columns = answer.table.columns;
    frame.total_rows = answer.total_rows;
    frame.truncated = answer.truncated;
    frame.notes = answer.notes;
    return frame;
  }

  const Answer& answer_;
  const Answer frame_;
  const size_t first_;
};

}  // namespace

std::string table_text(const Table& table) {
  std::string text;
  for (const Column& column : table.columns) text += (text.empty() ? "" : " | ") + column.name;
  for (const auto& row : table.rows) {
    text += "\n";
    for (size_t at = 0; at < row.size(); ++at) {
      const std::string cell = readable(row[at], table.columns[at].unit);
      const bool name = is_a_name(table.columns[at]) && std::holds_alternative<std::string>(row[at]);
      text += fmt::format("{}{}", at > 0 ? " | " : "", name ? quoted_name(cell) : cell);
    }
  }
  return text;
}

Result<size_t> checked_bytes(const std::optional<int64_t>& given) {
  const int64_t bytes = given.value_or(kDefaultBytes);
  if (bytes >= kLeastBytes && bytes <= kMostBytes) return static_cast<size_t>(bytes);
  return fail(ErrorCode::bad_request,
              fmt::format("bytes: {} is not between {} and {}.", bytes, kLeastBytes, kMostBytes));
}

Json tool_result(const ToolAnswer& answer) {
  Json block;
  block.set("type", "text");
  block.set("text", answer.text);
  Json content = Json::array();
  content.push(std::move(block));
  Json result;
  result.set("content", std::move(content));
  result.set("structuredContent", answer.structured);
  result.set("isError", false);
  return result;
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : shortened(one_line(name), kMostOfAName))
    quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  return quoted + "\"";
}

ToolAnswer with_notes(ToolAnswer answer, const LossNotes& losses) {
  Json notes = Json::array();
  for (const std::string& note : losses.notes()) {
    notes.push(one_line(note));
    if (answer.text.find(one_line(note)) == std::string::npos)
      answer.text += "\nNote: " + one_line(note) + ".";
  }
  if (!losses.empty() && !answer.structured.find("notes")) answer.structured.set("notes", std::move(notes));
  return answer;
}

ToolAnswer fitted_text(std::string_view text, Json structured, const ByteLimit& room,
                       std::string_view how_to_go_on) {
  make_safe(structured);
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(shortened(text.substr(at, end - at), kMostOfALine));
    at = end + 1;
  }
  const auto with = [&](size_t count) {
    ToolAnswer answer;
    for (size_t at = 0; at < count; ++at) answer.text += lines[at] + "\n";
    answer.structured = structured;
    answer.structured.set("truncated", count < lines.size());
    if (count < lines.size())
      answer.text += fmt::format("Cut here, {} of {} lines. {}", count, lines.size(), how_to_go_on);
    return answer;
  };
  ToolAnswer whole = with(lines.size());
  if (fits(whole, room)) return whole;
  size_t most = most_that_fit(lines.size(), with, room);
  if (most == 0 && drop_lists(structured)) most = most_that_fit(lines.size(), with, room);
  if (most > 0 || lines.empty()) return with(most);
  // Keeps something of the first line, however small the limit is.
  const std::string first = lines.front();
  for (const size_t width : {400, 200, 100, 60}) {
    lines.front() = shortened(first, width);
    if (fits(with(1), room)) break;
  }
  return with(1);
}

ToolAnswer fitted_answer(const Answer& answer, int64_t offset, const ByteLimit& room) {
  const CutRows cut(answer, std::min(static_cast<size_t>(offset), answer.table.rows.size()));
  const size_t most = most_that_fit(
      cut.available(), [&](size_t count) { return cut.with(count); }, room);
  if (most == cut.available()) return cut.with(most);
  if (cut.available() <= kFewRows)
    for (const size_t width : {100, 70, 40})
      if (ToolAnswer all = cut.with(cut.available(), width); fits(all, room)) return all;
  if (most > 0) return cut.with(most);
  // Returns one row even if it is too long, so that a caller who asks for the next rows makes progress.
  ToolAnswer one;
  for (const size_t width : {400, 200, 100, 50, 20})
    if (fits(one = cut.with(1, width), room)) break;
  return one;
}

}  // namespace nsys_ai
