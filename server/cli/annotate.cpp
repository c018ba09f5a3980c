// nsys-ai annotate: puts NVTX ranges into sources, takes them back, and maps kernels to lines.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "analysis/host/chain_agreement.h"
#include "analysis/host/code_attribution.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/located_launches.h"
#include "annotate/annotate_rounds.h"
#include "annotate/python_sources.h"
#include "annotate/range_planner.h"
#include "annotate/source_places.h"
#include "base/text_table.h"
#include "base/units.h"
#include "cli/annotate_extract.h"
#include "cli/annotate_loop.h"
#include "cli/common.h"
#include "cli/print_answer.h"
#include "skill/answer_frame.h"
#include "skill/cells.h"

namespace nsys_ai {
namespace {

struct AnnotateOptions {
  std::vector<std::string> roots;
  std::string entry;
  std::vector<std::string> regions;
  std::string round;
  std::string source;
  bool patch = false;
  std::string format;
};

int print_edits(const RangeEdits& edits) {
  for (const std::string& note : edits.notes) std::fprintf(stderr, "nsys-ai: %s.\n", one_line(note).c_str());
  return kAnswered;
}

Result<std::vector<std::string>> chosen_labels(const AnnotateOptions& options, const std::string& root) {
  if (!options.round.empty()) {
    const auto round = read_round(options.round);
    if (!round) return tl::unexpected(round.error());
    const auto sources = python_regions(root, command_work());
    if (!sources) return tl::unexpected(sources.error());
    if (const auto same = check_sources(*round, *sources); !same) return tl::unexpected(same.error());
    return round->labels;
  }
  if (!options.regions.empty()) return options.regions;
  const auto sources = source_regions(root, command_work());
  if (!sources) return tl::unexpected(sources.error());
  constexpr size_t kAll = SIZE_MAX;
  const auto plan = first_plan(*sources, options.entry, kAll);
  if (!plan) return tl::unexpected(plan.error());
  return plan->labels;
}

int run_apply(const AnnotateOptions& options) {
  for (const std::string& root : options.roots) {
    const auto labels = chosen_labels(options, root);
    if (!labels) return report(labels.error());
    const auto edits =
        put_source_ranges(root, *labels, options.patch ? EditMode::show : EditMode::write, command_work());
    if (!edits) return report(edits.error());
    print_edits(*edits);
    if (edits->labels.empty())
      return report({ErrorCode::cannot_do, fmt::format("No range can be put into {}.", root),
                     "Labels are written as `nsys-ai annotate regions` lists them."});
    const int code =
        options.patch ? print(edits->patch)
                      : print(fmt::format("{} in {} of {}. `nsys-ai annotate revert {}` takes them back.\n",
                                          counted(edits->labels.size(), "range is", "ranges are"),
                                          counted(edits->files, "changed file", "changed files"), root, root));
    if (code != kAnswered) return code;
  }
  return kAnswered;
}

int run_revert(const AnnotateOptions& options) {
  int code = kAnswered;
  for (const std::string& root : options.roots) {
    const auto edits = take_source_ranges(root, command_work());
    if (!edits) return report(edits.error());
    print_edits(*edits);
    if (!edits->notes.empty()) code = kFailed;
    print(edits->files == 0 ? fmt::format("No file of {} changed.\n", root)
                            : fmt::format("The ranges of {} are taken back.\n", counted(edits->files, "file", "files")));
  }
  return code;
}

struct RegionRow {
  std::string label;
  std::string kind;
  Id first_line;
  Id last_line;
  std::optional<std::string> refused;
};
template <class F>
void fields(RegionRow& r, F& f) {
  f("label", r.label, "The text of the range: path, line, function, and of a call the callee.");
  f("kind", r.kind, "function, statement or call.");
  f("first_line", r.first_line, "Its first line.");
  f("last_line", r.last_line, "Its last line.");
  f("refused", r.refused, "Why it gets no range; none if it can.");
}

int run_regions(const AnnotateOptions& options) {
  Answer answer;
  answer.skill = "regions";
  answer.table.columns = columns_of<RegionRow>();
  for (const std::string& root : options.roots) {
    const auto sources = source_regions(root, command_work());
    if (!sources) return report(sources.error());
    for (const SourceRegion& of : sources->regions)
      answer.table.rows.push_back(values_of(RegionRow{
          of.label, of.kind, of.first_line, of.last_line,
          of.refused.empty() ? std::nullopt : std::optional(of.refused)}));
    answer.notes.insert(answer.notes.end(), sources->notes.begin(), sources->notes.end());
  }
  answer.outcome = Outcome::rows;
  answer.total_rows = std::ssize(answer.table.rows);
  return print_answer(std::move(answer), options.format);
}

struct MapRow {
  std::string kernel;
  std::optional<std::string> file;
  std::optional<Id> line;
  std::optional<std::string> function;
  std::string evidence;
  std::string confidence;
  std::optional<int64_t> per_range;
  int64_t kernels = 0;
  Ns total_ns;
  std::optional<Share> share;
  int64_t runs = 0;
};
template <class F>
void fields(MapRow& r, F& f) {
  f("kernel", r.kernel, "The kernel, demangled.");
  f("file", r.file, "The source file; none where nothing names it.");
  f("line", r.line, "The line; none where nothing names it.");
  f("function", r.function, "The function, with the callee in brackets; none where nothing names it.");
  f("evidence", r.evidence, "As in code_attribution; with --source also what a compiler of Triton says.");
  f("confidence", r.confidence, "As in code_attribution; medium where the range launched several kernels.");
  f("per_range", r.per_range, "The most kernels that one range of that line launched; none without such a range.");
  f("kernels", r.kernels, "How many kernels that is, in all runs.");
  f("total_ns", r.total_ns, "Their time, summed over runs and GPUs.");
  f("share", r.share, "total_ns / the time of all kernels of all runs.");
  f("runs", r.runs, "In how many of the runs it was seen.");
}

// The map of one run, added to those of others.
struct SourceMap {
  using Key = std::tuple<std::string, std::string, int64_t, std::string, std::string>;
  std::map<Key, MapRow> rows;
  Sum total{};
};

MapRow row_of_source(const CodeSource& source) {
  MapRow row;
  if (!source.file.empty()) row.file = source.file;
  if (source.line) row.line = *source.line;
  if (!source.function.empty()) row.function = source.function;
  row.evidence = name_of(source.evidence);
  row.confidence = name_of(source.confidence);
  return row;
}

// Has a row that no evidence of the capture places say what the kernel's compiler left. A fused kernel stands
// for several lines: the first is named, and what was fused.
void place_by_compiler(const SourcePlaces& sources, MapRow& row) {
  const auto found = sources.of_generated(base_name(row.kernel));
  if (found.empty()) return;
  const GeneratedKernel& first = found.front();
  row.evidence = first.is_own_source ? "definition in Triton" : "output of Inductor";
  row.confidence = name_of(found.size() == 1 && !first.lines.empty() ? Confidence::medium : Confidence::low);
  std::string function;
  if (!first.lines.empty()) {
    row.file = first.lines.front().file;
    row.line = first.lines.front().line;
    function = first.lines.front().function;
  }
  if (!first.operators.empty())
    function += fmt::format("({}{})", fmt::join(first.operators, ", "),
                            first.lines.size() > 1 ? fmt::format("; {} lines", first.lines.size()) : "");
  row.function = function;
}

Result<void> add_run(const Profile& profile, const Scope& scope, const SourcePlaces* sources,
                     SourceMap& map) {
  const auto found = code_attribution_of(profile, scope, {.name = "", .lines_first = true}, command_work());
  if (!found) return tl::unexpected(found.error());
  std::map<std::string, int64_t> most;
  for (const LocatedRange& of : located_launches(profile, scope).ranges) most[of.label] = of.most;
  std::map<SourceMap::Key, bool> seen;
  map.total += found->total;
  for (const AttributedCode& part : found->parts) {
    const CodeSource& source = found->sources[part.source];
    MapRow placed = row_of_source(source);
    placed.kernel = profile.text(part.kernel);
    if (sources && source.file.empty()) place_by_compiler(*sources, placed);
    if (const auto at = most.find(source.seen); at != most.end()) placed.per_range = at->second;
    const SourceMap::Key key{placed.kernel, placed.file.value_or(""), placed.line.value_or(Id{}).number,
                             placed.function.value_or(""), placed.evidence};
    MapRow& row = map.rows.try_emplace(key, placed).first->second;
    if (!std::exchange(seen[key], true)) ++row.runs;
    if (placed.per_range) row.per_range = std::max(row.per_range.value_or(0), *placed.per_range);
    if (row.per_range.value_or(0) > 1) row.confidence = name_of(Confidence::medium);
    row.kernels += part.kernels;
    row.total_ns = row.total_ns + Ns{part.total};
  }
  return {};
}

Result<void> add_agreement(const Profile& profile, const Scope& scope, Answer& answer) {
  const auto found = chain_agreement(profile, scope, command_work());
  if (!found) return tl::unexpected(found.error());
  const auto share = share_cell(found->agree, found->both);
  if (!share) return {};
  answer.notes.push_back(fmt::format(
      "a backtrace and a range with a line both speak of {} of kernel time; in {} of that the range's function is in the backtrace{}",
      readable_ns(found->both), readable_share(share->value),
      found->contrary ? fmt::format(", and not for kernel:{}", profile.kernels().row[*found->contrary])
                      : ""));
  return {};
}

int run_map(const AnnotateOptions& options) {
  SourceMap map;
  std::optional<Answer> answer;
  std::optional<SourcePlaces> sources;
  if (!options.source.empty()) {
    auto read = SourcePlaces::read(options.source);
    if (!read) return report(read.error());
    sources = std::move(*read);
  }
  for (const std::string& path : options.roots) {
    const auto profile = open_profile(path);
    if (!profile) return report(profile.error());
    const LossNotes losses;
    const Scope scope = Scope::whole(**profile);
    if (!answer) answer = framed(**profile, scope, "map");
    if (const auto added = add_run(**profile, scope, sources ? &*sources : nullptr, map); !added)
      return report(added.error());
    if (const auto added = add_agreement(**profile, scope, *answer); !added) return report(added.error());
    add_loss_notes(losses, *answer);
  }
  std::vector<MapRow> rows;
  for (auto& [key, row] : map.rows) rows.push_back(std::move(row));
  std::stable_sort(rows.begin(), rows.end(),
                   [](const MapRow& a, const MapRow& b) { return a.total_ns > b.total_ns; });
  answer->table.columns = columns_of<MapRow>();
  for (MapRow& row : rows) {
    row.share = share_cell(row.total_ns.count, map.total);
    answer->table.rows.push_back(values_of(row));
  }
  answer->total_rows = std::ssize(rows);
  answer->outcome = rows.empty() ? Outcome::empty : Outcome::rows;
  if (rows.empty()) answer->reason = "No kernel ran.";
  if (options.roots.size() > 1)
    answer->notes.push_back(fmt::format("the union of {} runs", options.roots.size()));
  return print_answer(std::move(*answer), options.format);
}

}  // namespace

void add_annotate(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<AnnotateOptions>();
  CLI::App* command = program.add_subcommand(
      "annotate",
      "NVTX ranges in Python, CUDA and C++ sources: put them in, take them back, and find the line of each kernel");
  command->require_subcommand(1);
  const auto add_roots = [&](CLI::App& to, const char* name, const char* what) {
    to.add_option(name, options->roots, what)->required();
  };
  CLI::App* apply = command->add_subcommand("apply", "Put ranges into sources; others that they have are taken back");
  add_roots(*apply, "DIR|FILE", "The sources");
  apply->add_option("--entry", options->entry, "Only functions of this name, or Class.method. Default: all")
      ->type_name("FUNCTION");
  apply->add_option("--region", options->regions, "A label of `annotate regions`; may be given again")
      ->allow_extra_args(false)
      ->type_name("LABEL");
  apply->add_option("--round", options->round, "The ranges of a round of `annotate loop`, by its folder")
      ->type_name("DIR");
  apply->add_flag("--patch", options->patch, "Print the change as a patch, and change nothing");
  apply->callback([options, &run] { run = [options] { return run_apply(*options); }; });

  add_annotate_extract(*command, run);
  add_annotate_loop(*command, run);

  CLI::App* map = command->add_subcommand("map", "The line of each kernel, by the ranges and call chains of runs");
  add_roots(*map, "PROFILE", "Captures of one program; the map is the union");
  map->add_option(
         "--source", options->source,
         "The folder of sources, of Inductor's output or of Triton's cache, which say what generated kernels compute")
      ->type_name("DIR");
  add_memory_limit(*map);
  add_answer_format(*map, options->format);
  map->callback([options, &run] { run = [options] { return run_map(*options); }; });

  CLI::App* regions = command->add_subcommand("regions", "Where ranges could go, and why not elsewhere");
  add_roots(*regions, "DIR|FILE", "The sources");
  add_answer_format(*regions, options->format);
  regions->callback([options, &run] { run = [options] { return run_regions(*options); }; });

  CLI::App* revert = command->add_subcommand("revert", "Take the ranges back, to the last byte");
  add_roots(*revert, "DIR|FILE", "The sources");
  revert->callback([options, &run] { run = [options] { return run_revert(*options); }; });
}

}  // namespace nsys_ai
