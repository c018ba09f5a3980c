// By the kind of the target.
#include "view/card.h"

#include "view/target_kinds.h"

namespace nsys_ai {

std::optional<std::string> card(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  return about(target->kind).card(profile, *target);
}

}  // namespace nsys_ai
