// nsys-ai suggest: the ranges that would explain most of the time that nothing explains yet.
#include <fmt/format.h>

#include <algorithm>

#include "annotate/source_places.h"
#include "cli/common.h"
#include "annotate/source_places.h"
#include "cli/print_answer.h"
#include "features/sources/suggest_answer.h"

namespace nsys_ai {
namespace {

struct SuggestArguments {
  ProfileArguments profile;
  std::string source;
  int64_t limit = 10;
  std::string format;
};

// A paragraph for each row: a table would cut what lies beneath.
std::string suggestions_as_text(const Answer& answer) {
  const auto& columns = answer.table.columns;
  const auto text = [&](const auto& row, std::string_view name) {
    const auto at = std::find_if(columns.begin(), columns.end(), [&](const Column& of) { return of.name == name; });
    return one_line(readable(row[static_cast<size_t>(at - columns.begin())], at->unit));
  };
  std::string all;
  for (const auto& row : answer.table.rows) {
    all += fmt::format("{:>9} {:>7}  {}: {} {}, {}\n", text(row, "total_ns"), text(row, "share"), text(row, "range"),
                       text(row, "kernels"), text(row, "kernels") == "1" ? "kernel" : "kernels", text(row, "why"));
    std::string_view rest;
    const std::string beneath = text(row, "beneath");
    for (rest = beneath; !rest.empty();) {
      const size_t end = std::min(rest.find("; "), rest.size());
      all += fmt::format("{:19}{}\n", "", rest.substr(0, end));
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    all += fmt::format("{:19}{}", "", text(row, "suggestion"));
    if (const std::string file = text(row, "file"); file != "-")
      all += fmt::format(": {}:{}-{} ({})", file, text(row, "first_line"), text(row, "last_line"), text(row, "confidence"));
    all += "\n\n";
  }
  return all + answer_remarks(answer, "text");
}

int run_suggest(const SuggestArguments& given) {
  std::optional<SourcePlaces> sources;
  if (!given.source.empty()) {
    auto read = SourcePlaces::read(given.source);
    if (!read) return report(read.error());
    sources = std::move(*read);
  }
  const auto profile = open_profile(given.profile.path, given.profile.scope());
  if (!profile) return report(profile.error());
  auto answer = suggest_answer(**profile, given.profile.scope(),
                               {given.limit, sources ? &*sources : nullptr}, command_work());
  if (!answer) return report(answer.error());
  if (given.format == "text" && answer->outcome == Outcome::rows) return print(suggestions_as_text(*answer));
  return print_answer(std::move(*answer), given.format);
}

}  // namespace

void add_suggest(CLI::App& program, std::function<int()>& run) {
  auto given = std::make_shared<SuggestArguments>();
  CLI::App* command = program.add_subcommand(
      "suggest", "Which NVTX ranges would explain most of the GPU time that has no place in the source yet");
  given->profile.add_path(*command);
  command->add_option("--source", given->source, "The folder of the program's sources, or one source")
      ->type_name("DIR");
  given->profile.add_scope(*command);
  add_limit(*command, given->limit, "How many rows at most; 0 means all");
  add_answer_format(*command, given->format);
  command->callback([given, &run] { run = [given] { return run_suggest(*given); }; });
}

}  // namespace nsys_ai
