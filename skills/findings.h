// What the book of root causes finds, by the built-in skills.
#pragma once

#include "knowledge/findings.h"

namespace nsys_ai::inline skills {

// Those of the whole capture are found once.
Result<Findings> findings_in(const Profile& profile, const Scope& scope, const Work& work);
// Of the whole capture, kept; build with `profile.derived(build_findings)`.
Findings build_findings(const Profile& profile);

}  // namespace nsys_ai::inline skills
