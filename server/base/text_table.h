// Text that people read: quantities in readable units, tables aligned for a terminal or as Markdown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"

namespace nsys_ai {

// 1.234 ms, 56.0 us, 789 ns, 2.50 s: three to four digits.
std::string readable_ns(int64_t ns);
// 1.23 GB, in powers of ten, as bandwidths are.
std::string readable_bytes(int64_t bytes);
// 12.3 %.
std::string readable_share(double share);
// 12,345.
std::string readable_count(int64_t count);
// Seconds on the capture's clock with microseconds: 42.123456 s.
std::string readable_clock(int64_t ns);
// A value in the unit of its column; null is "-".
std::string readable(const Value& value, Unit unit);

// A character of UTF-8 text that acts instead of showing: a control, a line or paragraph separator, one that
// turns the direction around, or one without width. Nothing when another character begins at `at`.
struct ActiveCharacter {
  uint32_t code = 0;
  size_t bytes = 0;
};
std::optional<ActiveCharacter> active_character(std::string_view text, size_t at);
// On one line and without active characters, so that a name from a profile cannot move the cursor of a
// terminal or show as another name.
std::string one_line(std::string_view text);
// At most `width` characters (code points), the middle replaced by "…".
std::string shortened(std::string_view text, size_t width);
// Escapes what Markdown or HTML would act on.
std::string markdown_escaped(std::string_view text);
// How many code points.
size_t display_width(std::string_view text);

// Columns padded with blanks, numbers to the right; text columns are shortened to `max_text`.
std::string markdown_table(const Table& table, size_t max_text = 72);
// RFC 4180, header first, numbers as they are. Texts are on one line, and what a spreadsheet would treat as a
// formula begins with an apostrophe.
std::string csv(const Table& table);

}  // namespace nsys_ai
