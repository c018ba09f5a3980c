// The features of the server, by name.
#include <array>

#include "features/feature.h"

namespace nsys_ai {

std::span<const Feature> features() {
  static constexpr std::array kFeatures = {
      Feature{"lifecycle", attach_lifecycle},
      Feature{"text_documents", attach_text_documents},
  };
  return kFeatures;
}

}  // namespace nsys_ai
