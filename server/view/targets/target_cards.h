// The cards of targets, one function a kind; `card` of view/targets/card.h finds them by the table of kinds.
#pragma once

#include <optional>

#include "profile/profile.h"
#include "view/cards/card_blocks.h"
#include "view/targets/target.h"

namespace nsys_ai {

// Each returns the card of a target of its kind; nothing when the profile has no such target.
std::optional<Card> copy_kind_card(const Profile& profile, const Target& target);
std::optional<Card> device_card(const Profile& profile, const Target& target);
std::optional<Card> event_card(const Profile& profile, const Target& target);
std::optional<Card> finding_card(const Profile& profile, const Target& target);
std::optional<Card> gap_card(const Profile& profile, const Target& target);
std::optional<Card> iteration_card(const Profile& profile, const Target& target);
std::optional<Card> kernel_card(const Profile& profile, const Target& target);
std::optional<Card> kernel_name_card(const Profile& profile, const Target& target);
std::optional<Card> kernel_runs_card(const Profile& profile, const Target& target);
std::optional<Card> memcpy_card(const Profile& profile, const Target& target);
std::optional<Card> memset_card(const Profile& profile, const Target& target);
std::optional<Card> nvtx_card(const Profile& profile, const Target& target);
std::optional<Card> nvtx_label_card(const Profile& profile, const Target& target);
std::optional<Card> nvtx_ranges_card(const Profile& profile, const Target& target);
std::optional<Card> page_card(const Profile& profile, const Target& target);
std::optional<Card> ranges_card(const Profile& profile, const Target& target);
std::optional<Card> runtime_call_card(const Profile& profile, const Target& target);
std::optional<Card> skill_card(const Profile& profile, const Target& target);
std::optional<Card> source_card(const Profile& profile, const Target& target);
std::optional<Card> stream_card(const Profile& profile, const Target& target);

}  // namespace nsys_ai
