// Makes Markdown safe to show.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// A model's text without anything that a Markdown reader would load, follow or run: links and images become
// their words, addresses become code, HTML is escaped, and active characters except line breaks are removed.
// Emphasis, lists, tables, headings and code remain.
std::string plain_markdown(std::string_view text);

}  // namespace nsys_ai
