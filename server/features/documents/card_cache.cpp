// Searches a short list, which takes less than a microsecond.
#include "features/documents/card_cache.h"

#include <algorithm>

#include "base/context.h"
#include "view/targets/card.h"

namespace nsys_ai {

std::optional<Card> CardCache::card(const ProfilePtr& profile, std::string_view target) {
  if (auto known = find(profile, target)) return known;
  auto made = nsys_ai::card(*profile, target);
  if (!made) return std::nullopt;
  // A cancelled computation may have produced an incomplete card.
  check_cancelled();
  const std::lock_guard lock(lock_);
  kept_.push_front({profile, std::string(target), *made});
  if (kept_.size() > kMaxCards) kept_.pop_back();
  return made;
}

std::optional<Card> CardCache::find(const ProfilePtr& profile, std::string_view target) {
  const std::lock_guard lock(lock_);
  const auto same = [&](const Kept& of) {
    // Compares by ownership, because another profile may have been allocated at the same address.
    return of.target == target && !of.profile.owner_before(profile) && !profile.owner_before(of.profile);
  };
  const auto found = std::find_if(kept_.begin(), kept_.end(), same);
  if (found == kept_.end()) return std::nullopt;
  kept_.splice(kept_.begin(), kept_, found);
  return kept_.front().card;
}

}  // namespace nsys_ai
