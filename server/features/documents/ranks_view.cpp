// Reads the captures, or one of them again for the page of a step.
#include "features/documents/ranks_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/time/iterations.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "compare/compare_experiments.h"
#include "features/workspace/ranks_diff_page.h"
#include "features/workspace/ranks_page.h"
#include "profile/load/load.h"
#include "ranks/rank_report.h"
#include "view/pages/iteration_page.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

constexpr size_t kRanksInView = 256;

Cell ranks_link(std::string text) {
  Cell cell = text_cell(std::move(text));
  cell.view = ViewLink{"ranks", {{"read", "yes"}}};
  return cell;
}

// As a word of a shell.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : one_line(text)) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// Targets in the page of a rank name things of its capture, not of the profile that is shown.
void drop_targets(Cell& cell) {
  cell.target.clear();
  cell.view.reset();
  cell.children.reset();
}
void drop_targets(Page& page) {
  std::erase_if(page.blocks, [](const Block& block) {
    return std::holds_alternative<Picture>(block) || std::holds_alternative<Links>(block) ||
           std::holds_alternative<DeferredBlock>(block);
  });
  for (Block& block : page.blocks) {
    if (auto* heading = std::get_if<Heading>(&block)) heading->target.clear();
    if (auto* paragraph = std::get_if<Paragraph>(&block)) paragraph->refs.clear();
    if (auto* facts = std::get_if<Facts>(&block))
      for (Fact& fact : facts->facts) drop_targets(fact.value);
    if (auto* table = std::get_if<PageTable>(&block)) {
      for (Cell& cell : table->header) drop_targets(cell);
      for (auto& row : table->rows)
        for (Cell& cell : row) drop_targets(cell);
    }
  }
}

Result<Page> step_of_rank(const MatchedExperiment& matched, const std::string& label, int64_t step,
                          const Work& work) {
  const Experiment& experiment = matched.experiment;
  const auto rank = std::find_if(experiment.ranks.begin(), experiment.ranks.end(),
                                 [&](const ExperimentRank& of) { return of.label == label; });
  if (rank == experiment.ranks.end())
    return fail(ErrorCode::bad_request, fmt::format("params.rank: there is no rank {}.", quotation(label)));
  const ExperimentCapture& capture = experiment.captures[rank->capture];
  const RankRecord& record = capture.record.ranks[rank->of];
  const int64_t number = step - matched.step_offsets[static_cast<size_t>(rank - experiment.ranks.begin())];
  const auto profile = load_profile(capture.path, work);
  if (!profile) return tl::unexpected(profile.error());
  const auto iterations = (*profile)->derived(build_iterations, work);
  if (!iterations) return tl::unexpected(iterations.error());
  const auto& all = (*iterations)->all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Iteration& of) {
    return of.number == number && (*profile)->processes()[of.process].key == record.process_key;
  });
  if (found == all.end())
    return fail(ErrorCode::bad_request,
                fmt::format("params.step: rank {} has no step {}.", quotation(label), step));
  auto page = iteration_page(**profile, static_cast<uint32_t>(found - all.begin()), work);
  if (!page) return page;
  drop_targets(*page);
  page->title = one_line(fmt::format("Rank {}, step {}", label, step));
  page->blocks.insert(
      page->blocks.begin(),
      PlainText{fmt::format("nsys-ai open {} --viewer timeline --place 'view=timeline&start={}&end={}'",
                            shell_word(capture.path.string()), found->gpu.start, found->gpu.end)});
  page->blocks.insert(page->blocks.begin(),
                      Paragraph{fmt::format("Of {}, which this opens:", one_line(capture.path.string()))});
  page->blocks.insert(page->blocks.begin(), Links{{ranks_link("All ranks")}});
  return page;
}

// Two of them to begin with.
Form timelines_form(const Experiment& experiment) {
  std::string ranks;
  for (size_t i = 0; i < std::min<size_t>(2, experiment.ranks.size()); ++i)
    ranks += (i > 0 ? "," : "") + experiment.ranks[i].label;
  return {{"timelines"},
          {{"ranks", "Timelines of ranks", one_line(ranks),
            "Labels as in the table, with commas between them: their captures are opened, 8 at most", ""}},
          "Show"};
}

ExperimentOptions options_of(const OtherProfiles& others) {
  ExperimentOptions options;
  options.ranks_by_name = others.ranks_by_name;
  return options;
}

std::vector<std::string> paths_of(const std::vector<std::filesystem::path>& captures) {
  std::vector<std::string> paths;
  for (const auto& capture : captures) paths.push_back(capture.string());
  return paths;
}

Result<Page> compared_page(const OtherProfiles& others, const std::vector<std::string>& after,
                           const Work& work) {
  if (others.captures_before.empty())
    return fail(ErrorCode::bad_request, "There is no other run to compare with.",
                "Run `nsys-ai diff BEFORE_DIR AFTER_DIR --browser`.");
  const auto compared =
      compare_experiments_at(paths_of(others.captures_before), after, options_of(others), work);
  if (!compared) return tl::unexpected(compared.error());
  Page page = ranks_diff_page(*compared, kRanksInView);
  page.title = "Ranks of two runs";
  page.blocks.insert(page.blocks.begin(), Links{{ranks_link("Ranks of the second run")}});
  return page;
}

Page page_to_ask(const std::filesystem::path& folder) {
  Page page;
  page.title = "Ranks";
  page.blocks.emplace_back(Paragraph{fmt::format(
      "Compares the captures of all ranks of a run: who is slow, whether always, and who waits for whom. All profiles below {} are read; what is needed of each is kept.",
      one_line(folder.string()))});
  page.blocks.emplace_back(Links{{ranks_link("Read them")}});
  return page;
}

}  // namespace

Result<Page> ranks_view(const Profile& profile, const ViewParams& params, const OtherProfiles& others,
                        const Work& work) {
  std::error_code error;
  const auto folder = std::filesystem::absolute(profile.info().path, error).parent_path();
  if (others.captures.empty() && param_of(params, "read") != "yes") return page_to_ask(folder);
  std::vector<std::string> paths = paths_of(others.captures);
  if (paths.empty()) paths.push_back(folder.string());
  if (!param_of(params, "against").empty()) return compared_page(others, paths, work);
  const auto experiment = experiment_at(paths, options_of(others), work);
  if (!experiment) return tl::unexpected(experiment.error());
  const MatchedExperiment matched = matched_experiment(*experiment);
  const std::string rank = param_of(params, "rank");
  if (!rank.empty())
    return step_of_rank(matched, rank, parse_integer(param_of(params, "step")).value_or(0), work);
  Page page = ranks_page(rank_report(matched), kRanksInView);
  page.title = fmt::format("{} of {} captures", counted(experiment->ranks.size(), "rank", "ranks"),
                           experiment->captures.size());
  if (experiment->captures.size() > 1 && param_of(params, "format").empty())
    page.blocks.insert(std::find_if(page.blocks.begin(), page.blocks.end(),
                                    [](const Block& of) { return std::holds_alternative<Heading>(of); }),
                       timelines_form(*experiment));
  return page;
}

}  // namespace nsys_ai
