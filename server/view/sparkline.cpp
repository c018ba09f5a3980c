// Eight heights, and a dot for zero.
#include "view/sparkline.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nsys_ai {
namespace {

constexpr size_t kHeights = 8;
constexpr std::array<std::string_view, kHeights + 1> kBlocks = {"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, kHeights + 1> kSigns = {".", ":", "-", "=", "+", "*", "%", "#", "@"};

}  // namespace

std::string sparkline(std::span<const uint32_t> counts, Glyphs glyphs) {
  const auto& heights = glyphs == Glyphs::unicode ? kBlocks : kSigns;
  const uint64_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  std::string text;
  for (const uint64_t count : counts)
    text += heights[most == 0 ? 0 : static_cast<size_t>((count * kHeights + most - 1) / most)];
  return text;
}

}  // namespace nsys_ai
