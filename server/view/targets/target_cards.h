// The cards of targets, one function a kind; `card` of view/targets/card.h finds them by the table of kinds.
#pragma once

#include <optional>
#include <string>

#include "profile/profile.h"
#include "view/targets/target.h"

namespace nsys_ai {

// Each of a target of its kind; nothing when that names nothing in this profile.
std::optional<std::string> copy_kind_card(const Profile& profile, const Target& target);
std::optional<std::string> device_card(const Profile& profile, const Target& target);
std::optional<std::string> event_card(const Profile& profile, const Target& target);
std::optional<std::string> finding_card(const Profile& profile, const Target& target);
std::optional<std::string> gap_card(const Profile& profile, const Target& target);
std::optional<std::string> iteration_card(const Profile& profile, const Target& target);
std::optional<std::string> kernel_card(const Profile& profile, const Target& target);
std::optional<std::string> kernel_name_card(const Profile& profile, const Target& target);
std::optional<std::string> kernel_runs_card(const Profile& profile, const Target& target);
std::optional<std::string> memcpy_card(const Profile& profile, const Target& target);
std::optional<std::string> memset_card(const Profile& profile, const Target& target);
std::optional<std::string> nvtx_card(const Profile& profile, const Target& target);
std::optional<std::string> nvtx_label_card(const Profile& profile, const Target& target);
std::optional<std::string> nvtx_ranges_card(const Profile& profile, const Target& target);
std::optional<std::string> page_card(const Profile& profile, const Target& target);
std::optional<std::string> ranges_card(const Profile& profile, const Target& target);
std::optional<std::string> runtime_call_card(const Profile& profile, const Target& target);
std::optional<std::string> skill_card(const Profile& profile, const Target& target);
std::optional<std::string> source_card(const Profile& profile, const Target& target);
std::optional<std::string> stream_card(const Profile& profile, const Target& target);

}  // namespace nsys_ai
