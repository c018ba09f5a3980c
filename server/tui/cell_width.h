// Characters as cells of a terminal: what a name from a profile takes there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// A character with the marks on it.
struct FrameGlyph {
  std::string text;
  size_t width = 1;  // 1 or 2 cells
};

// The text on one line as glyphs. What has an effect instead of a glyph is escaped (one_line), bytes that are
// no UTF-8 become U+FFFD, and of marks on one character the first two stay, so that none reaches other lines.
std::vector<FrameGlyph> glyphs_of(std::string_view text);
size_t cells_of(std::string_view text);
// At most that many cells; "…" (or "~") replaces the end.
std::string cut_to_cells(std::string_view text, size_t cells, bool ascii);

}  // namespace nsys_ai
