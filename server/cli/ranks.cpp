// nsys-ai ranks: the captures of one run as one experiment.
#include <fmt/format.h>

#include "base/suggest.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/print_answer.h"
#include "cli/ranks_trace.h"
#include "cli/served_page.h"
#include "cli/terminal.h"
#include "features/viewer/stacked_timelines.h"
#include "features/workspace/ranks_page.h"
#include "protocol/write.h"
#include "ranks/rank_report.h"
#include "ranks/rank_table.h"
#include "ranks/rank_tables.h"
#include "view/pages/page_markdown.h"

namespace nsys_ai {
namespace {

struct RanksOptions {
  std::vector<std::string> paths;
  ExperimentOptions experiment;
  int64_t limit = 40;
  std::string format;
  std::string table;
  bool browser = false;
  std::string trace;
  std::vector<std::string> only;
  LoopbackServer::Options server;
};

Answer rows_of(std::string name, Table table) {
  Answer answer;
  answer.skill = std::move(name);
  answer.outcome = table.rows.empty() ? Outcome::empty : Outcome::rows;
  if (table.rows.empty()) answer.reason = "These captures have no rows for this table.";
  answer.total_rows = std::ssize(table.rows);
  answer.table = std::move(table);
  return answer;
}

std::string invalid_table(const std::string& name) {
  if (rank_table_named(name) != nullptr) return "";
  std::vector<std::string> names;
  for (const RankTableKind& of : rank_tables()) names.emplace_back(of.name);
  return fmt::format("there is no table \"{}\": choose {}", name, either(names));
}

int print_table(const MatchedExperiment& matched, const RanksOptions& options) {
  const nsys::RankReport report = rank_report(matched);
  Answer answer = rows_of("ranks_" + options.table, rank_table_named(options.table)->make(matched, report));
  answer.notes = report.notes;
  for (const nsys::UnreadFile& of : report.unread)
    answer.notes.push_back(fmt::format("{} was not read: {}", of.file, of.reason));
  const auto most = static_cast<size_t>(options.limit);
  const bool is_for_people = options.format == "text" || options.format == "markdown";
  if (is_for_people && options.limit > 0 && answer.table.rows.size() > most) {
    answer.table.rows.resize(most);
    answer.truncated = true;
  }
  return print_answer(std::move(answer), options.format);
}

// The pages are of the first rank's capture; the page of ranks leads to the others.
int show_in_browser(const Experiment& experiment, const RanksOptions& options) {
  std::filesystem::path first =
      experiment.captures[experiment.ranks.empty() ? 0 : experiment.ranks.front().capture].path;
  if (!options.only.empty()) {
    const auto stacked = stacked_timelines(matched_experiment(experiment), options.only);
    if (!stacked) return report(stacked.error());
    first = stacked->captures.front().path;
  }
  const auto profile = open_profile(first.string());
  if (!profile) return report(profile.error());
  ViewerServer viewer(options.server);
  auto subject = browser_subject("", *profile);
  for (const ExperimentCapture& of : experiment.captures) subject.captures.push_back(of.path);
  subject.ranks_by_name = options.experiment.ranks_by_name;
  const auto shown = options.only.empty() ? viewer.show_ranks(subject)
                                          : viewer.show_rank_timelines(
                                                subject, fmt::format("{}", fmt::join(options.only, ",")));
  if (!shown) return report(shown.error());
  return serve_shown(*shown);
}

int ranks(const RanksOptions& options) {
  const Work work = command_work();
  if (!options.only.empty() && options.trace.empty() && !options.browser)
    return report({ErrorCode::bad_request, "--rank chooses what --trace writes or --browser shows.",
                   "Add one of them."});
  const auto experiment = experiment_at(options.paths, options.experiment, work);
  if (!experiment) return report(experiment.error());
  if (options.browser) return show_in_browser(*experiment, options);
  return cancellable(
             work,
             [&]() -> Result<int> {
               const MatchedExperiment matched = matched_experiment(*experiment);
               if (!options.trace.empty()) return write_rank_traces(matched, options.only, options.trace);
               if (!options.table.empty()) return print_table(matched, options);
               if (options.format == "csv") return print(csv(rank_table(matched)));
               if (options.format == "arrow")
                 return print_answer(rows_of("ranks", rank_table(matched)), "arrow");
               const nsys::RankReport answer = rank_report(matched);
               if (options.format == "json") return print(write_json(answer).pretty() + "\n");
               const size_t most = options.limit > 0 ? static_cast<size_t>(options.limit) : SIZE_MAX;
               const Page page = ranks_page(answer, most);
               return print(options.format == "markdown" ? markdown_of(page) : text_for_terminal(page));
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
  add_limit(*command, options->limit,
            "How many rows of each table in text and Markdown at most; 0 means all");
  add_memory_limit(*command);
  command
      ->add_option(
          "--table", options->table,
          "One table alone: clocks, collectives, findings, imbalance, last, participants, ranks, skew or steps")
      ->check(invalid_table)
      ->type_name("NAME");
  command
      ->add_option("--trace", options->trace,
                   "Write the timelines of all ranks to one file for Perfetto, by their common clock")
      ->check(invalid_file_name)
      ->type_name("FILE");
  command
      ->add_option(
          "--rank", options->only,
          "Only these ranks in it, or with --browser their timelines, one below the other: with commas between")
      ->delimiter(',')
      ->type_name("RANK,...");
  command->add_flag("--browser", options->browser,
                    "Show the page of ranks in the browser, or the timelines of --rank");
  command->add_option("--port", options->server.port, "Of that page; 0 takes a free one")->type_name("PORT");
  add_format(*command, options->format, {"text", "json", "csv", "markdown", "arrow"});
  command->callback([options, &run] { run = [options] { return ranks(*options); }; });
}

}  // namespace nsys_ai
