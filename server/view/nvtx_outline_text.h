// An outline of NVTX ranges for a terminal, and as Markdown for a report.
#pragma once

#include <cstddef>
#include <string>

#include "view/nvtx_outline.h"
#include "view/sparkline.h"

namespace nsys_ai {

struct OutlineLayout {
  size_t width = 110;  // columns of the terminal
  Glyphs glyphs = Glyphs::unicode;
};

// The number of time intervals that fit into a terminal of that width.
size_t outline_parts(size_t width);

// One line for each range, indented by depth, with aligned columns. A legend below names the omitted columns
// and explains the others. The text contains no control characters that a terminal would act on.
std::string outline_text(const Outline& outline, const OutlineLayout& layout);

// A document with the captured run, the table, and the derivation of its figures. Names the file without its
// folder.
std::string outline_markdown(const Profile& profile, const Outline& outline);

}  // namespace nsys_ai
