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

// How many parts of time a terminal of that width has room for.
size_t outline_parts(size_t width);

// A line each, indented by depth, columns aligned; what the width has no room for is named below, beside what
// the columns mean. Nothing in it can act on a terminal.
std::string outline_text(const Outline& outline, const OutlineLayout& layout);

// A document: what was captured, the table, and how its figures were derived. The file is named without its
// folder.
std::string outline_markdown(const Profile& profile, const Outline& outline);

}  // namespace nsys_ai
