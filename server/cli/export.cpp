// nsys-ai export: the profile as a Perfetto trace.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "features/browser.h"
#include "trace/trace.h"

namespace nsys_ai {
namespace {

struct Options {
  ProfileArguments profile;
  std::string output;
  bool calls = false;
  std::string detail = "auto";
};

std::optional<TraceDetail> detail_named(std::string_view name) {
  if (name == "auto") return TraceDetail::automatic;
  if (name == "full") return TraceDetail::full;
  if (name == "overview") return TraceDetail::overview;
  return std::nullopt;
}

int run_export(const Options& options) {
  if (auto checked = check_output(options.output, options.profile.path); !checked)
    return report(checked.error());
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  auto scope = Scope::make(**profile, options.profile.scope());
  if (!scope) return report(scope.error());
  TraceOptions what;
  what.calls = options.calls;
  what.pixel = pixel_for(**profile, *scope, what, *detail_named(options.detail));
  const std::string path = options.output.empty() ? Browser::trace_file_name(**profile) : options.output;
  if (path == "-") {
    int code = kAnswered;
    bool stopped = false;
    auto written = write_trace(
        **profile, *scope, what,
        [&](std::string_view chunk) {
          stopped = std::fwrite(chunk.data(), 1, chunk.size(), stdout) != chunk.size();
          if (stopped) code = not_printed(errno);
          return !stopped;
        },
        command_work());
    if (stopped) return code;
    return written ? print("") : report(written.error());
  }
  OutputFile file(path);
  if (!file.opened()) return not_written(path, errno);
  int cause = 0;
  auto written = write_trace(
      **profile, *scope, what,
      [&](std::string_view chunk) {
        const bool good = file.write(chunk);
        if (!good) cause = errno;
        return good;
      },
      command_work());
  if (cause != 0) return not_written(path, cause);
  if (!written) return report(written.error());
  if (!file.finish()) return not_written(path, errno);
  std::string told = fmt::format("{}: {} slices on {} tracks, {}", one_line(path),
                                 readable_count(static_cast<int64_t>(written->slices)),
                                 readable_count(static_cast<int64_t>(written->tracks)),
                                 readable_bytes(static_cast<int64_t>(written->bytes)));
  if (written->merged > 0)
    told += fmt::format("; {} events shorter than {} are merged: --detail full, or --trim START END",
                        readable_count(static_cast<int64_t>(written->merged)), readable_ns(what.pixel));
  std::fputs((told + ". Open it at https://ui.perfetto.dev\n").c_str(), stderr);
  return kAnswered;
}

}  // namespace

void add_export(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("export", "Write a Perfetto trace");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  command
      ->add_option("-o,--output", options->output,
                   "Where to; - is standard output. Default: NAME.pftrace here")
      ->type_name("FILE");
  command->add_flag("--calls", options->calls, "CUDA calls too, with arrows to what they launched");
  command
      ->add_option("--detail", options->detail,
                   "auto, full, or overview: what is narrower than a pixel of 2,000 is merged. auto is full "
                   "while the trace stays below 200 MB")
      ->check(CLI::IsMember({"auto", "full", "overview"}))
      ->type_name("WHAT");
  command->callback([options, &run] { run = [options] { return run_export(*options); }; });
}

}  // namespace nsys_ai
