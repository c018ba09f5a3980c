// Answers with the page that people see.
#include "mcp/ranks_tool.h"

#include "features/workspace/ranks_page.h"
#include "protocol/write.h"
#include "ranks/rank_report.h"
#include "tools/tool.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

constexpr size_t kRowsForAgents = 16;

struct RanksTool {
  std::optional<std::vector<std::string>> paths;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(RanksTool& v, F& f) {
  f("paths", v.paths, "Profiles of one run, or folders of them. Default: all that may be opened.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct RanksStructure {
  std::string schema = "nsys-ai.ranks-summary/1";
  std::vector<nsys::RankFinding> findings;
  int64_t ranks = 0;
  int64_t captures = 0;
  std::vector<nsys::UnreadFile> unread;
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
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What else must be known.");
}

}  // namespace

Json ranks_input() { return InputSchema::of<RanksTool>(); }
Json ranks_output() { return OutputSchema::of<RanksStructure>(); }

Result<ToolAnswer> run_ranks(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<RanksTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto files = tooling.profiles.captures(params->paths.value_or(std::vector<std::string>()));
  if (!files) return tl::unexpected(files.error());
  const auto ranks = rank_report_of(*files, {}, work);
  if (!ranks) return tl::unexpected(ranks.error());
  RanksStructure structure;
  structure.findings = ranks->findings;
  structure.ranks = std::ssize(ranks->ranks);
  structure.captures = std::ssize(ranks->clocks);
  structure.unread = ranks->unread;
  if (!ranks->notes.empty()) structure.notes = ranks->notes;
  const std::string text = text_of(ranks_page(*ranks, kRowsForAgents), {SIZE_MAX, SIZE_MAX, 0}).text;
  return fitted_text(text, write_json(structure), *bytes, "Ask with more bytes.");
}

}  // namespace nsys_ai
