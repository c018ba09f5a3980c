// Addresses of documents about one thing in a profile: a finding, a kernel, a skill's answer.
//
//   nsys-ai://finding/ABSOLUTE/PATH.sqlite/SLUG?key=KEY
//
// The slug is for people, who tell tabs apart by it; what stands behind the `?` says what is meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

using UriItems = std::vector<std::pair<std::string, std::string>>;
std::string item_uri(std::string_view kind, const Profile& profile, std::string_view slug,
                     const UriItems& items);

std::string finding_uri(const Profile& profile, const std::string& key);
std::string skill_uri(const Profile& profile, const std::string& skill, const UriItems& params);
// What explains a target: a finding, a kernel by name or an NVTX label. Nothing for other targets.
std::optional<std::string> explaining_uri(const Profile& profile, std::string_view target);
// All runs of a kernel by name. Nothing for other targets.
std::optional<std::string> instances_uri(const Profile& profile, std::string_view target);

}  // namespace nsys_ai
