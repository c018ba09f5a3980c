// Patterns are read as far as their brackets and signs of repetition.
#include "agent/ask/pattern_text.h"

#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// Where the next part of a pattern begins: behind a group, a class, or one character.
size_t after_part(std::string_view pattern, size_t at) {
  switch (pattern[at]) {
    case '\\':
      return at + 2;
    case '[':
      return pattern.find(']', at + 2) + 1;
    case '(':
      for (++at; pattern[at] != ')';) at = after_part(pattern, at);
      return at + 1;
    default:
      return at + 1;
  }
}

}  // namespace

std::string needed_text(std::string_view pattern) {
  std::string longest, run;
  const auto end_run = [&] {
    if (run.size() > longest.size()) longest = run;
    run.clear();
  };
  for (size_t at = 0; at < pattern.size(); at = after_part(pattern, at)) {
    const char c = pattern[at];
    if (c == '|') return "";
    if (c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      run += c;
      continue;
    }
    // What is there as often as one likes may be missing.
    if ((c == '?' || c == '*' || c == '{') && !run.empty()) run.pop_back();
    end_run();
  }
  end_run();
  return ascii_lower(longest);
}

bool is_anchored(std::string_view pattern) {
  if (!pattern.starts_with('^')) return false;
  for (size_t at = 0; at < pattern.size(); at = after_part(pattern, at))
    if (pattern[at] == '|') return false;
  return true;
}

}  // namespace nsys_ai::inline agent
