// By the kind of the target.
#include "view/targets/card.h"

#include "base/text_table.h"
#include "view/targets/target_kinds.h"

namespace nsys_ai::inline view {

std::optional<std::string> card(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  const Shortfalls told;
  auto markdown = about(target->kind).card(profile, *target);
  if (markdown) settle(told, *markdown);
  return markdown;
}

void settle(const Shortfalls& told, std::string& markdown) {
  for (const std::string& note : told.notes()) {
    const std::string line = "\n*" + markdown_escaped(one_line(note)) + ".*\n";
    if (markdown.find(line) == std::string::npos) markdown += line;
  }
}

}  // namespace nsys_ai::inline view
