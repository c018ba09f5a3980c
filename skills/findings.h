// Evaluates the book of root causes on a profile with the built-in skills.
#pragma once

#include "knowledge/findings.h"

namespace nsys_ai {

// Findings for the entire capture are computed once.
Result<Findings> findings_in(const Profile& profile, const Scope& scope, const Work& work);
// For the entire capture, stored with the profile and, for large profiles, beside their cached columns; build
// with `profile.derived(build_findings)`.
Findings build_findings(const Profile& profile);
// Null where they are neither computed nor cached.
const Findings* ready_findings(const Profile& profile);

}  // namespace nsys_ai
