// The NVTX hierarchy of two captures beside each other: what a range of each path took before and takes now.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct TreeChangesOptions {
  std::string filter;   // only paths of which a label contains this
  int64_t depth = 0;    // the outermost ranges have 1; 0 for all
  int64_t limit = 100;  // the paths that changed most, with those around them; 0 for all
  std::vector<int64_t> gpus = {};                  // of both captures; empty for all
  std::optional<std::string> base_targets = {};    // what targets in the base begin with; nullopt for none
};

// Paths of labels, summed over the threads of a capture. Fails on GPUs that a capture does not have.
Result<Page> tree_changes_page(const Profile& base, const Profile& profile,
                               const TreeChangesOptions& options);

}  // namespace nsys_ai
