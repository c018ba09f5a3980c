// Evaluates the book of root causes with the built-in skills.
#include "skills/findings.h"

#include <stdexcept>

#include "base/guarded.h"
#include "base/loss_notes.h"
#include "base/context.h"
#include "knowledge/book.h"
#include "knowledge/cached_findings.h"
#include "skills/list.h"

namespace nsys_ai {

namespace {

Result<Findings> judged(const Profile& profile, const Scope& scope, const Work& work) {
  const auto judgements = judge({built_in_skills(), profile, scope, work}, root_cause_book());
  if (!judgements) return tl::unexpected(judgements.error());
  Findings findings = ranked(*judgements);
  findings.not_judged.insert(findings.not_judged.end(), broken_pages().begin(), broken_pages().end());
  return findings;
}

}  // namespace

Result<Findings> findings_in(const Profile& profile, const Scope& scope, const Work& work) {
  if (scope.is_whole(profile))
    return profile.derived(build_findings, work).map([](const Findings* all) { return *all; });
  return judged(profile, scope, work);
}

Findings build_findings(const Profile& profile) {
  // Findings of the user's own pages belong to a workspace instead of the file.
  const bool of_file = !has_user_pages();
  if (auto kept = of_file ? cached_findings(profile) : std::nullopt) return std::move(*kept);
  const LossNotes losses;
  auto findings = judged(profile, Scope::whole(profile), {});
  check_cancelled();
  // It cannot be cancelled, so any other error is a defect.
  if (!findings) throw ThrownError(findings.error());
  // Data loss is reported with the findings and may be temporary, so those findings are not cached.
  if (of_file && losses.empty() && findings->failed.empty()) cache_findings(profile, *findings);
  return std::move(*findings);
}

const Findings* ready_findings(const Profile& profile) {
  const auto known = [&]() -> const Findings& { return profile.derived(build_findings); };
  if (const Findings* findings = if_ready(known)) return findings;
  return !has_user_pages() && cached_findings(profile) ? &known() : nullptr;
}

}  // namespace nsys_ai
