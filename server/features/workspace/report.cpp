// Answers nsys/report: the report on a run, as Markdown and as data.
#include "view/report/report.h"

#include "features/feature.h"
#include "features/session.h"
#include "features/wire_report.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/suppressions.h"
#include "knowledge/suppression.h"
#include "protocol/nsys_report.h"
#include "skill/user_skills.h"
#include "tools/scope_of.h"

namespace nsys_ai {
namespace {

Result<nsys::ReportResult> answered_report(Session& session, const nsys::ReportParams& params, Call& call) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const SkillSetPtr known = session.skills.now();
  ReportOptions options;
  options.scope = scope_of(params);
  if (params.phaseMap) options.scope.phase_map = *params.phaseMap;
  known->project.complete(options.scope);
  options.phase_map = params.phaseMap ? *params.phaseMap : known->project.text_of(kPhaseMap);
  options.requests = known->project.text_of(kRequestLog);
  auto made = make_report(**profile, options, call.work());
  if (!made) return tl::unexpected(made.error());
  made->findings = without_suppressed(std::move(made->findings), *session.suppressions.now(), made->file);
  return nsys::ReportResult{report_markdown(*made), wire_report(*made)};
}

}  // namespace

void attach_report(Router& router, Session& session) {
  router.on<method::Report>(Lane::bulk, [&session](const nsys::ReportParams& params, Call& call) {
    return answered_report(session, params, call);
  });
}

}  // namespace nsys_ai
