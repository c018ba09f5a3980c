// What the relational model says of a single event of any family, as a card and as a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/work.h"
#include "profile/profile.h"
#include "view/cards/card_blocks.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `family` is the name of a table of docs/SCHEMA.md, such as `runtime_call`. Nothing when there is no such
// table or row. `thing` is what it is on the page of explanations.
std::optional<Card> event_card(const Profile& profile, std::string_view family, int64_t row,
                               std::string_view thing);
std::optional<Page> event_page(const Profile& profile, std::string_view family, int64_t row,
                               const Work& work);

}  // namespace nsys_ai
