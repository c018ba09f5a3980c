// What stands out in a run, in the order of the page that people see.
#include "view/pages/overview.h"

#include "base/work_scope.h"
#include "skills/findings.h"
#include "tools/tool.h"
#include "view/pages/page_text.h"

namespace nsys_ai::inline tools {
namespace {

constexpr size_t kMostRefs = 3;

struct OverviewTool {
  std::optional<int64_t> bytes;
};
template <class F>
void fields(OverviewTool& v, F& f) {
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

Json finding_json(const Finding& finding) {
  Json json;
  json.set("key", finding.key);
  json.set("severity", name_of(finding.severity));
  json.set("at_stake_ns", finding.at_stake_ns);
  Json refs = Json::array();
  for (size_t at = 0; at < std::min(kMostRefs, finding.refs.size()); ++at) refs.push(finding.refs[at]);
  json.set("refs", std::move(refs));
  return json;
}

Result<ToolAnswer> run(const ToolContext& context, const OverviewTool& params, const Work& work) {
  const auto bytes = checked_bytes(params.bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  return interruptible(work, [&]() -> Result<ToolAnswer> {
    const Profile& profile = *context.profile;
    Json findings = Json::array();
    const std::vector<Suppression>& suppressed = *context.suppressed;
    const Findings found = without_suppressed(profile.derived(build_findings), suppressed,
                                              profile.info().path.filename().string());
    for (const Finding& finding : found.findings) findings.push(finding_json(finding));
    Json structured;
    structured.set("schema", "nsys-ai.overview/1");
    structured.set("findings", std::move(findings));
    return fitted_text(text_of(overview(profile, suppressed), {SIZE_MAX, SIZE_MAX, 0}).text,
                       std::move(structured), *bytes,
                       "Ask with more bytes, or run_skill top_kernels, overlap_breakdown, nvtx_summary.");
  });
}

}  // namespace

Tool overview_tool() {
  return make_tool<OverviewTool>(
      "overview", "What stands out",
      "What stands out in the run, ranked, each with its share, evidence and advice; then GPUs, kernels, copies and NVTX ranges.",
      run);
}

}  // namespace nsys_ai::inline tools
