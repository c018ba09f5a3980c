// A round is complete when its round.json is there.
#include "annotate/annotate_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "base/text_table.h"
#include "base/units.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// `path:line:function`, with a path that may contain colons.
std::string file_of_label(const SourceRegions& sources, const std::string& label) {
  for (const SourceRegion& of : sources.regions)
    if (of.label == label) return of.file;
  return "";
}

}  // namespace

fs::path round_folder(const fs::path& rounds, int64_t number) {
  return fs::absolute(rounds) / fmt::format("round-{}", number);
}

Result<AnnotateRound> read_round(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_regular_file(folder / "round.json", error))
    return fail(ErrorCode::bad_request,
                fmt::format("{} is no round of the annotation loop.", folder.string()),
                "Rounds are folders such as .nsys-ai/annotate/round-1.");
  const auto json = Json::parse(text_of_file(folder / "round.json"));
  if (!json) return tl::unexpected(json.error());
  return read_json<AnnotateRound>(*json, "round");
}

Result<void> write_round(const fs::path& folder, const AnnotateRound& round) {
  const fs::path part = folder / "round.json.part";
  std::ofstream file(part, std::ios::binary);
  file << write_json(round).pretty() << "\n";
  file.close();
  std::error_code error;
  if (file) fs::rename(part, folder / "round.json", error);
  if (!file || error)
    return fail(ErrorCode::cannot_do, fmt::format("{} cannot be written.", (folder / "round.json").string()),
                "Free some space.");
  return {};
}

std::vector<AnnotateRound> rounds_in(const fs::path& folder) {
  std::vector<AnnotateRound> rounds;
  for (;;) {
    auto round = read_round(round_folder(folder, std::ssize(rounds)));
    if (!round) return rounds;
    rounds.push_back(std::move(*round));
  }
}

const AnnotateRound* last_kept(const std::vector<AnnotateRound>& rounds) {
  const auto kept = std::find_if(rounds.rbegin(), rounds.rend(),
                                 [](const AnnotateRound& of) { return of.outcome == "kept"; });
  return kept == rounds.rend() ? nullptr : &*kept;
}

std::string words_of_round(const AnnotateRound& round) {
  const double share =
      round.totalNs > 0 ? static_cast<double>(round.aloneNs) / static_cast<double>(round.totalNs) : 0;
  int64_t most = 0;
  for (const AnnotateRange& of : round.ranges) most = std::max(most, of.most);
  if (round.number == 0)
    return fmt::format("Round 0: no ranges, {}.", counted(round.kernels, "kernel", "kernels"));
  return fmt::format(
      "Round {}: {}, {} of {} inside, at most {} in one range; {} alone in theirs, {} of kernel time. {}.",
      round.number, counted(round.labels.size(), "range", "ranges"), readable_count(round.located),
      counted(round.kernels, "kernel", "kernels"), most, readable_count(round.alone), readable_share(share),
      round.overhead
          ? fmt::format("{} {:+.1f} %",
                        round.overheadOf == "step" ? fmt::format("Median of {} steps", round.steps)
                                                   : "First to last kernel",
                        *round.overhead * 100)
          : "What the ranges cost is not known: the run launched more or fewer kernels than round 0");
}

std::vector<AnnotateSource> sources_of(const SourceRegions& sources, const std::vector<std::string>& labels) {
  std::set<std::string> files;
  for (const std::string& label : labels) files.insert(file_of_label(sources, label));
  std::vector<AnnotateSource> found;
  for (const AnnotateSource& of : sources.sources)
    if (files.contains(of.file)) found.push_back(of);
  return found;
}

Result<void> check_sources(const AnnotateRound& round, const SourceRegions& now) {
  for (const AnnotateSource& was : round.sources) {
    const auto is = std::find_if(now.sources.begin(), now.sources.end(),
                                 [&](const AnnotateSource& of) { return of.file == was.file; });
    if (is == now.sources.end())
      return fail(ErrorCode::cannot_do,
                  fmt::format("{} of round {} is gone, or cannot be read.", was.file, round.number),
                  "Begin again with nsys-ai annotate loop ... --restart");
    if (is->digest != was.digest)
      return fail(ErrorCode::cannot_do,
                  fmt::format("{} changed since round {}, whose ranges may be elsewhere in it now.", was.file,
                              round.number),
                  "Begin again with nsys-ai annotate loop ... --restart");
  }
  return {};
}

std::vector<fs::path> files_of_round(const AnnotateRound& round) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const AnnotateSource& of : round.sources)
    files.push_back(fs::is_directory(round.root, error) ? fs::path(round.root) / of.file
                                                        : fs::path(round.root));
  return files;
}

std::vector<fs::path> annotated_files(const AnnotateRound& round) {
  std::vector<fs::path> files = files_of_round(round);
  std::erase_if(
      files, [](const fs::path& path) { return text_of_file(path).find("# nsys-ai") == std::string::npos; });
  return files;
}

Result<RangeEdits> accept_round(const AnnotateRound& round, const Work& work) {
  if (round.labels.empty())
    return fail(ErrorCode::bad_request, fmt::format("Round {} has no ranges.", round.number),
                "Choose a later one.");
  if (round.outcome != "kept")
    return fail(ErrorCode::bad_request,
                fmt::format("Round {} was taken back: its ranges slow the program.", round.number),
                "Choose an earlier one.");
  const auto sources = python_regions(round.root, work);
  if (!sources) return tl::unexpected(sources.error());
  if (const auto same = check_sources(round, *sources); !same) return tl::unexpected(same.error());
  return put_source_ranges(round.root, round.labels, EditMode::write, work);
}

Result<AnnotateRound> choose_next(const fs::path& folder, const std::vector<std::string>& labels,
                                  const SourceRegions& sources, int64_t budget) {
  const std::vector<AnnotateRound> rounds = rounds_in(folder);
  if (rounds.empty())
    return fail(ErrorCode::bad_request, fmt::format("{} has no rounds.", folder.string()),
                "`nsys-ai annotate loop` makes them.");
  AnnotateRound round = rounds.back();
  if (labels.empty()) return fail(ErrorCode::bad_request, "A round needs one range or more.");
  if (std::ssize(labels) > budget)
    return fail(ErrorCode::bad_request,
                fmt::format("{} ranges are more than the budget of {}.", labels.size(), budget),
                "Leave some out, or give the loop a larger --budget.");
  round.next.clear();
  for (const std::string& label : labels) {
    const auto region = std::find_if(sources.regions.begin(), sources.regions.end(),
                                     [&](const SourceRegion& of) { return of.label == label; });
    if (region == sources.regions.end())
      return fail(ErrorCode::bad_request, fmt::format("The sources have no region {}.", one_line(label)),
                  "`nsys-ai annotate regions` lists them.");
    if (!region->refused.empty())
      return fail(ErrorCode::bad_request,
                  fmt::format("{} gets no range: {}.", one_line(label), region->refused),
                  "Choose another region.");
    if (std::find(round.next.begin(), round.next.end(), label) == round.next.end())
      round.next.push_back(label);
  }
  round.chosen = true;
  round.stop.clear();
  if (const auto written = write_round(round_folder(folder, round.number), round); !written)
    return tl::unexpected(written.error());
  return round;
}

}  // namespace nsys_ai
