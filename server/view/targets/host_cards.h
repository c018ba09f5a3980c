// The cards of single events on the host: looked up in the columns, since hovers on them are frequent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profile/profile.h"

namespace nsys_ai::inline view {

// A thread as people tell it apart: "146 (pt_autograd_0) of process 144".
std::string thread_name(const Profile& profile, ThreadIx thread);

// Nothing when no event is in that row of its table.
std::optional<std::string> call_card(const Profile& profile, int64_t row);
std::optional<std::string> range_card(const Profile& profile, int64_t row);

}  // namespace nsys_ai::inline view
