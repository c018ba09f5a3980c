// The things that a text names: by alias, name, reference or number.
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
  std::string name;        // without quotes or backquotes; `gpu 1` for an identity
  bool identity = false;   // named only by a number, so many rows may match
  bool reference = false;  // kernel:1234
};

// In the order of the text. Names are code, quoted text, and words spelled like identifiers: K17, aten::mul,
// flash_fwd_kernel. Identities come from `figures`, which must be those of the text.
std::vector<NamedPart> mentions_in(std::string_view text, const std::vector<Figure>& figures);

}  // namespace nsys_ai
