// nsys-ai suggest: the ranges that would explain most of the time that nothing explains yet.
#include <fmt/format.h>

#include <algorithm>

#include "annotate/python_sources.h"
#include "annotate/range_planner.h"
#include "annotate/source_places.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/print_answer.h"
#include "view/suggest_answer.h"

namespace nsys_ai {
namespace {

struct SuggestArguments {
  ProfileArguments profile;
  std::string source;
  int64_t limit = 10;
  bool patch = false;
  std::string format;
};

// A cell as text; "-" where there is none.
std::string cell_text(const Answer& answer, size_t row, std::string_view name) {
  const auto& columns = answer.table.columns;
  const auto at = std::find_if(columns.begin(), columns.end(), [&](const Column& of) { return of.name == name; });
  return one_line(readable(answer.table.rows[row][static_cast<size_t>(at - columns.begin())], at->unit));
}

// A paragraph for each row: a table would cut what lies beneath.
std::string suggestions_as_text(const Answer& answer) {
  std::string all;
  for (size_t row = 0; row < answer.table.rows.size(); ++row) {
    const auto text = [&](std::string_view name) { return cell_text(answer, row, name); };
    const std::string kernels = text("kernels");
    all += fmt::format("{:>9} {:>7}  {}: {} {}, {}\n", text("total_ns"), text("share"), text("range"), kernels,
                       kernels == "1" ? "kernel" : "kernels", text("why"));
    const std::string beneath = text("beneath");
    for (std::string_view rest = beneath; !rest.empty();) {
      const size_t end = std::min(rest.find("; "), rest.size());
      all += fmt::format("{:19}{}\n", "", rest.substr(0, end));
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    all += fmt::format("{:19}{}", "", text("suggestion"));
    if (const std::string file = text("file"); file != "-")
      all += fmt::format(": {}:{}-{} ({})", file, text("first_line"), text("last_line"), text("confidence"));
    all += "\n\n";
  }
  return all + answer_remarks(answer, "text");
}

// The ranges of the rows whose place in the sources is known, as a change that nobody has made yet.
int print_patch(const SuggestArguments& given, const Answer& answer) {
  const auto regions = source_regions(given.source, command_work());
  if (!regions) return report(regions.error());
  std::vector<std::string> labels;
  for (size_t row = 0; row < answer.table.rows.size(); ++row) {
    const std::string confidence = cell_text(answer, row, "confidence");
    if (confidence != "high" && confidence != "medium") continue;
    const auto more = labels_at(*regions, cell_text(answer, row, "file"), std::stoll(cell_text(answer, row, "first_line")));
    labels.insert(labels.end(), more.begin(), more.end());
  }
  if (labels.empty())
    return report(
        {ErrorCode::cannot_do, "None of these rows has one place in the sources where a range can go.",
         regions->notes.empty() ? "Without --patch they say what is known." : regions->notes.front() + "."});
  const auto edits = put_source_ranges(given.source, labels, EditMode::show, command_work());
  return edits ? print(edits->patch) : report(edits.error());
}

int run_suggest(const SuggestArguments& given) {
  if (given.patch && given.source.empty())
    return report({ErrorCode::bad_request, "A patch needs the sources.", "Name their folder with --source."});
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
  if (given.patch) return print_patch(given, *answer);
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
  command->add_flag("--patch", given->patch,
                    "Print the ranges as a patch of the sources, and change nothing");
  given->profile.add_scope(*command);
  add_limit(*command, given->limit, "How many rows at most; 0 means all");
  add_answer_format(*command, given->format);
  command->callback([given, &run] { run = [given] { return run_suggest(*given); }; });
}

}  // namespace nsys_ai
