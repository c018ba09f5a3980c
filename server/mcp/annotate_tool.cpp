// Reads the folders of the rounds; a round is run by this program's own command.
#include "mcp/annotate_tool.h"

#include <fmt/format.h>

#include <algorithm>

#include "annotate/annotate_rounds.h"
#include "annotate/range_planner.h"
#include "base/text_table.h"
#include "features/workspace/rounds_page.h"
#include "mcp/run_capture.h"
#include "protocol/write.h"
#include "tools/tool.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

struct AnnotateTool {
  std::optional<std::vector<std::string>> regions;
  std::optional<std::string> find;
  std::optional<bool> run;
  std::optional<std::vector<std::string>> begin;
  std::optional<int64_t> timeout_s;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(AnnotateTool& v, F& f) {
  f("regions", v.regions, "All ranges of the next round, by label, instead of the planner's.");
  f("find", v.find, "Also lists regions with this in their label.");
  f("run", v.run, "Runs it, where a person allowed commands.");
  f("begin", v.begin, "Begins a loop: src --entry Model.forward -- python train.py, a word each.");
  f("timeout_s", v.timeout_s, "Ends a run; default 600.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct AnnotateStructure {
  std::string schema = "nsys-ai.annotate/1";
  int64_t rounds = 0;
  std::optional<std::string> done = {};
  std::optional<int64_t> exit_code = {};
  std::optional<std::vector<std::string>> next = {};
  std::optional<bool> truncated = {};
};
template <class F>
void fields(AnnotateStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.annotate/1.");
  f("rounds", v.rounds, "How many there are, with round 0 without ranges.");
  f("done", v.done, "Why the planner has nothing to add.");
  f("exit_code", v.exit_code, "Of the loop, where it ran.");
  f("next", v.next, "The ranges of the next round.");
  f("truncated", v.truncated, "Whether lines are left out.");
}

std::string range_line(const AnnotateRange& of) {
  return fmt::format("{}: {} in {}, at most {} in one, {}\n", one_line(of.label),
                     counted(of.own, "kernel", "kernels"), counted(of.ranges, "range", "ranges"), of.most,
                     readable_ns(of.ownNs));
}

// What each range launched alone or together, and the regions into which the latter can be split.
std::string ranges_and_parts(const AnnotateRound& round, const SourceRegions& sources) {
  std::vector<AnnotateRange> ranges = round.ranges;
  std::stable_sort(ranges.begin(), ranges.end(), [](const AnnotateRange& a, const AnnotateRange& b) {
    return std::pair(a.most <= 1, -a.ownNs) < std::pair(b.most <= 1, -b.ownNs);
  });
  std::string text = fmt::format("Ranges of round {}:\n", round.number);
  for (const AnnotateRange& of : ranges) {
    if (of.own == 0) continue;
    text += range_line(of);
    if (of.most <= 1) continue;
    const auto parts = parts_of_range(sources, of.label);
    text += parts.empty() ? "  has no parts\n" : "  parts:\n";
    for (const std::string& part : parts) text += "    " + one_line(part) + "\n";
  }
  return text;
}

std::string found_regions(const SourceRegions& sources, const std::string& text) {
  std::string lines = fmt::format("Regions with {}:\n", one_line(text));
  for (const SourceRegion& of : sources.regions)
    if (of.label.find(text) != std::string::npos)
      lines += fmt::format("{} {}{}\n", of.kind, one_line(of.label),
                           of.refused.empty() ? "" : ", no range: " + one_line(of.refused));
  return lines;
}

std::vector<std::string> words_of_loop(const AnnotateRound& last, const fs::path& folder) {
  std::vector<std::string> words = {"annotate",
                                    "loop",
                                    last.root,
                                    "--folder",
                                    folder.string(),
                                    "--rounds",
                                    "1",
                                    "--budget",
                                    std::to_string(last.budget),
                                    "--overhead",
                                    fmt::format("{}", last.allowed)};
  if (!last.entry.empty()) words.insert(words.end(), {"--entry", last.entry});
  if (!last.kernel.empty()) words.insert(words.end(), {"--kernel", last.kernel});
  words.insert(words.end(), last.windowOptions.begin(), last.windowOptions.end());
  words.emplace_back("--");
  words.insert(words.end(), last.command.begin(), last.command.end());
  return words;
}

Result<ToolAnswer> state_of_rounds(const fs::path& folder, const AnnotateTool& params, std::string printed,
                                   AnnotateStructure structure, const ByteLimit& bytes, const Work& work) {
  const std::vector<AnnotateRound> rounds = rounds_in(folder);
  structure.rounds = std::ssize(rounds);
  std::string text = std::move(printed);
  if (!rounds.empty()) {
    const AnnotateRound& last = rounds.back();
    const AnnotateRound& kept = *last_kept(rounds);
    const auto sources = python_regions(last.root, work);
    if (!sources) return tl::unexpected(sources.error());
    text += words_of_round(kept) + "\n";
    if (&kept != &last) text += words_of_round(last) + " Taken back: too slow.\n";
    if (!last.stop.empty()) structure.done = last.stop;
    if (last.stop.empty()) structure.next = last.next;
    if (params.find) text += found_regions(*sources, *params.find);
    text += last.number == 0 ? "" : ranges_and_parts(kept, *sources);
    if (last.stop.empty()) {
      text += fmt::format("Round {} has, as {} chose:\n", last.number + 1,
                          last.chosen ? "somebody" : "the planner");
      for (const std::string& label : last.next) text += one_line(label) + "\n";
    } else {
      text += "Done: " + last.stop + ".\n";
    }
  }
  return fitted_text(text, write_json(structure), bytes, "Ask with more bytes, or for regions with find.");
}

}  // namespace

Json annotate_input() { return InputSchema::of<AnnotateTool>(); }
Json annotate_output() { return OutputSchema::of<AnnotateStructure>(); }

Result<ToolAnswer> run_annotate(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<AnnotateTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const fs::path home = tooling.profiles.folders().front();
  const fs::path folder = rounds_of({}, {home}).value_or(home / kRoundsFolder);
  std::vector<AnnotateRound> rounds = rounds_in(folder);
  const bool runs = params->run.value_or(false) || params->begin;
  if (rounds.empty() && !params->begin)
    return fail(ErrorCode::cannot_do, fmt::format("{} has no rounds of the annotation loop.", home.string()),
                "Begin with begin, or a person does: nsys-ai annotate loop SOURCES -- PROGRAM");
  if (params->regions && !rounds.empty()) {
    const auto sources = python_regions(rounds.back().root, work);
    if (!sources) return tl::unexpected(sources.error());
    if (const auto same = check_sources(rounds.back(), *sources); !same) return tl::unexpected(same.error());
    const auto chosen = choose_next(folder, *params->regions, *sources, rounds.back().budget);
    if (!chosen) return tl::unexpected(chosen.error());
    rounds.back() = *chosen;
  }
  AnnotateStructure structure;
  std::string printed;
  if (runs) {
    std::vector<std::string> words = {"annotate", "loop", "--rounds", "1"};
    if (params->begin)
      words.insert(words.end(), params->begin->begin(), params->begin->end());
    else
      words = words_of_loop(rounds.back(), folder);
    const auto end = run_own_command(tooling, words, params->timeout_s, work);
    if (!end) return tl::unexpected(end.error());
    structure.exit_code = end->exit_code;
    if (end->exit_code != 0) printed = end->printed;
  }
  return state_of_rounds(folder, *params, std::move(printed), std::move(structure), *bytes, work);
}

}  // namespace nsys_ai
