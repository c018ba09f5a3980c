// The pages of a seed that are worth damaging.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/pages.h"
#include "tests/fuzz/seed.h"

namespace nsys_ai::fuzz {

struct Spot {
  std::string name;  // NVTX_EVENTS_first_leaf
  uint32_t page = 0;
  uint32_t root = 0;  // of its tree
};

// Of every table that events are read from and of the schema: the root, and the first and the last leaf.
inline std::vector<Spot> spots(const Seed& seed) {
  std::vector<std::pair<std::string, uint32_t>> trees = {{"schema", 1}};
  for (const std::string& table : event_tables()) trees.emplace_back(table, seed.roots.at(table));
  const Pages pages(seed.bytes);
  std::vector<Spot> found;
  for (const auto& [table, root] : trees) {
    std::vector<uint32_t> leaves;
    for (const uint32_t page : pages.tree(root))
      if (!pages.page(page).is_interior()) leaves.push_back(page);
    if (pages.page(root).is_interior()) found.push_back({table + "_root", root, root});
    found.push_back({table + "_first_leaf", leaves.front(), root});
    if (leaves.size() > 1) found.push_back({table + "_last_leaf", leaves.back(), root});
  }
  return found;
}

}  // namespace nsys_ai::fuzz
