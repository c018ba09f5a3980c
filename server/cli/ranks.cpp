// nsys-ai ranks: the captures of one run as one experiment.
#include <fmt/format.h>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/print_answer.h"
#include "cli/ranks_trace.h"
#include "cli/served_page.h"
#include "cli/terminal.h"
#include "features/workspace/ranks_page.h"
#include "protocol/write.h"
#include "ranks/rank_report.h"
#include "ranks/rank_table.h"

namespace nsys_ai {
namespace {

struct RanksOptions {
  std::vector<std::string> paths;
  ExperimentOptions experiment;
  int64_t limit = 40;
  std::string format;
  bool browser = false;
  std::string trace;
  std::vector<std::string> only;
  LoopbackServer::Options server;
};

Answer rows_of(Table table) {
  Answer answer;
  answer.skill = "ranks";
  answer.outcome = Outcome::rows;
  answer.total_rows = std::ssize(table.rows);
  answer.table = std::move(table);
  return answer;
}

// The pages are of the first rank's capture; the page of ranks leads to the others.
int show_in_browser(const Experiment& experiment, const RanksOptions& options) {
  const uint32_t first = experiment.ranks.empty() ? 0 : experiment.ranks.front().capture;
  const auto profile = open_profile(experiment.captures[first].path.string());
  if (!profile) return report(profile.error());
  ViewerServer viewer(options.server);
  auto subject = browser_subject("", *profile);
  for (const ExperimentCapture& of : experiment.captures) subject.captures.push_back(of.path);
  const auto shown = viewer.show_ranks(subject);
  if (!shown) return report(shown.error());
  return serve_shown(*shown);
}

int ranks(const RanksOptions& options) {
  const Work work = command_work();
  const auto experiment = experiment_at(options.paths, options.experiment, work);
  if (!experiment) return report(experiment.error());
  if (options.browser) return show_in_browser(*experiment, options);
  return cancellable(work,
                     [&]() -> Result<int> {
                       const MatchedExperiment matched = matched_experiment(*experiment);
                       if (!options.trace.empty())
                         return write_rank_traces(matched, options.only, options.trace);
                       if (options.format == "csv") return print(csv(rank_table(matched)));
                       if (options.format == "arrow")
                         return print_answer(rows_of(rank_table(matched)), "arrow");
                       const nsys::RankReport answer = rank_report(matched);
                       if (options.format == "json") return print(write_json(answer).pretty() + "\n");
                       const size_t most = options.limit > 0 ? static_cast<size_t>(options.limit) : SIZE_MAX;
                       return print(text_for_terminal(ranks_page(answer, most)));
                     })
      .map_error([](const Error& error) { return report(error); })
      .value_or(kCancelled);
}

}  // namespace

void add_ranks(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<RanksOptions>();
  CLI::App* command = program.add_subcommand(
      "ranks", "The captures of one run together: which rank is slow, whether always, and who waits for it");
  command->add_option("PATH", options->paths, "Profiles, and folders below which all profiles are taken")
      ->required();
  command->add_flag("--ranks-by-name", options->experiment.ranks_by_name,
                    "Take ranks that captures do not state from `rank3` in names of files, and say so");
  command->add_option("--at-once", options->experiment.at_once, "How many captures are in memory at a time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str()
      ->type_name("N");
  add_limit(*command, options->limit, "How many rows of each table in text at most; 0 means all");
  add_memory_limit(*command);
  command
      ->add_option("--trace", options->trace,
                   "Write the timelines of all ranks to one file for Perfetto, by their common clock")
      ->check(invalid_file_name)
      ->type_name("FILE");
  command->add_option("--rank", options->only, "Only these ranks in it, with commas between")
      ->delimiter(',')
      ->type_name("RANK,...");
  command->add_flag("--browser", options->browser, "Show the page of ranks in the browser");
  command->add_option("--port", options->server.port, "Of that page; 0 takes a free one")->type_name("PORT");
  add_format(*command, options->format, {"text", "json", "csv", "arrow"});
  command->callback([options, &run] { run = [options] { return ranks(*options); }; });
}

}  // namespace nsys_ai
