// Reads the part of Markdown that models use: emphasis, code, links, lists and tables.
#include "view/markdown_text.h"

#include <algorithm>
#include <optional>

#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kTarget = "target:";

// Where the brackets that open at `at` close; signs behind a backslash are none.
size_t closing(std::string_view text, size_t at, char open, char close) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == open)
      ++depth;
    else if (text[at] == close && --depth == 0)
      return at;
  }
  return std::string_view::npos;
}

class Inline {
 public:
  explicit Inline(std::string_view text) : text_(text) {}

  std::string plain() {
    while (at_ < text_.size()) {
      const char sign = text_[at_];
      if (sign == '\\' && at_ + 1 < text_.size()) {
        out_ += text_[at_ + 1];
        at_ += 2;
      } else if (text_.substr(at_, 2) == "**") {
        at_ += 2;
      } else if (sign == '*') {
        ++at_;
      } else if (!(sign == '`' && take_code()) && !(sign == '[' && take_link())) {
        out_ += sign;
        ++at_;
      }
    }
    return out_;
  }

 private:
  // As many backticks end it as begin it.
  bool take_code() {
    const size_t begin = std::min(text_.find_first_not_of('`', at_), text_.size());
    const std::string_view fence = text_.substr(at_, begin - at_);
    const size_t end = text_.find(fence, begin);
    if (end == std::string_view::npos) return false;
    std::string_view code = text_.substr(begin, end - begin);
    // The blanks that keep a backtick of the code from the fence.
    if (code.size() > 2 && code.front() == ' ' && code.back() == ' ') code = code.substr(1, code.size() - 2);
    out_ += code;
    at_ = end + fence.size();
    return true;
  }

  bool take_link() {
    const size_t end = closing(text_, at_, '[', ']');
    if (end == std::string_view::npos || end + 1 >= text_.size() || text_[end + 1] != '(') return false;
    const size_t last = closing(text_, end + 1, '(', ')');
    if (last == std::string_view::npos) return false;
    const std::string words = Inline(text_.substr(at_ + 1, end - at_ - 1)).plain();
    const std::string_view to = text_.substr(end + 2, last - end - 2);
    out_ += words;
    if (to.starts_with(kTarget) && to.substr(kTarget.size()) != words &&
        to.substr(kTarget.size()) != "skill:" + words)
      out_.append(" (").append(to.substr(kTarget.size())).append(")");
    at_ = last + 1;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string out_;
};

// Cells are padded already. Nothing for the line below the header.
std::optional<std::string> row_of(std::string_view line) {
  if (line.starts_with("|-")) return std::nullopt;
  std::string row(line.substr(1));
  std::replace(row.begin(), row.end(), '|', ' ');
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

}  // namespace

std::string markdown_text(std::string_view markdown, size_t width) {
  std::string text;
  for (size_t at = 0; at < markdown.size();) {
    const size_t end = std::min(markdown.find('\n', at), markdown.size());
    const std::string_view line = markdown.substr(at, end - at);
    at = end + 1;
    if (line.starts_with('|')) {
      if (const auto row = row_of(line)) text += *row + '\n';
      continue;
    }
    const std::string plain = Inline(line).plain();
    const size_t indent = line.starts_with("- ") ? 2 : 0;
    std::string blanks;
    for (const std::string& part : wrapped_lines(plain, {width, 0, indent, true})) {
      text += blanks + part + '\n';
      blanks = std::string(indent, ' ');
    }
    if (plain.empty()) text += '\n';
  }
  text.erase(text.find_last_not_of('\n') + 1);
  return text + '\n';
}

}  // namespace nsys_ai
