// Splits replies into events; the formats interpret them.
#include "agent/model/reply_reader.h"

#include <algorithm>

namespace nsys_ai {
namespace {

constexpr size_t kBeginning = 400;
constexpr std::string_view kBlank = " \t\r\n";

}  // namespace

bool JsonValues::add(std::string_view bytes, const std::function<void(std::string_view)>& take) {
  for (const char c : bytes) {
    if (depth_ == 0) {
      if (kBlank.find(c) != std::string_view::npos) continue;
      if (c != '{' && c != '[') return false;
    }
    value_ += c;
    if (in_string_) {
      in_string_ = c != '"' || escaped_;
      escaped_ = c == '\\' && !escaped_;
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      if (--depth_ > 0) continue;
      take(value_);
      value_.clear();
    }
  }
  return true;
}

bool ReplyReader::take(std::string_view bytes) {
  beginning_ += bytes.substr(0, kBeginning - std::min(kBeginning, beginning_.size()));
  if (framing_ == Framing::undecided) {
    // Some replies begin with a byte order mark.
    constexpr std::string_view kNothing = " \t\r\n\xef\xbb\xbf";
    const size_t first = bytes.find_first_not_of(kNothing);
    if (first == std::string_view::npos) return true;
    bytes.remove_prefix(first);
    framing_ = bytes[0] == '{' || bytes[0] == '[' ? Framing::values : Framing::lines;
  }
  if (framing_ == Framing::values) {
    take_values(bytes);
    return wants_more();
  }
  while (!bytes.empty() && wants_more()) {
    const size_t end = bytes.find('\n');
    line_ += bytes.substr(0, end);
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
    take_line(line_);
    line_.clear();
  }
  return wants_more();
}

void ReplyReader::end() {
  if (wants_more() && !line_.empty()) take_line(line_);
}

// Fields other than `data` repeat its content, and lines that begin with a colon keep the connection open.
void ReplyReader::take_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty() && !values_.open_value().empty())
    draft_.fail({0, values_.open_value().substr(0, kBeginning)});
  constexpr std::string_view kData = "data:";
  if (!line.starts_with(kData)) return;
  line.remove_prefix(kData.size());
  line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
  if (line == "[DONE]" && values_.open_value().empty()) {
    if (!draft_.end) draft_.end = ChatEnd::finished;
    draft_.over = true;
    return;
  }
  take_values(line);
  if (!values_.open_value().empty()) take_values("\n");
}

void ReplyReader::take_values(std::string_view bytes) {
  const bool read = values_.add(bytes, [&](std::string_view value) {
    if (!wants_more()) return;
    if (const auto event = Json::parse(value))
      format_.read(*event, draft_);
    else
      draft_.fail({0, std::string(value.substr(0, kBeginning))});
  });
  if (!read && wants_more()) draft_.fail({0, beginning_});
}

}  // namespace nsys_ai
