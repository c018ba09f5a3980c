// Text for people: quantities in readable units, and tables aligned for a terminal or as Markdown.
#pragma once

#include <concepts>
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
// A count with its noun, as a person writes it: `1 kernel`, `1,234 kernels`.
std::string counted(std::integral auto count, std::string_view one, std::string_view more) {
  return readable_count(static_cast<int64_t>(count)).append(" ").append(count == 1 ? one : more);
}
// Seconds on the capture's clock with microseconds: 42.123456 s.
std::string readable_clock(int64_t ns);
// A value in the unit of its column; null is "-".
std::string readable(const Value& value, Unit unit);

// A character of UTF-8 text that has an effect instead of a glyph: a control, a line or paragraph separator,
// a change of direction, or a zero-width character. Returns nullopt when another character begins at `at`.
struct ActiveCharacter {
  uint32_t code = 0;
  size_t bytes = 0;
};
std::optional<ActiveCharacter> active_character(std::string_view text, size_t at);
// The text on one line and without active characters, so that a name from a profile cannot move a terminal's
// cursor or pose as another name.
std::string one_line(std::string_view text);
// At most `width` characters (code points); "…" replaces the middle.
std::string shortened(std::string_view text, size_t width);
// Escapes characters that have a meaning in Markdown or HTML.
std::string markdown_escaped(std::string_view text);
// The number of code points.
size_t display_width(std::string_view text);

// Columns padded with blanks, numbers right-aligned; text columns are shortened to `max_text`.
std::string markdown_table(const Table& table, size_t max_text = 72);
// RFC 4180, header first, numbers unformatted. Texts are on one line, and an apostrophe precedes text that a
// spreadsheet would treat as a formula.
std::string csv(const Table& table);

}  // namespace nsys_ai
