// Findings as bytes, for the cache of large profiles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "knowledge/findings.h"
#include "profile/profile.h"

namespace nsys_ai {

// All but those that were suppressed, which belong to a workspace.
std::vector<uint8_t> bytes_of(const Findings& findings);
// Nothing where the bytes are not those of findings.
std::optional<Findings> findings_of(std::span<const uint8_t> bytes);

// What this program found in this state of the file when it judged it last, beside the columns. Another build
// of the program may judge otherwise.
std::optional<Findings> kept_findings(const Profile& profile);
void keep_findings(const Profile& profile, const Findings& findings);

}  // namespace nsys_ai
