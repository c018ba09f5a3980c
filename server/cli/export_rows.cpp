// nsys-ai export-csv and export-json: every event as a flat row, in one file or in one file for each event
// type.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "skill/answer_frame.h"
#include "view/event_export.h"

namespace nsys_ai {
namespace {

struct ExportRowsOptions {
  ProfileArguments profile;
  std::vector<std::string> what = {"all"};
  std::string output;
  EventFormat format = EventFormat::csv;
  bool lines = false;
};

std::vector<std::string> family_names() {
  std::vector<std::string> names = {"all"};
  for (const EventType family : kEventTypes) names.emplace_back(name_of(family));
  return names;
}

std::vector<EventType> families_of(const std::vector<std::string>& names) {
  std::vector<EventType> families;
  const auto named = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const EventType family : kEventTypes)
    if (named("all") || named(name_of(family))) families.push_back(family);
  return families;
}

std::string_view extension_of(EventFormat format) {
  if (format == EventFormat::csv) return ".csv";
  return format == EventFormat::json ? ".json" : ".jsonl";
}

struct Job {
  const Profile& profile;
  const Scope& scope;
  EventFormat format;
};

std::string lines_of(const std::vector<std::string>& notes) {
  std::string lines;
  for (const std::string& note : notes) lines += "Note: " + one_line(note) + ".\n";
  return lines;
}

int to_stdout(const Job& job, const std::vector<EventType>& families) {
  int code = kAnswered;
  bool stopped = false;
  const auto written = write_events(
      job.profile, job.scope, families, job.format,
      [&](std::string_view chunk) {
        stopped = std::fwrite(chunk.data(), 1, chunk.size(), stdout) != chunk.size();
        if (stopped) code = not_printed(errno);
        return !stopped;
      },
      command_work());
  if (stopped) return code;
  if (!written) return report(written.error());
  // A JSON document contains the notes itself.
  if (job.format != EventFormat::json) std::fputs(lines_of(written->notes).c_str(), stderr);
  return print("");
}

// A file and its contents.
struct OutputTarget {
  std::string path;
  std::vector<EventType> families;
  std::unique_ptr<OutputFile> file = nullptr;
  EventCounts counts = {};
};

// Writes all files or none: moves none to its place before all are complete.
int to_files(const Job& job, std::vector<OutputTarget> targets) {
  const Work work = command_work();
  const auto parts = static_cast<double>(targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    OutputTarget& target = targets[i];
    target.file = std::make_unique<OutputFile>(target.path);
    if (!target.file->opened()) return not_written(target.path, errno);
    int cause = 0;
    const auto written = write_events(
        job.profile, job.scope, target.families, job.format,
        [&](std::string_view chunk) {
          const bool good = target.file->write(chunk);
          if (!good) cause = errno;
          return good;
        },
        part_of(work, static_cast<double>(i) / parts, static_cast<double>(i + 1) / parts));
    if (cause != 0) return not_written(target.path, cause);
    if (!written) return report(written.error());
    target.counts = *written;
  }
  std::string said;
  for (OutputTarget& target : targets) {
    if (!target.file->finish()) return not_written(target.path, errno);
    said += fmt::format("{}: {} rows, {}\n", one_line(target.path), readable_count(target.counts.rows),
                        readable_bytes(target.counts.bytes));
  }
  std::vector<std::string> notes;
  note_scope(job.profile, job.scope, notes);
  for (const OutputTarget& target : targets)
    for (const std::string& note : target.counts.notes)
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  said += lines_of(notes);
  std::fputs(said.c_str(), stderr);
  return kAnswered;
}

bool names_folder(const std::string& path) {
  std::error_code none;
  return path.ends_with('/') || std::filesystem::is_directory(path, none);
}

Result<std::vector<OutputTarget>> targets_of(const ExportRowsOptions& options, const Profile& profile,
                                             EventFormat format, const std::vector<EventType>& families,
                                             OutputFolders& folders) {
  const std::string extension(extension_of(format));
  std::string output = options.output;
  if (output.empty()) output = profile.info().path.stem().string() + extension;
  std::vector<OutputTarget> targets;
  if (names_folder(output)) {
    if (auto made = folders.make(output); !made) return tl::unexpected(made.error());
    for (const EventType family : families)
      targets.push_back(
          {(std::filesystem::path(output) / (std::string(name_of(family)) + extension)).string(), {family}});
  } else {
    targets.push_back({output, families});
  }
  for (const OutputTarget& target : targets)
    if (auto checked = check_output(target.path, options.profile.path); !checked)
      return tl::unexpected(checked.error());
  return targets;
}

int run_export_rows(const ExportRowsOptions& options) {
  if (auto checked = check_output(options.output, options.profile.path); !checked)
    return report(checked.error());
  const auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  const auto scope = Scope::make(**profile, options.profile.scope());
  if (!scope) return report(scope.error());
  const Job job{**profile, *scope, options.lines ? EventFormat::json_lines : options.format};
  const std::vector<EventType> families = families_of(options.what);
  if (options.output == "-") return to_stdout(job, families);
  OutputFolders folders;
  auto targets = targets_of(options, **profile, job.format, families, folders);
  if (!targets) return report(targets.error());
  return to_files(job, std::move(*targets));
}

CLI::App* add_command(CLI::App& program, std::function<int()>& run, const std::string& name,
                      const std::string& help, const std::shared_ptr<ExportRowsOptions>& options) {
  CLI::App* command = program.add_subcommand(name, help);
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  command
      ->add_option("--what", options->what,
                   "Which events: all, kernels, copies, memsets, graphs, nvtx, calls; may be given again")
      ->allow_extra_args(false)
      ->check(one_of(family_names()))
      ->type_name("WHAT");
  command
      ->add_option(
          "-o,--output", options->output,
          fmt::format(
              "Where to: a file, a folder (one file for each kind of event), or - for standard output. "
              "Default: NAME{} here",
              extension_of(options->format)))
      ->check(invalid_file_name)
      ->type_name("FILE|DIR");
  command->callback([options, &run] { run = [options] { return run_export_rows(*options); }; });
  return command;
}

}  // namespace

void add_export_rows(CLI::App& program, std::function<int()>& run) {
  auto csv = std::make_shared<ExportRowsOptions>();
  add_command(program, run, "export-csv", "Write every event as a row of CSV", csv);
  auto json = std::make_shared<ExportRowsOptions>();
  json->format = EventFormat::json;
  CLI::App* command = add_command(program, run, "export-json", "Write every event as JSON", json);
  command->add_flag("--lines", json->lines, "One object a line and nothing else, as NDJSON readers take");
}

}  // namespace nsys_ai
