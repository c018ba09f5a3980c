// By the kind of the target.
#include "view/targets/card.h"

#include "view/targets/target_kinds.h"

namespace nsys_ai::inline view {

std::optional<std::string> card(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  return about(target->kind).card(profile, *target);
}

}  // namespace nsys_ai::inline view
