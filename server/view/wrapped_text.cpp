// Takes words as long as they fit.
#include "view/wrapped_text.h"

#include <algorithm>

#include "base/text_table.h"

namespace nsys_ai::inline view {
namespace {

void wrap_line(std::string_view line, size_t width, std::string& out) {
  size_t used = 0;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    const std::string_view word = line.substr(at, end - at);
    const size_t length = display_width(word);
    if (used > 0 && used + 1 + length > width) {
      out += '\n';
      used = 0;
    } else if (used > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += length;
    at = end + 1;
  }
}

}  // namespace

std::string wrapped_text(std::string_view text, size_t width) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    wrap_line(text.substr(at, end - at), width, out);
    out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace nsys_ai::inline view
