// Reads lines, words and numbers with units; unrolls `repeat` and `at` blocks.
#include "sketch_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace nsys_ai::sketch {
namespace {

constexpr size_t kMaxLines = 1'000'000;
constexpr const char* kTooMany = "more than a million lines after repetition";

struct Unit {
  std::string_view suffix;
  int64_t factor;
};
constexpr Unit kTimes[] = {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}, {"", 1}};
constexpr Unit kSizes[] = {{"B", 1},
                           {"KB", 1'000},
                           {"MB", 1'000'000},
                           {"GB", 1'000'000'000},
                           {"TB", 1'000'000'000'000},
                           {"KiB", 1 << 10},
                           {"MiB", 1 << 20},
                           {"GiB", 1 << 30},
                           {"", 1}};

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// Where the number ends and its unit begins.
size_t unit_at(std::string_view text) {
  const size_t at = text.find_first_not_of("+-.0123456789");
  return at == std::string_view::npos ? text.size() : at;
}

// Whole parts are exact over all of int64, so that extreme timestamps can be written.
std::optional<int64_t> scaled(std::string_view number, int64_t factor) {
  const size_t dot = number.find('.');
  const std::string_view whole = number.substr(0, dot);
  int64_t value = 0;
  const auto read = std::from_chars(whole.data(), whole.data() + whole.size(), value);
  if (read.ec != std::errc() || read.ptr != whole.data() + whole.size()) return std::nullopt;
  int64_t result = 0;
  if (__builtin_mul_overflow(value, factor, &result)) return std::nullopt;
  if (dot == std::string_view::npos) return result;
  const std::string digits(number.substr(dot + 1));
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  const int64_t part = std::llround(std::stold("0." + digits) * static_cast<long double>(factor));
  return add_clamped(result, whole.front() == '-' ? -part : part);
}

template <size_t N>
std::optional<int64_t> with_unit(std::string_view text, const Unit (&units)[N]) {
  const size_t at = unit_at(text);
  for (const Unit& unit : units)
    if (text.substr(at) == unit.suffix) return scaled(text.substr(0, at), unit.factor);
  return std::nullopt;
}

// Reads a quoted text from after its opening quote; returns the position after the closing one.
size_t read_quoted(const std::string& text, size_t at, std::string& out, int line) {
  for (; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at];
      continue;
    }
    const char letter = text[++at];
    if (letter == 'x' && at + 2 < text.size()) {
      int byte = 0;
      const auto read = std::from_chars(text.data() + at + 1, text.data() + at + 3, byte, 16);
      if (read.ptr != text.data() + at + 3) fail(line, "\\x needs two hexadecimal digits");
      out += static_cast<char>(byte);
      at += 2;
    } else {
      out += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == '0' ? '\0' : letter;
    }
  }
  if (at == text.size()) fail(line, "a text has no closing quote");
  return at + 1;
}

// Reads tokens until the end of the line, or until `]` inside a list.
size_t read_tokens(const std::string& text, size_t at, bool in_list, std::vector<Token>& out, int line) {
  while (at < text.size()) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) || (in_list && c == ',')) {
      ++at;
    } else if (c == '#' && !in_list) {
      return text.size();
    } else if (in_list && c == ']') {
      return at + 1;
    } else if (c == '[' && !in_list) {
      Token list{.text = "[", .list = true};
      at = read_tokens(text, at + 1, true, list.inside, line);
      out.push_back(std::move(list));
    } else {
      Token token{.quoted = c == '"'};
      const auto ends = [&](char d) {
        return std::isspace(static_cast<unsigned char>(d)) || (in_list && (d == ']' || d == ','));
      };
      while (at < text.size() && !ends(text[at])) {
        if (text[at] == '"') {
          at = read_quoted(text, at + 1, token.text, line);
          if (token.quoted) break;
        } else {
          token.text += text[at++];
        }
      }
      out.push_back(std::move(token));
    }
  }
  if (in_list) fail(line, "a list has no closing bracket");
  return at;
}

// A block's head: how often its lines are repeated, and by how much each turn is shifted.
struct Head {
  int64_t times = 1, every = 0, from = 0;
  std::string index = "i";
};

struct Source {
  std::vector<std::pair<int, std::string>> lines;
  size_t next = 0;
  std::vector<Line> out;
};

using Names = std::vector<std::pair<std::string, int64_t>>;

std::string substitute(std::string text, const Names& names) {
  for (auto it = names.rbegin(); it != names.rend(); ++it) {
    const std::string hole = "{" + it->first + "}", value = std::to_string(it->second);
    for (size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + value.size()))
      text.replace(at, hole.size(), value);
  }
  return text;
}

int64_t head_time(const Token& token, int line) {
  const auto time = parse_time(token.text);
  if (!time) fail(line, "'" + token.text + "' is not a time");
  return *time;
}

Head parse_head(const std::string& text, int line) {
  const std::vector<Token> words = tokenize({line, text, 0});
  Head head;
  size_t at = 2;
  if (words.size() < 2) fail(line, "'" + words[0].text + "' needs a number after it");
  if (words[0].text == "at") {
    head.from = head_time(words[1], line);
  } else {
    const auto times = parse_integer(words[1].text);
    if (!times || *times < 0) fail(line, "'" + words[1].text + "' is not a number of times");
    if (*times > static_cast<int64_t>(kMaxLines)) fail(line, kTooMany);
    head.times = *times;
  }
  for (; at + 1 < words.size(); at += 2) {
    const std::string& key = words[at].text;
    if (key == "every")
      head.every = head_time(words[at + 1], line);
    else if (key == "from")
      head.from = head_time(words[at + 1], line);
    else if (key == "as")
      head.index = words[at + 1].text;
    else
      fail(line, "'" + key + "' is not a part of a block's head; known are every, from, as");
  }
  if (at != words.size()) fail(line, "'" + words[at].text + "' has nothing after it");
  return head;
}

bool opens_block(std::string_view text) { return text.starts_with("repeat ") || text.starts_with("at "); }

// Where the head ends; a {name} in the head is no such place.
size_t block_brace(const std::string& text) {
  const size_t inside = text.find(" { ");
  return inside == std::string::npos && text.ends_with(" {") ? text.size() - 2 : inside;
}

void unroll_block(Source& source, int64_t shift, const Names& names, int opened_at);

// Unrolls the block whose head is `text`; leaves `source.next` after its closing brace.
void unroll_repeat(Source& source, const std::string& text, int line, int64_t shift, const Names& names) {
  const size_t brace = block_brace(text);
  if (brace == std::string::npos) fail(line, "a block's head ends in {");
  const Head head = parse_head(substitute(text.substr(0, brace), names), line);
  const std::string_view inside = trim(std::string_view(text).substr(brace + 2));
  const bool on_one_line = !inside.empty() && !inside.starts_with("#");
  if (on_one_line && inside.back() != '}') fail(line, "a block on one line ends in }");
  const size_t body = source.next;
  size_t after = body;
  // A block that is repeated no times is still read once, to find its end and its mistakes.
  const size_t kept = source.out.size();
  for (int64_t turn = 0; turn < std::max<int64_t>(head.times, 1); ++turn) {
    Names inner = names;
    inner.emplace_back(head.index, turn);
    int64_t turned = 0;
    if (__builtin_mul_overflow(turn, head.every, &turned)) fail(line, "the last turn is beyond any clock");
    const int64_t inner_shift = add_clamped(shift, add_clamped(head.from, turned));
    if (on_one_line) {
      const std::string only(trim(inside.substr(0, inside.size() - 1)));
      source.out.push_back({line, substitute(only, inner), inner_shift});
    } else {
      source.next = body;
      unroll_block(source, inner_shift, inner, line);
      after = source.next;
    }
    if (source.out.size() > kMaxLines) fail(line, kTooMany);
  }
  if (head.times == 0) source.out.resize(kept);
  source.next = after;
}

// Unrolls lines up to the closing brace, or to the end of the text when no block is open (opened_at 0).
void unroll_block(Source& source, int64_t shift, const Names& names, int opened_at) {
  while (source.next < source.lines.size()) {
    const auto& [number, raw] = source.lines[source.next++];
    const std::string text(trim(raw));
    if (text == "}" || text.starts_with("} #")) {
      if (!opened_at) fail(number, "a } closes no block");
      return;
    }
    if (opens_block(text))
      unroll_repeat(source, text, number, shift, names);
    else if (!text.empty() && text.front() != '#')
      source.out.push_back({number, substitute(text, names), shift});
  }
  if (opened_at) fail(opened_at, "the block that begins here has no }");
}

}  // namespace

void fail(int line, const std::string& what) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + what);
}

int64_t add_clamped(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

std::vector<Line> unroll(const std::string& text) {
  Source source;
  for (size_t at = 0, number = 1; at < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    source.lines.emplace_back(static_cast<int>(number), text.substr(at, end - at));
    at = end + 1;
  }
  unroll_block(source, 0, {}, 0);
  return std::move(source.out);
}

std::vector<Token> tokenize(const Line& line) {
  std::vector<Token> tokens;
  read_tokens(line.text, 0, false, tokens, line.number);
  return tokens;
}

std::optional<int64_t> parse_integer(std::string_view text) {
  if (!text.starts_with("0x")) return scaled(text, 1);
  uint64_t value = 0;
  const auto read = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return static_cast<int64_t>(value);
}

std::optional<int64_t> parse_time(std::string_view text) { return with_unit(text, kTimes); }

std::optional<int64_t> parse_bytes(std::string_view text) { return with_unit(text, kSizes); }

Interval parse_interval(std::string_view text, const Line& line) {
  const auto bad = [&](const std::string& why) { fail(line.number, "'" + std::string(text) + "' " + why); };
  const size_t dots = text.find("..");
  const size_t plus = dots == std::string_view::npos ? text.find('+', 1) : std::string_view::npos;
  if (dots == std::string_view::npos && plus == std::string_view::npos)
    bad("is not an interval: write START..END or START+DURATION");
  const bool is_duration = plus != std::string_view::npos;
  std::string start(text.substr(0, is_duration ? plus : dots));
  const std::string_view second = text.substr(is_duration ? plus + 1 : dots + 2);
  const bool has_unit = unit_at(start) < start.size();
  if (!second.empty() && has_unit && unit_at(second) == second.size()) bad("needs a unit at its end");
  if (second.empty() && !has_unit && start != "0") bad("needs a unit, as it has no end to take it from");
  if (!second.empty() && !has_unit) start += second.substr(unit_at(second));
  const auto from = parse_time(start);
  if (!from) bad("has a start that is not a time");
  const int64_t begin = add_clamped(*from, line.shift);
  if (second.empty()) return {begin, std::nullopt};
  const auto to = parse_time(second);
  if (!to) bad("has an end that is not a time");
  return {begin, add_clamped(is_duration ? begin : line.shift, *to)};
}

}  // namespace nsys_ai::sketch
