// Finds entries in a text by its brackets.
#include "features/workspace/listed_entries.h"

namespace nsys_ai {

int line_of_entry(std::string_view text, size_t entry) {
  int line = 1;
  size_t depth = 0;
  size_t entries = 0;
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (quoted && c == '\\') {
      ++at;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '{' || c == '[')) {
      if (++depth == 3 && c == '{' && entries++ == entry) return line;
    } else if (!quoted && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return line;
}

}  // namespace nsys_ai
