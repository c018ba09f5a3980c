// Findings that somebody decided to live with, and why. They stay findings; clients only show them
// separately.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "knowledge/findings.h"

namespace nsys_ai {

struct Suppression {
  std::string finding;  // its key
  std::string reason;   // in the words of whoever decided
  std::string profile;  // names of files, `*` for any part of one; empty for every profile
};

bool applies(const Suppression& suppression, std::string_view finding, std::string_view file_name);

// Moves what is suppressed in the profile of that file name from `findings` to `suppressed`; the first
// suppression that applies gives the reason.
Findings without_suppressed(Findings findings, std::span<const Suppression> suppressions,
                            std::string_view file_name);

}  // namespace nsys_ai
