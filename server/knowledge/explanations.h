// Why a thing matters and what usually makes it slow: docs/EXPLAIN.md, compiled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct Explanation {
  std::string thing;    // a family of kernels, or `gap:host-bound`
  std::string why;      // a sentence
  std::string usually;  // the end of "usually slow because ..."; experience, not a measurement
  std::vector<std::string> skills;
};

// All explanations, in the order of the page. A page that does not parse is a defect, which every test would
// find.
std::span<const Explanation> explanations();
// Null if the page has none.
const Explanation* explanation_of(std::string_view thing);

}  // namespace nsys_ai
