// Reads the head of a `.sql` skill line by line, and finds its comments outside of strings and quoted names.
#include "skill/sql_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace nsys_ai {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Cuts the first word off.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

bool is_name(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !word.empty() && (word[0] < '0' || word[0] > '9') && std::all_of(word.begin(), word.end(), letter);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The default after `=`: up to a blank, or in quotes.
Result<std::string> take_default(std::string_view file_name, int line, std::string_view& rest) {
  if (!rest.starts_with('\'')) {
    const std::string_view word = take_word(rest);
    if (word.empty()) return tl::unexpected(error_at(file_name, line, "The default behind = is missing."));
    return std::string(word);
  }
  const auto end = rest.find('\'', 1);
  if (end == std::string_view::npos)
    return tl::unexpected(error_at(file_name, line, "The quote of the default is not closed."));
  const std::string text(rest.substr(1, end - 1));
  rest = trimmed(rest.substr(end + 1));
  return text;
}

Result<SqlFileParam> parse_param(std::string_view file_name, int line, std::string_view rest) {
  SqlFileParam param;
  param.line = line;
  param.name = take_word(rest);
  if (!is_name(param.name))
    return tl::unexpected(error_at(file_name, line,
                                   fmt::format("\"{}\" is no name of a parameter.", param.name),
                                   "Write @param NAME TYPE = DEFAULT   MEANING, the name in small letters."));
  const std::string word(take_word(rest));
  param.kind = column_kind(word);
  if (!param.kind)
    return tl::unexpected(error_at(file_name, line, fmt::format("\"{}\" is no type of a parameter.", word),
                                   fmt::format("The types are {}.", column_kind_words())));
  if (rest.starts_with('=')) {
    rest = trimmed(rest.substr(1));
    auto text = take_default(file_name, line, rest);
    if (!text) return tl::unexpected(text.error());
    param.default_text = std::move(*text);
    param.has_default = true;
  }
  param.doc = rest;
  if (param.doc.empty())
    return tl::unexpected(error_at(file_name, line,
                                   fmt::format("The parameter {} has no meaning.", param.name),
                                   "Say behind its default what it does."));
  return param;
}

// Reads the head of a file, one comment line at a time.
class HeadReader {
 public:
  HeadReader(std::string_view file_name, SqlFile& file) : file_name_(file_name), file_(file) {}

  Result<void> read(int line, std::string_view text) {
    std::string_view rest = trimmed(text);
    if (line == 1) {
      file_.title = rest;
      if (rest.empty()) return tl::unexpected(error_at(file_name_, 1, "The title is empty."));
      return {};
    }
    if (!rest.starts_with('@')) {
      add_doc(rest);
      return {};
    }
    const std::string word(take_word(rest));
    if (word == "@needs") {
      while (!rest.empty()) file_.needs.push_back({line, std::string(take_word(rest))});
      return {};
    }
    if (word != "@param")
      return tl::unexpected(error_at(file_name_, line, fmt::format("\"{}\" is not known here.", word),
                                     "Known are @param and @needs."));
    auto param = parse_param(file_name_, line, rest);
    if (!param) return tl::unexpected(param.error());
    const auto same = [&](const SqlFileParam& other) { return other.name == param->name; };
    if (std::any_of(file_.params.begin(), file_.params.end(), same))
      return tl::unexpected(
          error_at(file_name_, line, fmt::format("There is a parameter {} already.", param->name)));
    file_.params.push_back(std::move(*param));
    return {};
  }

 private:
  void add_doc(std::string_view text) {
    if (text.empty()) {
      paragraph_ends_ = true;
      return;
    }
    if (!file_.doc.empty()) file_.doc += paragraph_ends_ ? "\n\n" : " ";
    file_.doc += text;
    paragraph_ends_ = false;
  }

  std::string_view file_name_;
  SqlFile& file_;
  bool paragraph_ends_ = false;
};

// The offset of a line's `--`. `open` is the state that continues on the next line: a quote, or '*' in a /*
// comment.
std::optional<size_t> find_comment(std::string_view line, char& open) {
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const char following = at + 1 < line.size() ? line[at + 1] : '\0';
    if (open == '*') {
      if (c == '*' && following == '/') open = '\0', ++at;
    } else if (open != '\0') {
      if (c == open) open = '\0';
    } else if (c == '-' && following == '-') {
      return at;
    } else if (c == '/' && following == '*') {
      open = '*', ++at;
    } else if (c == '\'' || c == '"' || c == '`') {
      open = c;
    } else if (c == '[') {
      open = ']';
    }
  }
  return std::nullopt;
}

}  // namespace

Result<SqlFile> parse_sql_file(std::string_view file_name, std::string_view text) {
  SqlFile file;
  const auto lines = lines_of(text);
  if (lines.empty() || !trimmed(lines[0]).starts_with("--"))
    return tl::unexpected(
        error_at(file_name, 1, "The first line is not a title.", "Begin with \"-- The question.\""));
  HeadReader head(file_name, file);
  size_t at = 0;
  for (; at < lines.size() && trimmed(lines[at]).starts_with("--"); ++at)
    if (auto read = head.read(static_cast<int>(at) + 1, trimmed(lines[at]).substr(2)); !read)
      return tl::unexpected(read.error());
  char open = '\0';
  for (; at < lines.size(); ++at) {
    const size_t comment = find_comment(lines[at], open).value_or(lines[at].size());
    const std::string_view code = trimmed(lines[at].substr(0, comment));
    if (code.empty()) continue;
    std::string_view rest = lines[at].substr(std::min(comment + 2, lines[at].size()));
    const std::string_view word = take_word(rest);
    file.lines.push_back({static_cast<int>(at) + 1, std::string(code), std::string(word), column_kind(word),
                          std::string(rest)});
  }
  return file;
}

Error error_at(std::string_view file_name, int line, std::string_view message, std::string hint) {
  return {ErrorCode::bad_request, fmt::format("{}:{}: {}", file_name, line, message), std::move(hint)};
}

LocatedError error_location(const Error& error, std::string_view file_name) {
  std::string_view rest = error.message;
  const std::string prefix = fmt::format("{}:", file_name);
  if (!rest.starts_with(prefix)) return {0, error.message};
  rest.remove_prefix(prefix.size());
  uint32_t line = 0;
  const auto [behind, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
  const std::string_view message = rest.substr(static_cast<size_t>(behind - rest.data()));
  if (problem != std::errc() || line == 0 || !message.starts_with(": ")) return {0, error.message};
  return {line - 1, std::string(message.substr(2))};
}

std::string column_kind_words() {
  std::string words;
  for (const ColumnKind& kind : kColumnKinds)
    words += fmt::format("{}{}", words.empty() ? "" : ", ", kind.word);
  return words;
}

}  // namespace nsys_ai
