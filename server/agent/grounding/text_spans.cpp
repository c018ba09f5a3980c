// One pass over each line.
#include "agent/grounding/text_spans.h"

#include <algorithm>

#include "base/word_character.h"

namespace nsys_ai {
namespace {

size_t run_of(std::string_view text, size_t at, char c) {
  const size_t end = text.find_first_not_of(c, at);
  return std::min(end, text.size()) - at;
}

// The start of a run of exactly this many backquotes; npos if there is none.
size_t closing_backquotes(std::string_view line, size_t from, size_t count) {
  for (size_t at = line.find('`', from); at != line.npos; at = line.find('`', at)) {
    const size_t run = run_of(line, at, '`');
    if (run == count) return at;
    at += run;
  }
  return line.npos;
}

size_t closing_quote(std::string_view line, size_t from) {
  for (size_t at = from; at < line.size(); ++at) {
    if (line[at] == '\\')
      ++at;
    else if (line[at] == '"')
      return at;
  }
  return line.npos;
}

void spans_of_line(std::string_view line, size_t offset, std::vector<TextSpan>& spans) {
  for (size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (c == '\\') {
      at += 2;
    } else if (c == '`') {
      const size_t run = run_of(line, at, '`');
      const size_t close = closing_backquotes(line, at + run, run);
      if (close != line.npos) spans.push_back({offset + at, offset + close + run, run, true});
      at = close == line.npos ? at + run : close + run;
    } else if (c == '"') {
      const size_t close = closing_quote(line, at + 1);
      if (close != line.npos) spans.push_back({offset + at, offset + close + 1, 1, false});
      at = close == line.npos ? at + 1 : close + 1;
    } else {
      ++at;
    }
  }
}

}  // namespace

std::vector<TextSpan> text_spans(std::string_view text) {
  std::vector<TextSpan> spans;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const size_t first = line.find_first_not_of(" \t");
    const bool fence = first != line.npos && line.substr(first).starts_with("```") &&
                       line.find('`', first + run_of(line, first, '`')) == line.npos;
    if (!fence) spans_of_line(line, at, spans);
    at = end + 1;
  }
  return spans;
}

size_t name_character(std::string_view text, size_t at) {
  if (is_word(text[at])) return 1;
  const auto byte = [&](size_t ahead) {
    return at + ahead < text.size() ? static_cast<unsigned char>(text[at + ahead]) : 0U;
  };
  if (byte(0) < 0x80) return 0;
  const bool micro = byte(0) == 0xC2 && byte(1) == 0xB5;
  const bool sign = (byte(0) == 0xC2 && !micro) ||
                    (byte(0) == 0xC3 && (byte(1) == 0x97 || byte(1) == 0xB7)) ||
                    (byte(0) == 0xE2 && byte(1) < 0xB0) || (byte(0) == 0xE3 && byte(1) == 0x80);
  return sign ? 0 : after_character(text, at) - at;
}

size_t after_character(std::string_view text, size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) ++at;
  return at;
}

}  // namespace nsys_ai
