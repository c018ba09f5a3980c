// The text of `.nsys-ai/suppressed.json`: which findings a team decided to live with, and why.
//
//   {"suppressed": [{"finding": "idle-host-bound", "reason": "expected in this run", "profile":
//   "smoke-*.sqlite"}]}
//
// People edit it too: unknown members are preserved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/suppression.h"

namespace nsys_ai {

// Fails with `FILE:LINE: what is wrong`: nothing in a broken file counts. An empty text suppresses nothing.
Result<std::vector<Suppression>> parse_suppressions(std::string_view file_name, std::string_view text);

// The text with one more, in place of one of the same finding and profile; sorted by finding, then profile.
// Fails as above, so that an edit under way is never written over.
Result<std::string> with_suppression(std::string_view file_name, std::string_view text,
                                     const Suppression& suppression);

// The text without those that apply to this finding of this profile.
Result<std::string> without_suppression(std::string_view file_name, std::string_view text,
                                        std::string_view finding, std::string_view profile_name);

}  // namespace nsys_ai
