// A cache of cards: on a profile of millions of kernels one takes tens of milliseconds to make, and people
// hover over the same thing again and again.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Thread-safe. The least recently used card is evicted first; cards of a profile that is gone are never
// found.
class CardCache {
 public:
  static constexpr size_t kMaxCards = 256;

  // As `card` of view/targets/card.h.
  std::optional<Card> card(const ProfilePtr& profile, std::string_view target);

 private:
  struct Kept {
    std::weak_ptr<const Profile> profile;
    std::string target;
    Card card;
  };
  std::optional<Card> find(const ProfilePtr& profile, std::string_view target);

  std::mutex lock_;
  std::list<Kept> kept_;  // the most recently used first
};

}  // namespace nsys_ai
