// Finds the profiles of both sides, and answers with the page that people see.
#include "mcp/diff_profiles.h"

#include "base/context.h"
#include "features/workspace/compare_sides.h"
#include "features/workspace/diff_page.h"
#include "features/workspace/history_page.h"
#include "protocol/write.h"
#include "tools/tool.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

struct DiffTool {
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::optional<std::string> hypothesis;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(DiffTool& v, F& f) {
  f("before", v.before, "Handles from open_profile of the base, one a run; or the name of a baseline.");
  f("after", v.after, "The same of what is compared with it.");
  f("hypothesis", v.hypothesis, "The cause that the change was to remove: its key, or words of its title.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct DiffStructure {
  std::string schema = "nsys-ai.diff/1";
  std::string verdict;
  std::string of;
  std::optional<double> ratio;
  std::optional<nsys::RatioBounds> interval;
  int64_t before_ns = 0;
  int64_t after_ns = 0;
  std::vector<nsys::BudgetRow> budget;
  std::optional<bool> truncated;
  std::optional<std::vector<std::string>> notes;
};
template <class F>
void fields(DiffStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.diff/1.");
  f("verdict", v.verdict, "As in nsys/diff.");
  f("of", v.of, "program or captures.");
  f("ratio", v.ratio, "after / before.");
  f("interval", v.interval, "95 % of the ratio.");
  f("before_ns", v.before_ns, "The median unit.");
  f("after_ns", v.after_ns, "The median unit.");
  f("budget", v.budget, "Of a typical unit.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

Result<CompareSide> side_of(Tooling& tooling, const std::vector<std::string>& names, const char* name) {
  if (names.empty())
    return fail(ErrorCode::bad_request,
                std::string("arguments.") + name + ": a handle from open_profile, or a baseline, is needed.");
  return named_side(
      names,
      [&](const std::string& handle) -> Result<ProfilePtr> {
        const auto open = tooling.profiles.find(handle);
        if (!open) return tl::unexpected(open.error());
        return open->profile;
      },
      tooling.profiles.folders());
}

Result<nsys::Comparison> compared(Tooling& tooling, const DiffTool& params) {
  auto before = side_of(tooling, params.before, "before");
  if (!before) return tl::unexpected(before.error());
  auto after = side_of(tooling, params.after, "after");
  if (!after) return tl::unexpected(after.error());
  const auto figures = figures_of_sides(std::move(*before), std::move(*after));
  if (!figures) return tl::unexpected(figures.error());
  nsys::Comparison comparison = compare_runs(figures->before, figures->after);
  if (params.hypothesis) look_at_hypothesis(*params.hypothesis, comparison);
  return comparison;
}

}  // namespace

Json diff_input() { return InputSchema::of<DiffTool>(); }
Json diff_output() { return OutputSchema::of<DiffStructure>(); }

Result<ToolAnswer> run_diff(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<DiffTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const LossNotes losses;
  const auto comparison = cancellable(work, [&] { return compared(tooling, *params); });
  if (!comparison) return tl::unexpected(comparison.error());
  Page page = diff_page(*comparison);
  add_history(tooling.profiles.folders(), page);
  const std::string text = text_of(page, {SIZE_MAX, SIZE_MAX, 0}).text;
  DiffStructure structure;
  structure.verdict = comparison->verdict;
  structure.of = comparison->of;
  structure.ratio = comparison->ratio;
  structure.interval = comparison->interval;
  structure.before_ns = comparison->before.medianNs;
  structure.after_ns = comparison->after.medianNs;
  structure.budget = comparison->budget;
  return with_notes(fitted_text(text, write_json(structure), *bytes, "Ask with more bytes."), losses);
}

}  // namespace nsys_ai
