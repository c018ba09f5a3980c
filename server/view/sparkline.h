// Counts as a row of small bars, one character each.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace nsys_ai {

enum class Glyphs { ascii, unicode };

// The highest bar is the largest count; what is not zero is never shown as zero.
std::string sparkline(std::span<const uint32_t> counts, Glyphs glyphs);

}  // namespace nsys_ai
