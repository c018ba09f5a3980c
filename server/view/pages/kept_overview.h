// Keeps what the overview of a large profile says beside its findings, so that it opens at once the next
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Everything below the title but the findings, which depend on the workspace, and the path of the file.
struct OverviewBlocks {
  Facts capture;
  bool any_gpu_work = false;
  std::vector<Block> rest;
};

// Serializes headings, paragraphs, facts and tables; nullopt if there is a block of another kind.
std::optional<std::vector<uint8_t>> bytes_of(const OverviewBlocks& blocks);
// Returns nullopt if the bytes are not valid blocks.
std::optional<OverviewBlocks> overview_blocks_of(std::span<const uint8_t> bytes);

// The blocks from the last time that this program made the overview of this state of the file.
std::optional<OverviewBlocks> kept_overview(const Profile& profile);
void keep_overview(const Profile& profile, const OverviewBlocks& blocks);

}  // namespace nsys_ai
