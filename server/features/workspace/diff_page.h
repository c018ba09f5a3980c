// Lays out a comparison of captures, for all front ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "protocol/nsys_compare.h"
#include "view/pages/page.h"

namespace nsys_ai {

// What the targets of events of a side begin with, where a client can show their cards.
struct DiffTargets {
  std::optional<std::string> before = {};
  std::optional<std::string> after = {};
};

// Without a title, since the verdict comes first. The parts are those that changed most.
Page diff_page(const nsys::Comparison& comparison, size_t most_parts = 15, const DiffTargets& targets = {});
// Of Markdown for a pull request.
constexpr size_t kMostDiffBytes = 8000;
// At most that many bytes: rows are left out, and counted, where it would be more.
std::string diff_markdown(const nsys::Comparison& comparison, size_t most_bytes);

}  // namespace nsys_ai
