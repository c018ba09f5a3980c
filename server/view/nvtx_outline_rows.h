// The lines of an outline as the rows of an answer.
#pragma once

#include <vector>

#include "analysis/nvtx/nvtx_tree.h"
#include "base/value.h"
#include "view/nvtx_outline.h"

namespace nsys_ai {

std::vector<Column> outline_columns();
void add_outline_rows(const Profile& profile, const NvtxTree& tree, Outline& outline);

}  // namespace nsys_ai
