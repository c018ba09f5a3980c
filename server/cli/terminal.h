// The capabilities of standard output, and text that fits it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>

#include "view/pages/page.h"
#include "view/sparkline.h"

namespace nsys_ai {

// Formats help in lines that fit the terminal.
std::shared_ptr<CLI::FormatterBase> help_for_terminal();

// Adds --width and --color, which apply to everything that the process prints.
void add_text_options(CLI::App& command);
void add_color_option(CLI::App& command);

// The width of standard output in characters: --width, otherwise that of the terminal; kUnbounded for a pipe
// or a file.
size_t text_width();
// The same for standard error, to which --width does not apply.
size_t message_width();

// Whether standard output shows colours: --color decides, otherwise not if NO_COLOR is set and not in a pipe.
bool colours();

// Block characters if the locale's encoding is UTF-8.
Glyphs terminal_glyphs();

// The page in lines of text_width(). `indent` is the number of blanks before all lines but headings.
std::string text_for_terminal(const Page& page, size_t indent = 2);

// An underlined heading.
std::string heading_for_terminal(const std::string& text);

// Wraps sentences, one per line of `text`, to text_width().
std::string sentences_for_terminal(const std::string& text);

}  // namespace nsys_ai
