// Quotes, escapes and holes.
#include "annotate/literal_text.h"

#include <algorithm>

namespace nsys_ai {
namespace {

// The end of the hole that opens at `at`; a width inside is a nested hole.
size_t end_of_hole(std::string_view text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0) return at;
  }
  return std::string_view::npos;
}

TextParts without_braces(std::string_view text) {
  TextParts parts(1);
  for (size_t at = 0; at < text.size(); ++at) {
    if ((text[at] == '{' || text[at] == '}') && at + 1 < text.size() && text[at + 1] == text[at]) {
      parts.back() += text[at++];  // a doubled brace stands for itself
    } else if (text[at] == '{') {
      const size_t close = end_of_hole(text, at);
      // An unterminated hole takes the rest.
      parts.emplace_back();
      if (close == std::string_view::npos) return parts;
      at = close;
    } else {
      parts.back() += text[at];
    }
  }
  return parts;
}

// %d, %5.2f, %(name)s, %zu, %%.
TextParts without_percents(std::string_view text) {
  TextParts parts(1);
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      parts.back() += text[at];
      continue;
    }
    if (at + 1 < text.size() && text[at + 1] == '%') {
      parts.back() += text[at++];
      continue;
    }
    size_t end = at + 1;
    if (end < text.size() && text[end] == '(') end = std::min(text.find(')', end), text.size() - 1) + 1;
    end = std::min(text.find_first_not_of("-+ #0123456789.*hlzjtL", end), text.size());
    if (end == text.size()) {
      parts.back() += text[at];
      continue;
    }
    parts.emplace_back();
    at = end;
  }
  return parts;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      result += text[at];
      continue;
    }
    const char next = text[++at];
    if (next == '\n') continue;
    if (next == '\r' && at + 1 < text.size() && text[at + 1] == '\n') {
      ++at;
    } else if (next == 'n' || next == 't') {
      result += next == 'n' ? '\n' : '\t';
    } else if (next == '\\' || next == '"' || next == '\'') {
      result += next;
    } else {
      result += '\\';
      result += next;
    }
  }
  return result;
}

std::string_view without_quotes(std::string_view literal, size_t open) {
  const bool triple =
      literal.size() >= open + 3 && literal[open + 1] == literal[open] && literal[open + 2] == literal[open];
  const size_t quotes = triple ? 3 : 1;
  std::string_view inside = literal.substr(open + quotes);
  const std::string_view close = literal.substr(open, quotes);
  if (inside.ends_with(close)) inside.remove_suffix(quotes);
  return inside;
}

std::string_view without_raw_quotes(std::string_view literal, size_t open) {
  const size_t bracket = literal.find('(', open);
  const size_t delimiter = bracket - open - 1;
  std::string_view inside = literal.substr(bracket + 1);
  if (inside.size() >= delimiter + 2 && inside.ends_with('"')) inside.remove_suffix(delimiter + 2);
  return inside;
}

}  // namespace

TextParts literal_text(SourceLanguage language, std::string_view literal) {
  const size_t open = literal.find_first_of("\"'");
  if (open == std::string_view::npos) return {std::string(literal)};
  const std::string_view prefix = literal.substr(0, open);
  const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
  if (language == SourceLanguage::cpp && raw) return {std::string(without_raw_quotes(literal, open))};
  // Two quotes alone are an empty text, not the beginning of a triple quote.
  if (literal.size() == open + 2) return {""};
  const std::string_view inside = language == SourceLanguage::python
                                      ? without_quotes(literal, open)
                                      : without_quotes(literal.substr(open), 0);
  const bool formatted =
      language == SourceLanguage::python && prefix.find_first_of("fFtT") != std::string_view::npos;
  TextParts parts = formatted ? without_braces(inside) : TextParts{std::string(inside)};
  if (!raw)
    for (std::string& part : parts) part = unescaped(part);
  return parts;
}

TextParts with_holes(const TextParts& text, HoleStyle style) {
  TextParts result;
  for (const std::string& part : text)
    for (std::string& piece : style == HoleStyle::braces ? without_braces(part) : without_percents(part))
      result.push_back(std::move(piece));
  return result;
}

TextParts joined(TextParts first, const TextParts& second) {
  first.back() += second.front();
  first.insert(first.end(), second.begin() + 1, second.end());
  return first;
}

}  // namespace nsys_ai
