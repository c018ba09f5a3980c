// Recognizes active characters by their Unicode properties.
#include "base/text_table.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

struct CodeRange {
  uint32_t first, last;
};

// Controls (Cc), separators of lines and paragraphs (Zl, Zp), marks of direction and annotations (Cf), and
// invisible characters (Default_Ignorable_Code_Point): two names that differ only in these would look the
// same.
constexpr std::array<CodeRange, 19> kActive = {{
    {0x0000, 0x001F}, {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
}};

// The character of two to four bytes that begins at `at`; its size is 0 when none does.
ActiveCharacter longer_character(std::string_view text, size_t at) {
  const uint32_t first = static_cast<unsigned char>(text[at]);
  const size_t bytes = first >= 0xF0 && first < 0xF5   ? 4
                       : first >= 0xE0 && first < 0xF0 ? 3
                       : first >= 0xC2                 ? 2
                                                       : 0;
  if (bytes == 0 || first >= 0xF5) return {};
  uint32_t code = first & (0x7FU >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    const unsigned char next = at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
    if ((next & 0xC0U) != 0x80) return {};
    code = code << 6 | (next & 0x3FU);
  }
  return {code, bytes};
}

}  // namespace

std::optional<ActiveCharacter> active_character(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const ActiveCharacter found = first < 0x80 ? ActiveCharacter{first, 1} : longer_character(text, at);
  if (found.bytes == 0) return std::nullopt;
  const auto range = std::ranges::lower_bound(kActive, found.code, {}, &CodeRange::last);
  if (range == kActive.end() || found.code < range->first) return std::nullopt;
  return found;
}

}  // namespace nsys_ai
