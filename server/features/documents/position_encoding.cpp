// The protocol's names of the encodings.
#include "features/documents/position_encoding.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"utf-8", "utf-16", "utf-32"};

}  // namespace

std::string_view name_of(PositionEncoding encoding) { return kNames[static_cast<size_t>(encoding)]; }

std::optional<PositionEncoding> position_encoding_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<PositionEncoding>(found - kNames.begin());
}

}  // namespace nsys_ai
