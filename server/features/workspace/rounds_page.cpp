// The newest round comes first, each with what can be done with it.
#include "features/workspace/rounds_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "annotate/annotate_rounds.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kRowsOfNewest = 40, kRowsOfOthers = 8;

std::string names_of_files(const std::vector<fs::path>& files) {
  std::vector<std::string> names;
  for (const fs::path& of : files) names.push_back(one_line(of.filename().string()));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string state_of(const AnnotateRound& last) {
  if (!last.stop.empty()) return "Done: " + one_line(last.stop);
  return fmt::format("Goes on with {}{}", counted(last.next.size(), "range", "ranges"),
                     last.chosen ? ", which the planner did not choose" : "");
}

Facts facts_of(const AnnotateRound& last, const AnnotateRound* kept) {
  const std::vector<fs::path> annotated = annotated_files(kept ? *kept : last);
  return {{{"Sources", text_cell(one_line(last.root))},
           {"Begins with", text_cell(last.entry.empty() ? "all functions" : one_line(last.entry))},
           {"Program", text_cell(one_line(fmt::format("{}", fmt::join(last.command, " "))))},
           {"Window", text_cell(one_line(last.window.value_or("all of the run")))},
           {"State", text_cell(state_of(last))},
           {"Annotated now", text_cell(annotated.empty() ? "no source" : names_of_files(annotated))}}};
}

// Without `Round 3: `, which the title has.
std::string came_to(const AnnotateRound& round) {
  std::string words = words_of_round(round);
  words.erase(0, words.find(": ") + 2);
  if (words.starts_with("no")) words.front() = 'N';
  return words;
}

std::string outcome_of(const AnnotateRound& round) {
  if (round.outcome == "taken back")
    return fmt::format("Taken back, more than {} % slower than without ranges: {}.", round.allowed,
                       one_line(round.stop));
  if (!round.stop.empty()) return "Done: " + one_line(round.stop) + ".";
  const std::set<std::string> had(round.labels.begin(), round.labels.end());
  const auto added = std::count_if(round.next.begin(), round.next.end(),
                                   [&](const std::string& of) { return !had.contains(of); });
  return fmt::format("Next: {}, {} of them new{}.", counted(round.next.size(), "range", "ranges"), added,
                     round.chosen ? "; the planner did not choose them" : "");
}

PageTable ranges_of_round(const AnnotateRound& round, size_t most) {
  PageTable table;
  table.header = {text_cell("range"), number_cell("times"), number_cell("kernels"),
                  number_cell("most in one"), number_cell("time")};
  std::vector<AnnotateRange> ranges = round.ranges;
  std::stable_sort(ranges.begin(), ranges.end(),
                   [](const AnnotateRange& a, const AnnotateRange& b) { return a.ownNs > b.ownNs; });
  std::erase_if(ranges, [](const AnnotateRange& of) { return of.own == 0; });
  for (const AnnotateRange& of : ranges) {
    if (table.rows.size() == most) break;
    Cell time = time_cell(of.ownNs);
    time.share = ratio(of.ownNs, round.totalNs);
    table.rows.push_back({name_cell(of.label), count_cell(of.ranges), count_cell(of.own), count_cell(of.most),
                          std::move(time)});
  }
  table.caption = "Kernels of which it is the innermost range, and their time.";
  if (ranges.size() > most) table.caption += fmt::format(" {} more have less time.", ranges.size() - most);
  return table;
}

std::vector<PageAction> actions_of_round(const fs::path& folder, const AnnotateRound& round) {
  std::vector<PageAction> actions;
  const std::string place = round_folder(folder, round.number).string();
  if (round.outcome == "kept" && !round.labels.empty())
    actions.push_back({"Put its ranges into the sources", {}, {}, std::string(kAcceptRound), place});
  if (!annotated_files(round).empty())
    actions.push_back({"Take all ranges back", {}, {}, std::string(kTakeBackRanges), place});
  return actions;
}

void add_round(const fs::path& folder, const AnnotateRound& round, size_t most, Page& page) {
  PageFinding head;
  head.severity = "information";
  head.title = text_cell(round.number == 0 ? "Round 0: the program without ranges"
                                           : fmt::format("Round {}", round.number));
  head.detail = came_to(round);
  head.advice = outcome_of(round);
  head.actions = actions_of_round(folder, round);
  page.blocks.emplace_back(std::move(head));
  if (PageTable table = ranges_of_round(round, most); !table.rows.empty())
    page.blocks.emplace_back(std::move(table));
}

// What the next round has, the new ranges first.
void add_next(const AnnotateRound& last, Page& page) {
  if (!last.stop.empty() || last.next.empty()) return;
  const std::set<std::string> had(last.labels.begin(), last.labels.end());
  std::vector<std::string> next = last.next;
  std::stable_partition(next.begin(), next.end(), [&](const std::string& of) { return !had.contains(of); });
  PageTable table;
  table.header = {text_cell("range"), text_cell("")};
  for (const std::string& of : next) {
    if (table.rows.size() == kRowsOfNewest) break;
    table.rows.push_back({name_cell(of), text_cell(had.contains(of) ? "" : "new")});
  }
  if (next.size() > kRowsOfNewest) table.caption = fmt::format("{} more.", next.size() - kRowsOfNewest);
  page.blocks.emplace_back(Heading{fmt::format("Next: round {}", last.number + 1)});
  page.blocks.emplace_back(std::move(table));
}

bool has_rounds(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(round_folder(folder, 0) / "round.json", error);
}

}  // namespace

std::optional<fs::path> rounds_of(const fs::path& profile, const std::vector<fs::path>& workspace) {
  std::error_code error;
  const fs::path around = fs::absolute(profile, error).parent_path().parent_path();
  if (!profile.empty() && has_rounds(around)) return around;
  for (const fs::path& folder : workspace)
    if (has_rounds(folder / kRoundsFolder)) return folder / kRoundsFolder;
  return std::nullopt;
}

Result<Page> rounds_page(const fs::path& profile, const std::vector<fs::path>& workspace) {
  const auto folder = rounds_of(profile, workspace);
  if (!folder)
    return fail(ErrorCode::cannot_do, "There are no annotation rounds here.",
                "Start the loop in the folder that is open: `nsys-ai annotate loop SOURCES -- PROGRAM`.");
  const std::vector<AnnotateRound> rounds = rounds_in(*folder);
  if (rounds.empty())
    return fail(ErrorCode::cannot_do, fmt::format("The rounds in {} cannot be read.", folder->string()),
                "Begin again with --restart.");
  Page page;
  page.title = "Annotation rounds";
  Cell again = text_cell("Read again");
  again.view = ViewLink{"annotate"};
  page.blocks.emplace_back(Links{{std::move(again)}});
  page.blocks.emplace_back(facts_of(rounds.back(), last_kept(rounds)));
  add_next(rounds.back(), page);
  page.blocks.emplace_back(Heading{"Rounds"});
  for (auto of = rounds.rbegin(); of != rounds.rend(); ++of)
    add_round(*folder, *of, of == rounds.rbegin() ? kRowsOfNewest : kRowsOfOthers, page);
  return page;
}

std::string version_of_rounds(const fs::path& profile, const std::vector<fs::path>& workspace) {
  const auto folder = rounds_of(profile, workspace);
  if (!folder) return "";
  const std::vector<AnnotateRound> rounds = rounds_in(*folder);
  if (rounds.empty()) return "";
  return fmt::format("{} {} {}", rounds.size(), fmt::join(rounds.back().next, " "),
                     annotated_files(rounds.back()).size());
}

void add_rounds(const fs::path& profile, const std::vector<fs::path>& workspace, Page& page) {
  if (!rounds_of(profile, workspace)) return;
  Cell link = text_cell("Annotation rounds");
  link.view = ViewLink{"annotate"};
  page.blocks.emplace_back(Links{{std::move(link)}});
}

}  // namespace nsys_ai
