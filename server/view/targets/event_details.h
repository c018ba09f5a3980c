// What the relational model says of a single event of any family, as a card and as a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `family` is the name of a table of docs/SCHEMA.md, such as `runtime_call`. Nothing when there is no such
// table or row. `why` it matters stands before the row.
std::optional<std::string> event_card(const Profile& profile, std::string_view family, int64_t row,
                                      const std::string& why);
std::optional<Page> event_page(const Profile& profile, std::string_view family, int64_t row,
                               const Work& work);

}  // namespace nsys_ai
