// Markdown that can be shown without acting.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// What a model wrote without what a reader of Markdown would load, follow or run: links and images become
// their words, addresses become code, HTML is escaped, and active characters but the end of a line are gone.
// Emphasis, lists, tables, headings and code stay.
std::string plain_markdown(std::string_view text);

}  // namespace nsys_ai
