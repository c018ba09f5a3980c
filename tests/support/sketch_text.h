// The letters of a sketch: repetition, words, numbers with units, times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::sketch {

// A line of the text after repetition is unrolled. `shift` is added to every time in it.
struct Line {
  int number = 0;
  std::string text{};
  int64_t shift = 0;
};

[[noreturn]] void fail(int line, const std::string& what);

std::vector<Line> unroll(const std::string& text);

// A word, a "quoted" text, or a [list] of them. `a="b c"` is one word.
struct Token {
  std::string text{};
  bool quoted = false, list = false;
  std::vector<Token> inside{};
};

std::vector<Token> tokenize(const Line& line);

// a + b, held within int64: extreme timestamps are ordinary in tests of hostile files.
int64_t add_clamped(int64_t a, int64_t b);

std::optional<int64_t> parse_integer(std::string_view text);  // decimal or 0x…
std::optional<int64_t> parse_time(std::string_view text);     // ns us ms s; a bare number is ns
std::optional<int64_t> parse_bytes(std::string_view text);    // B KB MB GB TB (decimal), KiB MiB GiB

// `start..end`, `start+duration`, or `start..` without an end. A start without a unit takes the other's.
struct Interval {
  int64_t start = 0;
  std::optional<int64_t> end{};
};
Interval parse_interval(std::string_view text, const Line& line);

}  // namespace nsys_ai::sketch
