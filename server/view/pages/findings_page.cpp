// The blocks of the overview, each with its actions below.
#include "view/pages/findings_page.h"

#include "analysis/time/busy.h"
#include "skills/findings.h"
#include "view/finding_blocks.h"
#include "view/skill_invocation.h"
#include "view/targets/target.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

std::vector<PageAction> actions_of(const Profile& profile, const Finding& finding) {
  std::vector<PageAction> actions;
  const std::string target = target_of_finding(finding.key);
  if (interval_of(profile, target))
    actions.push_back({"Show on timeline", ViewLink{"timeline", {{"place", "at=" + target}}}, {}});
  for (const std::string& skill : finding.skills)
    actions.push_back({"Run " + skill, link_of_skill(parse_skill_invocation(skill)), {}});
  actions.push_back({"Suppress…", {}, finding.key});
  return actions;
}

}  // namespace

Page findings_page(const Profile& profile, std::span<const Suppression> suppressions) {
  const Findings findings = without_suppressed(profile.derived(build_findings), suppressions,
                                               profile.info().path.filename().string());
  Page page;
  page.title = "Findings";
  add_findings(findings, !profile.derived(build_device_times).empty(), AdviceLength::whole, page);
  auto finding = findings.findings.begin();
  for (Block& block : page.blocks)
    if (auto* shown = std::get_if<PageFinding>(&block)) {
      if (!finding->verify.empty()) shown->advice += " To verify: " + in_one_paragraph(finding->verify);
      shown->actions = actions_of(profile, *finding++);
    }
  return page;
}

}  // namespace nsys_ai
