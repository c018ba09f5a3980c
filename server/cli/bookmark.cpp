// nsys-ai bookmark: places of a profile that a person marked, stored in the workspace and shown in traces.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/bookmarks.h"
#include "protocol/bookmark_file.h"
#include "protocol/write.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

struct BookmarkOptions {
  ProfileArguments profile;
  std::string name;
  std::vector<double> at;  // seconds on the capture's clock
  std::string note;
  std::string format;
};

std::string file_name(const BookmarkOptions& options) {
  return std::filesystem::path(options.profile.path).filename().string();
}

int add(const BookmarkOptions& options) {
  const auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  Bookmark bookmark{file_name(options), one_line(options.name), {}, one_line(options.note)};
  bookmark.time.start = std::llround(options.at.front() * 1e9);
  bookmark.time.end = std::llround(options.at.back() * 1e9);
  const Interval run = (*profile)->extent();
  if (bookmark.time.end < run.start || bookmark.time.start > run.end)
    return report(
        {ErrorCode::bad_request, "Nothing was recorded at that time.",
         fmt::format("The run is from {} to {}.", readable_clock(run.start), readable_clock(run.end))});
  const auto file = add_bookmark(workspace_folders(), bookmark);
  if (!file) return report(file.error());
  return print(fmt::format("{} is kept in {}.\n", bookmark.name, file->string()));
}

int list(const BookmarkOptions& options) {
  const auto marked = bookmarks(workspace_folders(), file_name(options));
  if (!marked) return report(marked.error());
  if (options.format == "json") {
    std::vector<BookmarkEntry> entries;
    for (const Bookmark& of : *marked) {
      BookmarkEntry entry{of.profile, of.name, of.time.start, of.time.end, {}};
      if (!of.note.empty()) entry.note = of.note;
      entries.push_back(entry);
    }
    return print(write_json(entries).pretty() + "\n");
  }
  if (marked->empty()) return print(fmt::format("{} has no bookmarks here.\n", one_line(file_name(options))));
  PageTable table{{number_cell("at"), number_cell("duration"), text_cell("name"), text_cell("note")}, {}, ""};
  for (const Bookmark& of : *marked)
    table.rows.push_back({number_cell(readable_clock(of.time.start)),
                          number_cell(of.time.empty() ? "-" : readable_ns(of.time.duration())),
                          text_cell(of.name), text_cell(of.note.empty() ? "-" : of.note)});
  Page page;
  page.blocks.emplace_back(std::move(table));
  return print(text_for_terminal(page, 0));
}

int remove(const BookmarkOptions& options) {
  const auto removed = remove_bookmark(workspace_folders(), file_name(options), options.name);
  if (removed) return kAnswered;
  Error error = removed.error();
  if (error.hint.empty()) error.hint = "`nsys-ai bookmark list PROFILE` shows them all.";
  return report(error);
}

}  // namespace

void add_bookmark(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<BookmarkOptions>();
  CLI::App* command = program.add_subcommand(
      "bookmark", "Places of a profile that somebody marked: shown on the timeline and in Perfetto");
  command->require_subcommand(1);

  CLI::App* adding =
      command->add_subcommand("add", "Mark a place, in .nsys-ai/bookmarks.json of this folder");
  options->profile.add_path(*adding);
  adding->add_option("NAME", options->name, "What to call it; one of that name is replaced")->required();
  adding->add_option("--at", options->at, "Where, in seconds on the capture's clock; one time is a point")
      ->expected(1, 2)
      ->required()
      ->check(invalid_seconds)
      ->type_name("START [END]");
  adding->add_option("--note", options->note, "What there is to say of it")->type_name("TEXT");
  adding->callback([options, &run] { run = [options] { return add(*options); }; });

  const auto add_name_of_profile = [&](CLI::App& to) {
    to.add_option("PROFILE", options->profile.path, "The profile's file; its name is enough")->required();
  };
  CLI::App* listing = command->add_subcommand("list", "All of a profile, by time");
  add_name_of_profile(*listing);
  add_format(*listing, options->format, {"text", "json"});
  listing->callback([options, &run] { run = [options] { return list(*options); }; });

  CLI::App* removing = command->add_subcommand("remove", "Take one away");
  add_name_of_profile(*removing);
  removing->add_option("NAME", options->name, "What it is called")->required();
  removing->callback([options, &run] { run = [options] { return remove(*options); }; });
}

}  // namespace nsys_ai
