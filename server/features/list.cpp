// The features of the server, as features.def lists them.
#include <array>

#include "features/feature.h"

namespace nsys_ai {

std::span<const Feature> all_features() {
  static constexpr std::array kFeatures = {
#define NSYS_FEATURE(name) Feature{#name, attach_##name},
#include "features/features.def"
#undef NSYS_FEATURE
  };
  return kFeatures;
}

}  // namespace nsys_ai
