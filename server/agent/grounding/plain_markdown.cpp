// All Markdown readers must agree on what is code: an unmatched backquote on a line is replaced, since some
// readers search for its partner on later lines.
#include "agent/grounding/plain_markdown.h"

#include <algorithm>
#include <array>

#include "agent/grounding/text_spans.h"
#include "base/text_table.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

std::string without_active_characters(std::string_view text) {
  std::string clean;
  for (size_t at = 0; at < text.size();) {
    const auto active = active_character(text, at);
    if (!active)
      clean += text[at];
    else if (active->code == '\n')
      clean += '\n';
    else if (active->code == '\t')
      clean += ' ';
    at += active ? active->bytes : 1;
  }
  return clean;
}

// The closing bracket for the one that opens at `at`; npos if there is none.
size_t closing_bracket(std::string_view text, size_t at, char open, char close) {
  int depth = 0;
  for (size_t here = at; here < text.size() && text[here] != '\n'; ++here) {
    if (text[here] == '\\') {
      ++here;
    } else if (text[here] == open) {
      ++depth;
    } else if (text[here] == close && --depth == 0) {
      return here;
    }
  }
  return text.npos;
}

constexpr std::array<std::string_view, 9> kAddresses = {
    "https://", "http://", "ftp://", "file://", "command:", "vscode:", "mailto:", "data:", "javascript:"};

bool begins_address(std::string_view text, size_t at) {
  if (at > 0 && is_word(text[at - 1])) return false;
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("www.")) return true;
  return std::any_of(kAddresses.begin(), kAddresses.end(), [&](std::string_view scheme) {
    return rest.size() > scheme.size() && rest.starts_with(scheme) && rest[scheme.size()] != ' ';
  });
}

// Writes a part that is not code.
class PartWriter {
 public:
  explicit PartWriter(std::string& out) : out_(out) {}

  void write(std::string_view part, int depth = 0) {
    for (size_t at = 0; at < part.size();) {
      const char c = part[at];
      if (c == '\\' && at + 1 < part.size()) {
        // Escapes are kept, but a backslash before a backslash must not unescape the next character.
        out_ += part.substr(at, 2);
        at += 2;
      } else if (c == '`') {
        out_ += '\'';
        ++at;
      } else if (c == '!' && at + 1 < part.size() && part[at + 1] == '[') {
        ++at;
      } else if (c == '[') {
        at = bracket(part, at, depth);
      } else if (c == '<') {
        out_ += at + 1 < part.size() && part[at + 1] != ' ' && !is_digit(part[at + 1]) ? "\\<" : "<";
        ++at;
      } else if (begins_address(part, at)) {
        const size_t end = std::min(part.find_first_of(" \n)>]\"'`", at), part.size());
        out_ += "`" + std::string(part.substr(at, end - at)) + "`";
        at = end;
      } else {
        out_ += c;
        ++at;
      }
    }
  }

 private:
  static constexpr int kDeepest = 8;

  // `[words](address)` and `[words][name]` become their words.
  size_t bracket(std::string_view part, size_t at, int depth) {
    const size_t close = closing_bracket(part, at, '[', ']');
    if (close == part.npos || depth >= kDeepest) {
      out_ += "\\[";
      return at + 1;
    }
    const std::string_view words = part.substr(at + 1, close - at - 1);
    const char next = close + 1 < part.size() ? part[close + 1] : ' ';
    size_t end = close + 1;
    if (next == '(' || next == '[') {
      const size_t behind = closing_bracket(part, close + 1, next, next == '(' ? ')' : ']');
      end = behind == part.npos ? close + 1 : behind + 1;
      write(words, depth + 1);
      if (behind == part.npos) out_ += ' ';
      return end;
    }
    // A link definition would turn other brackets into links.
    out_ += next == ':' ? "\\[" : "[";
    write(words, depth + 1);
    out_ += ']';
    return end;
  }

  std::string& out_;
};

}  // namespace

std::string plain_markdown(std::string_view text) {
  const std::string clean = without_active_characters(text);
  std::string plain;
  PartWriter writer(plain);
  size_t at = 0;
  for (size_t line = 0; line <= clean.size();) {
    const size_t end = std::min(clean.find('\n', line), clean.size());
    const std::string_view whole = std::string_view(clean).substr(line, end - line);
    const size_t first = whole.find_first_not_of(' ');
    const bool fence = first != whole.npos && whole.substr(first).starts_with("```") &&
                       whole.find('`', whole.find_first_not_of('`', first)) == whole.npos;
    if (fence) {
      plain += whole;
    } else {
      at = 0;
      for (const TextSpan& span : text_spans(whole)) {
        if (!span.code) continue;
        writer.write(whole.substr(at, span.begin - at));
        plain += whole.substr(span.begin, span.end - span.begin);
        at = span.end;
      }
      writer.write(whole.substr(at));
    }
    if (end < clean.size()) plain += '\n';
    line = end + 1;
  }
  return plain;
}

}  // namespace nsys_ai
