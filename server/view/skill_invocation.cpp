// Splits the line at blanks.
#include "view/skill_invocation.h"

#include <algorithm>

namespace nsys_ai {

SkillInvocation parse_skill_invocation(std::string_view text) {
  SkillInvocation asked;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    const size_t equals = word.find('=');
    if (asked.name.empty()) {
      asked.name = word;
    } else if (equals != std::string_view::npos) {
      std::string value(word.substr(equals + 1));
      std::replace(value.begin(), value.end(), '~', ' ');
      asked.values[std::string(word.substr(0, equals))] = value;
    }
  }
  return asked;
}

ViewLink link_of_skill(const SkillInvocation& asked) {
  ViewLink link{"skill", {{"name", asked.name}}};
  for (const auto& [name, value] : asked.values) link.params.emplace_back("param." + name, value);
  return link;
}

}  // namespace nsys_ai
