// Findings that a person accepted, and why. They remain findings; clients only show them separately.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "knowledge/findings.h"

namespace nsys_ai {

struct Suppression {
  std::string finding;  // its key
  std::string reason;   // in the words of the person
  std::string profile;  // a file name, with `*` for any part; empty for all profiles
};

bool applies(const Suppression& suppression, std::string_view finding, std::string_view file_name);

// Moves the suppressed findings of the profile with that file name from `findings` to `suppressed`; the first
// matching suppression gives the reason.
Findings without_suppressed(Findings findings, std::span<const Suppression> suppressions,
                            std::string_view file_name);

}  // namespace nsys_ai
