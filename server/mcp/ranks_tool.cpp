// Answers with the page that people see.
#include "mcp/ranks_tool.h"

#include <fmt/format.h>

#include "base/quotation.h"
#include "base/suggest.h"
#include "base/text_table.h"
#include "compare/compare_experiments.h"
#include "features/workspace/ranks_diff_page.h"
#include "features/workspace/ranks_page.h"
#include "protocol/write.h"
#include "ranks/rank_report.h"
#include "ranks/rank_tables.h"
#include "tools/tool.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

constexpr size_t kRowsForAgents = 16;

struct RanksTool {
  std::optional<std::vector<std::string>> paths;
  std::optional<std::string> table;
  std::optional<std::vector<std::string>> against;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(RanksTool& v, F& f) {
  f("paths", v.paths, "Profiles of one run, or folders of them. Default: all that may be opened.");
  f("table", v.table,
    "One table alone, as CSV: clocks, collectives, findings, imbalance, last, participants, ranks, skew or steps.");
  f("against", v.against,
    "Profiles of another run of the program, or folders of them: the base that the ranks are compared with.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct RanksStructure {
  std::string schema = "nsys-ai.ranks-summary/1";
  std::vector<nsys::RankFinding> findings;
  int64_t ranks = 0;
  int64_t captures = 0;
  std::vector<nsys::UnreadFile> unread;
  std::optional<std::string> verdict;
  std::optional<double> ratio;
  std::optional<bool> truncated;
  std::optional<std::vector<std::string>> notes;
};
template <class F>
void fields(RanksStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.ranks-summary/1.");
  f("findings", v.findings, "As in nsys/ranks, the greatest loss first.");
  f("ranks", v.ranks, "How many there are.");
  f("captures", v.captures, "How many were read.");
  f("unread", v.unread, "Files that could not be read.");
  f("verdict", v.verdict, "With against, as in nsys/compareRanks.");
  f("ratio", v.ratio, "With against, the median step after / before.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What else must be known.");
}

RanksStructure structure_of(const nsys::RankReport& report) {
  RanksStructure structure;
  structure.findings = report.findings;
  structure.ranks = std::ssize(report.ranks);
  structure.captures = std::ssize(report.clocks);
  structure.unread = report.unread;
  if (!report.notes.empty()) structure.notes = report.notes;
  return structure;
}

std::string listed_tables() {
  std::vector<std::string> names;
  for (const RankTableKind& of : rank_tables()) names.emplace_back(of.name);
  return either(names);
}

}  // namespace

Json ranks_input() { return InputSchema::of<RanksTool>(); }
Json ranks_output() { return OutputSchema::of<RanksStructure>(); }

// The page of two runs; findings are those of the second.
Result<ToolAnswer> run_ranks_against(Tooling& tooling, const std::vector<std::string>& against,
                                     const Experiment& experiment, size_t bytes, const Work& work) {
  const auto files = tooling.profiles.captures(against);
  if (!files) return tl::unexpected(files.error());
  const auto base = experiment_at(*files, {}, work);
  if (!base) return tl::unexpected(base.error());
  return cancellable(work, [&]() -> Result<ToolAnswer> {
    const MatchedExperiment matched = matched_experiment(experiment);
    const nsys::RanksComparison compared = compare_experiments(matched_experiment(*base), matched);
    RanksStructure structure = structure_of(rank_report(matched));
    structure.verdict = compared.verdict;
    structure.ratio = compared.ratio;
    const std::string text = text_of(ranks_diff_page(compared, kRowsForAgents), {SIZE_MAX, SIZE_MAX, 0}).text;
    return fitted_text(text, write_json(structure), bytes, "Ask with more bytes.");
  });
}

Result<ToolAnswer> run_ranks(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<RanksTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto files = tooling.profiles.captures(params->paths.value_or(std::vector<std::string>()));
  if (!files) return tl::unexpected(files.error());
  const RankTableKind* table = params->table ? rank_table_named(*params->table) : nullptr;
  if (params->table && table == nullptr)
    return fail(ErrorCode::bad_request, fmt::format("There is no table {}.", quotation(*params->table)),
                fmt::format("There are {}.", listed_tables()));
  const auto experiment = experiment_at(*files, {}, work);
  if (!experiment) return tl::unexpected(experiment.error());
  if (params->against && table != nullptr)
    return fail(ErrorCode::bad_request, "A table is of one run.", "Leave table or against out.");
  if (params->against) return run_ranks_against(tooling, *params->against, *experiment, *bytes, work);
  return cancellable(work, [&]() -> Result<ToolAnswer> {
    const MatchedExperiment matched = matched_experiment(*experiment);
    const nsys::RankReport report = rank_report(matched);
    const std::string text = table != nullptr
                                 ? csv(table->make(matched, report))
                                 : text_of(ranks_page(report, kRowsForAgents), {SIZE_MAX, SIZE_MAX, 0}).text;
    return fitted_text(text, write_json(structure_of(report)), *bytes, "Ask with more bytes.");
  });
}

}  // namespace nsys_ai
