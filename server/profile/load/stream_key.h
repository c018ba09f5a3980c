// Identifies a stream by the file's ids, before it is resolved.
#pragma once

#include <cstdint>

#include "profile/dictionary.h"

namespace nsys_ai {

struct StreamKey {
  int64_t process = 0;  // global id
  int64_t device = 0;
  int64_t context = 0;
  int64_t stream = 0;
  friend auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

inline uint64_t hash_of(const StreamKey& key) {
  return mixed(std::array{static_cast<uint64_t>(key.process), static_cast<uint64_t>(key.device),
                          static_cast<uint64_t>(key.context), static_cast<uint64_t>(key.stream)});
}

}  // namespace nsys_ai
