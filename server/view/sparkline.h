// Counts as a row of small bars, one character each.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace nsys_ai {

enum class Glyphs { ascii, unicode };

// Scales the bars to the largest count; a count that is not zero never looks like zero.
std::string sparkline(std::span<const uint32_t> counts, Glyphs glyphs);

}  // namespace nsys_ai
