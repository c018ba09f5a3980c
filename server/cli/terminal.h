// What the terminal of standard output can show.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

#include "base/value.h"
#include "view/sparkline.h"

namespace nsys_ai::inline cli {

// --width; where it is not given, the terminal's, and 110 for what is none.
struct TerminalWidth {
  int64_t asked = 0;

  void add(CLI::App& command);
  size_t columns() const;
};

// Blocks where the locale's encoding is UTF-8.
Glyphs terminal_glyphs();

// An aligned table without the columns in which nothing stands, whose widest texts give way, so that lines
// fit where they can.
std::string fitted_text(const Table& table, size_t width);

}  // namespace nsys_ai::inline cli
