// The tool that lists the findings of a run, in the order of the page that people see.
#include "view/pages/overview.h"

#include "base/context.h"
#include "protocol/write.h"
#include "skills/findings.h"
#include "tools/tool.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostRefs = 3;

struct OverviewTool {
  std::optional<int64_t> bytes;
};
template <class F>
void fields(OverviewTool& v, F& f) {
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct FindingStructure {
  std::string key;
  std::string severity;
  int64_t at_stake_ns = 0;
  std::vector<std::string> refs = {};
};
template <class F>
void fields(FindingStructure& v, F& f) {
  f("key", v.key, "The cause.");
  f("severity", v.severity, "high, medium, low or info.");
  f("at_stake_ns", v.at_stake_ns, "How much time it is about.");
  f("refs", v.refs, "Events to look at.");
}

struct OverviewStructure {
  std::string schema = "nsys-ai.overview/1";
  std::vector<FindingStructure> findings = {};
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(OverviewStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.overview/1.");
  f("findings", v.findings, "What stands out, ranked.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

FindingStructure structure_of(const Finding& finding) {
  FindingStructure structure{finding.key, std::string(name_of(finding.severity)), finding.at_stake_ns};
  for (size_t at = 0; at < std::min(kMostRefs, finding.refs.size()); ++at)
    structure.refs.push_back(finding.refs[at]);
  return structure;
}

Result<ToolAnswer> run(const ToolContext& context, const OverviewTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  return cancellable(work, [&]() -> Result<ToolAnswer> {
    const Profile& profile = *context.profile;
    OverviewStructure structure;
    const std::vector<Suppression>& suppressed = *context.suppressed;
    const Findings found = without_suppressed(profile.derived(build_findings), suppressed,
                                              profile.info().path.filename().string());
    for (const Finding& finding : found.findings) structure.findings.push_back(structure_of(finding));
    return fitted_text(text_of(overview(profile, suppressed), {SIZE_MAX, SIZE_MAX, 0}).text,
                       write_json(structure), *room,
                       "Ask with more bytes, or run_skill top_kernels, overlap_breakdown, nvtx_summary.");
  });
}

}  // namespace

Tool overview_tool() {
  return make_tool<OverviewTool, OverviewStructure>(
      "overview", "What stands out",
      "What stands out in the run, ranked, each with its share, evidence and advice; then GPUs, kernels, copies and NVTX ranges.",
      run);
}

}  // namespace nsys_ai
