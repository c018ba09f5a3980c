// Summarizes the measurements of a location in a source file, in one line or as a card.
#pragma once

#include <optional>
#include <string>

#include "annotate/source_matches.h"

namespace nsys_ai {

// For example `182 calls, 41.20 ms, 12.3 % of kernel time on GPU 0-1`.
std::string summary_of(const Profile& profile, const SourceMatch& match);
// For example `12.3 %`.
std::string share_of(const Profile& profile, const SourceMatch& match);
// The measurements as Markdown; notes about ambiguous names come first.
std::string card_of(const Profile& profile, const SourceMatch& match);

}  // namespace nsys_ai
