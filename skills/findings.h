// What the book of root causes finds, by the built-in skills.
#pragma once

#include "knowledge/findings.h"

namespace nsys_ai {

// Those of the whole capture are found once.
Result<Findings> findings_in(const Profile& profile, const Scope& scope, const Work& work);
// Of the whole capture, kept, of large profiles beside their columns too; build with
// `profile.derived(build_findings)`.
Findings build_findings(const Profile& profile);
// Null where they are to be judged first.
const Findings* findings_at_hand(const Profile& profile);

}  // namespace nsys_ai
