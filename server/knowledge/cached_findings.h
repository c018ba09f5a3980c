// Serializes findings for the cache of large profiles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "knowledge/findings.h"
#include "profile/profile.h"

namespace nsys_ai {

// Serializes all findings except the suppressed ones, which depend on the workspace.
std::vector<uint8_t> bytes_of(const Findings& findings);
// Returns nullopt if the bytes are not valid findings.
std::optional<Findings> findings_of(std::span<const uint8_t> bytes);

// The findings from the last time that this program judged this state of the file; they are stored beside the
// columns. Findings of a different build are ignored, because it may judge differently.
std::optional<Findings> cached_findings(const Profile& profile);
void cache_findings(const Profile& profile, const Findings& findings);

}  // namespace nsys_ai
