// A cache of cards. A card of a profile with millions of kernels takes tens of milliseconds to make, and
// people hover over the same thing again and again.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai {

// Thread-safe. Evicts the least recently used card first, and never returns a card of a closed profile.
class CardCache {
 public:
  static constexpr size_t kMaxCards = 256;

  // Like `card` of view/targets/card.h.
  std::optional<std::string> card(const ProfilePtr& profile, std::string_view target);

 private:
  struct Kept {
    std::weak_ptr<const Profile> profile;
    std::string target;
    std::string markdown;
  };
  std::optional<std::string> find(const ProfilePtr& profile, std::string_view target);

  std::mutex lock_;
  std::list<Kept> kept_;  // most recently used first
};

}  // namespace nsys_ai
