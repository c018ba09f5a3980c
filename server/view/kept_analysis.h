// Keeps the answers of the full report on a large profile, so that it is written at once the next time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profile/profile.h"
#include "view/analysis.h"

namespace nsys_ai {

// Serializes everything but the findings, which are kept by themselves, and the devices in scope.
std::vector<uint8_t> bytes_of(const Analysis& analysis, int64_t limit);
// False, and leaves the analysis as it is, if the bytes are not valid or of another limit of rows.
bool restore_answers(std::span<const uint8_t> bytes, int64_t limit, Analysis& analysis);

// The answers about the whole run from the last time that this program made the report on this state of the
// file with that limit.
bool restore_answers(const Profile& profile, int64_t limit, Analysis& analysis);
void keep_answers(const Profile& profile, int64_t limit, const Analysis& analysis);

}  // namespace nsys_ai
