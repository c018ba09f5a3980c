// The text of `.nsys-ai/suppressed.json`: the findings that a team decided to accept, and why.
//
//   {"suppressed": [{"finding": "idle-host-bound", "reason": "expected in this run",
//                    "profile": "smoke-*.sqlite"}]}
//
// People also edit the file themselves, so unknown members are preserved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/suppression.h"

namespace nsys_ai {

// Fails with `FILE:LINE: message`; no entry of an invalid file counts. An empty text suppresses nothing.
Result<std::vector<Suppression>> parse_suppressions(std::string_view file_name, std::string_view text);

// The text with one more suppression, which replaces one of the same finding and profile; sorted by finding,
// then by profile. Fails like parse_suppressions, so that it never overwrites an unfinished edit.
Result<std::string> with_suppression(std::string_view file_name, std::string_view text,
                                     const Suppression& suppression);

// The text without the suppressions that apply to this finding of this profile.
Result<std::string> without_suppression(std::string_view file_name, std::string_view text,
                                        std::string_view finding, std::string_view profile_name);

}  // namespace nsys_ai
