// Escapes each value for its place.
#include "http/template_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace nsys_ai {

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7f || std::string_view("\"\\<>&'").find(c) != std::string_view::npos) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(byte));
      out += code.data();
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string filled_template(std::string_view page, const TemplateSlots& slots) {
  std::string out;
  while (true) {
    const auto open = page.find("{{");
    const auto close = page.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out.append(page);
    const std::string_view name = page.substr(open + 2, close - open - 2);
    const auto slot =
        std::find_if(slots.begin(), slots.end(), [&](const auto& each) { return each.first == name; });
    out.append(page.substr(0, open));
    if (slot != slots.end()) out.append(slot->second);
    page.remove_prefix(close + 2);
  }
}

}  // namespace nsys_ai
