// What a question is made of, from left to right: words, and slots in place of what it names.
#pragma once

#include <string>
#include <vector>

#include "agent/known/frame.h"

namespace nsys_ai::inline agent {

struct FrameItem {
  std::string word;  // as it was typed, in lower case; empty for a slot
  Slot slot;
  bool is_slot = false;
};

std::vector<FrameItem> items_of(const std::vector<WordToken>& tokens, const std::vector<NamedSpan>& names);

}  // namespace nsys_ai::inline agent
