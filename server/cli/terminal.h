// What standard output can show, and text that fits it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>

#include "view/pages/page.h"
#include "view/sparkline.h"

namespace nsys_ai {

// Writes help in lines that fit.
std::shared_ptr<CLI::FormatterBase> help_for_terminal();

// --width and --color, for what the whole process prints.
void add_text_options(CLI::App& command);

// Characters of a line: of standard output those of --width, else the terminal's; kUnbounded for a pipe or a
// file.
size_t text_width();
// Of standard error, likewise, where --width does not count.
size_t message_width();

// Whether standard output shows colours: not where NO_COLOR is set, and not in a pipe, unless --color says
// so.
bool colours();

// Blocks where the locale's encoding is UTF-8.
Glyphs terminal_glyphs();

// The page in lines of this width.
// `indent` is how many blanks stand before what is no heading.
std::string text_for_terminal(const Page& page, size_t indent = 2);

// An underlined heading.
std::string heading_for_terminal(const std::string& text);

// Sentences, a line each, in lines of this width.
std::string sentences_for_terminal(const std::string& text);

}  // namespace nsys_ai
