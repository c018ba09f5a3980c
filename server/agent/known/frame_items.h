// What a question is made of, from left to right: words, and slots in place of what it names.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

struct FrameItem {
  std::string word;  // as it was typed, in lower case; empty for a slot
  Slot slot;
  bool is_slot = false;
};

// `{kernel}` and the like, which stand for names in wordings that are kept, and the kind of their slots.
struct Placeholder {
  std::string_view word;
  char kind;
};
inline constexpr std::array<Placeholder, 5> kPlaceholders = {
    {{"kernel", 'x'}, {"range", 'r'}, {"call", 'c'}, {"oscall", 'y'}, {"name", 'n'}}};

// The kind of slots for names of such things.
char slot_kind_of(Subject subject);

std::vector<FrameItem> items_of(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names);

}  // namespace nsys_ai::inline agent
