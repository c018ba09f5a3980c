// The card of a single event of any family: what its row in the relational model says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai {

// `family` is the name of a table of docs/SCHEMA.md, such as `runtime_call`. Nothing when there is no such
// table or row.
std::optional<std::string> event_card(const Profile& profile, std::string_view family, int64_t row);

}  // namespace nsys_ai
