// Brings the book and the built-in skills together.
#include "skills/findings.h"

#include <stdexcept>

#include "base/guarded.h"
#include "base/work_scope.h"
#include "knowledge/book.h"
#include "skills/list.h"

namespace nsys_ai::inline skills {

namespace {

Result<Findings> judged(const Profile& profile, const Scope& scope, const Work& work) {
  const auto judgements = judge({built_in_skills(), profile, scope, work}, root_cause_book());
  if (!judgements) return tl::unexpected(judgements.error());
  return ranked(*judgements);
}

}  // namespace

Result<Findings> findings_in(const Profile& profile, const Scope& scope, const Work& work) {
  if (scope.is_whole(profile))
    return profile.derived(build_findings, work).map([](const Findings* all) { return *all; });
  return judged(profile, scope, work);
}

Findings build_findings(const Profile& profile) {
  auto findings = judged(profile, Scope::whole(profile), {});
  checkpoint();
  // It is not cancelled, so what remains is a defect.
  if (!findings) throw ThrownError(findings.error());
  return std::move(*findings);
}

}  // namespace nsys_ai::inline skills
