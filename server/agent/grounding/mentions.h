// The things that a text names: by alias, by name, by reference or by number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agent/grounding/figures.h"

namespace nsys_ai {

struct NamedPart {
  size_t begin = 0;
  size_t end = 0;
  std::string name;        // without marks; `gpu 1` of an identity
  bool identity = false;   // names by number alone, so that many rows may be of it
  bool reference = false;  // kernel:1234
};

// In the order of the text. Names are what is code or quoted, and words that are written as names of programs
// are: K17, aten::mul, flash_fwd_kernel. Identities are those of `figures`, which are the text's.
std::vector<NamedPart> mentions_in(std::string_view text, const std::vector<Figure>& figures);

}  // namespace nsys_ai
