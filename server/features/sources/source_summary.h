// A summary of what is measured at a location of a source, in one line or as a card.
#pragma once

#include <optional>
#include <string>

#include "annotate/source_matches.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// 182 calls, 41.20 ms, 12.3 % of kernel time on GPU 0-1.
std::string summary_of(const Profile& profile, const SourceMatch& match);
// 12.3 %.
std::string share_of(const Profile& profile, const SourceMatch& match);
// The numbers, with what is ambiguous said first.
Card card_of(const Profile& profile, const SourceMatch& match);

}  // namespace nsys_ai
