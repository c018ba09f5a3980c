// nsys-ai export: the profile as a trace for Perfetto, or for viewers that read Chrome's JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <set>

#include "base/gzip.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/workspace.h"
#include "features/viewer/finding_notes.h"
#include "features/viewer/trace_content.h"
#include "profile/file_tables.h"
#include "trace/trace.h"

namespace nsys_ai {
namespace {

struct ExportOptions {
  ProfileArguments profile;
  std::string output;
  std::vector<std::string> kinds;
  bool calls = false;
  bool findings = false;
  bool arguments = false;
  bool gzip = false;
  std::string detail = "auto";
  std::string format = "perfetto";
  std::vector<int64_t> streams;
};

// The option's validator rejects all other names.
template <class List>
auto named(const List& list, std::string_view name) {
  return *std::find_if(list.begin(), list.end(), [name](const auto& of) { return of.name == name; });
}

TraceOptions shown_by(const ExportOptions& options, const ProfilePtr& profile, const Scope& scope) {
  TraceOptions what = default_kinds(*profile, scope, named(kTraceFormats, options.format).format);
  if (!options.kinds.empty())
    for (const TraceKind& kind : kTraceKinds)
      what.*kind.shown =
          std::find(options.kinds.begin(), options.kinds.end(), kind.name) != options.kinds.end();
  what.calls |= options.calls;
  what.findings |= options.findings;
  what.arguments = options.arguments;
  what.streams = options.streams;
  what.notes = [profile] { return finding_notes(*profile, workspace_suppressions()); };
  what.workspace_notes = [profile] { return notes_of_workspace(*profile); };
  what.pixel = pixel_for(*profile, scope, what, named(kTraceDetails, options.detail).detail);
  return what;
}

// Fails if no GPU in scope has one of the named streams.
Result<void> check_streams(const Profile& profile, const Scope& scope, const std::vector<int64_t>& wanted) {
  std::set<int64_t> known;
  for (uint32_t at = 0; at < profile.streams().size(); ++at)
    if (scope.has(StreamIx(at))) known.insert(profile.streams()[at].stream);
  for (const int64_t stream : wanted)
    if (known.count(stream) == 0)
      return fail(ErrorCode::bad_request, fmt::format("There is no stream {} in this scope.", stream),
                  known.empty() ? "Nothing ran on a GPU."
                                : fmt::format("The streams are {}.", fmt::join(known, ", ")));
  return {};
}

// Returns the statistics of write_trace even if writing the file failed.
Result<TraceStats> written(const Profile& profile, const Scope& scope, const TraceOptions& what, bool gzip,
                           const TraceSink& sink) {
  if (!gzip) return write_trace(profile, scope, what, sink, command_work());
  Gzip zip(sink);
  auto stats = write_trace(
      profile, scope, what, [&zip](std::string_view chunk) { return zip.write(chunk); }, command_work());
  if (stats && !zip.finish()) return cancelled();
  return stats;
}

std::string notes_of(const TraceStats& stats) {
  std::string text;
  for (const std::string& note : stats.notes) text += "Note: " + one_line(note) + ".\n";
  return text;
}

int print_trace(const ExportOptions& options, const Profile& profile, const Scope& scope,
                const TraceOptions& what) {
  int code = kAnswered;
  bool stopped = false;
  const auto stats = written(profile, scope, what, options.gzip, [&](std::string_view chunk) {
    stopped = std::fwrite(chunk.data(), 1, chunk.size(), stdout) != chunk.size();
    if (stopped) code = not_printed(errno);
    return !stopped;
  });
  if (stopped) return code;
  if (!stats) return report(stats.error());
  std::fputs(notes_of(*stats).c_str(), stderr);
  return print("");
}

// Suggests the kinds of events that the capture has and the trace omits; empty if the trace shows any.
std::string hint_of(const Profile& profile, const TraceStats& stats, const TraceOptions& what) {
  if (stats.slices + stats.instants > 0) return {};
  std::vector<std::string_view> kinds;
  if (!what.calls && profile.calls().size() > 0) kinds.push_back("calls");
  if (!what.os_calls && rows_read_as(profile.tables(), "os_call") > 0) kinds.push_back("os_calls");
  if (kinds.empty()) return "Nothing of these kinds was recorded in this scope.\n";
  return fmt::format("Nothing of these kinds was recorded in this scope; try --kinds {}.\n",
                     fmt::join(kinds, ","));
}

std::string summary_of(const TraceStats& stats, const TraceOptions& what, const std::string& path) {
  const auto count = [](uint64_t of, std::string_view one) {
    return fmt::format("{} {}{}", readable_count(static_cast<int64_t>(of)), one, of == 1 ? "" : "s");
  };
  std::string text =
      fmt::format("{}: {} on {}, {}", one_line(path), count(stats.slices, "slice"),
                  count(stats.tracks, "track"), readable_bytes(static_cast<int64_t>(stats.bytes)));
  if (path.ends_with(".gz")) text += " before compression";
  if (stats.merged > 0)
    text += fmt::format("; {} shorter than {} in slices with others: --detail full, or --trim START END",
                        count(stats.merged, "event"), readable_ns(what.pixel));
  return text + ". Open it at https://ui.perfetto.dev\n";
}

std::string default_name(const Profile& profile, TraceFormat format) {
  const std::string name = trace_file_name(profile);
  return format == TraceFormat::perfetto ? name
                                         : std::filesystem::path(name).replace_extension(".json").string();
}

// If `output` is a folder, which is created if necessary, returns the file `name` inside it.
Result<std::string> output_path(const std::string& output, const std::string& name, OutputFolders& folders) {
  namespace fs = std::filesystem;
  if (output.empty()) return name;
  std::error_code failure;
  if (!output.ends_with('/') && !fs::is_directory(output, failure)) return output;
  if (auto made = folders.make(output); !made) return tl::unexpected(made.error());
  return (fs::path(output) / name).string();
}

int run_export(ExportOptions options) {
  if (auto checked = check_output(options.output, options.profile.path); !checked)
    return report(checked.error());
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  auto scope = Scope::make(**profile, options.profile.scope());
  if (!scope) return report(scope.error());
  if (auto checked = check_streams(**profile, *scope, options.streams); !checked)
    return report(checked.error());
  const TraceOptions what = shown_by(options, *profile, *scope);
  if (options.output == "-") return print_trace(options, **profile, *scope, what);
  OutputFolders folders;
  const auto placed = output_path(
      options.output, default_name(**profile, what.format) + (options.gzip ? ".gz" : ""), folders);
  if (!placed) return report(placed.error());
  const std::string& path = *placed;
  options.gzip |= path.ends_with(".gz");
  OutputFile file(path);
  if (!file.opened()) return not_written(path, errno);
  int cause = 0;
  const auto stats = written(**profile, *scope, what, options.gzip, [&](std::string_view chunk) {
    const bool good = file.write(chunk);
    if (!good) cause = errno;
    return good;
  });
  if (cause != 0) return not_written(path, cause);
  if (!stats) return report(stats.error());
  if (!file.finish()) return not_written(path, errno);
  std::fputs((summary_of(*stats, what, path) + notes_of(*stats) + hint_of(**profile, *stats, what)).c_str(),
             stderr);
  return kAnswered;
}

template <class List>
std::vector<std::string> names_in(const List& list) {
  std::vector<std::string> names;
  names.reserve(std::size(list));
  for (const auto& one : list) names.emplace_back(one.name);
  return names;
}

}  // namespace

void add_export(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = program.add_subcommand("export", "Write a trace for Perfetto, or Chrome's JSON");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  add_request_log(*command);
  command
      ->add_option("-o,--output", options->output,
                   "Where to; - is standard output. Default: NAME.pftrace, or NAME.json, here")
      ->check(invalid_file_name)
      ->type_name("FILE");
  command
      ->add_option("--format", options->format,
                   "perfetto, or json: Chrome's Trace Event Format, four times as large")
      ->check(CLI::IsMember(names_in(kTraceFormats)))
      ->type_name("FORMAT");
  command
      ->add_option(
          "--kinds", options->kinds,
          "What to show, with commas between; else all but os_calls, calls and others (MPI, OpenACC, video engines, page faults, ...) where the trace is estimated at less than 50 MB with them, and findings where at less than 200 MB")
      ->delimiter(',')
      ->check(CLI::IsMember(names_in(kTraceKinds)))
      ->type_name("KIND,...");
  command
      ->add_option(
          "--streams", options->streams,
          "Operations of these streams alone, with commas between; gaps and counters stay those of the whole GPU")
      ->delimiter(',')
      ->type_name("N,...");
  command->add_flag("--calls", options->calls,
                    "CUDA calls too, with arrows to what they launched, however large the trace");
  command->add_flag("--findings", options->findings, "What stands out too, however large the capture");
  command->add_flag(
      "--arguments", options->arguments,
      "Reference, correlation, full name, launch shape and bandwidth on each slice; they make the viewer slow");
  command->add_flag("--gzip", options->gzip, "Compress; so does an output that ends with .gz");
  command
      ->add_option(
          "--detail", options->detail,
          "auto, full, or overview: what is narrower than a pixel of 2,000 is merged. auto is full while the trace stays below 200 MB")
      ->check(CLI::IsMember(names_in(kTraceDetails)))
      ->type_name("WHAT");
  command->callback([options, &run] { run = [options] { return run_export(*options); }; });
}

}  // namespace nsys_ai
