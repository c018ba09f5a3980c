// Texts in HTML pages, and templates with places for them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai {

// JSON that is safe in a script element: no character in it can end the element or begin a comment.
std::string json_string(std::string_view text);
// As text between tags, and inside a quoted attribute.
std::string html_text(std::string_view text);

// The value of each slot; a template writes it as {{name}}. A slot without a value is left empty.
using TemplateSlots = std::vector<std::pair<std::string_view, std::string>>;
// Scans the template once: never searches the inserted values for slots.
std::string filled_template(std::string_view page, const TemplateSlots& slots);

}  // namespace nsys_ai
