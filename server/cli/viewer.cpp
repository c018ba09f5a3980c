// nsys-ai viewer: a profile as one HTML file to share.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "base/loss_notes.h"
#include "base/quantity.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/served_page.h"
#include "cli/workspace.h"
#include "features/viewer/html_file.h"

namespace nsys_ai {
namespace {

struct ViewerOptions {
  ProfileArguments profile;
  std::string output;
  std::string at;  // a target
};

int run_viewer(const ViewerOptions& options) {
  if (auto checked = check_output(options.output, options.profile.path); !checked)
    return report(checked.error());
  const ScopeRequest scope = options.profile.scope();
  const auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  if (auto good = check_at(**profile, options.at); !good) return report(good.error());
  const ViewerServer::Subject subject = browser_subject("", *profile);
  const LossNotes losses;
  const auto made = html_file(subject, {scope.window, options.at}, command_work());
  if (!made) return report(made.error());
  if (options.output == "-") return print(made->text);
  OutputFile file(options.output);
  if (!file.opened() || !file.write(made->text) || !file.finish()) return not_written(options.output, errno);
  std::string text =
      fmt::format("{}: {}, {} views, {} cards, the timeline {}\n", one_line(options.output),
                  readable_bytes(static_cast<int64_t>(made->text.size())), made->pages, made->cards,
                  made->pixel_ns == 0 ? "in full detail"
                                      : "of the whole run from " + readable_ns(made->pixel_ns) + " on");
  for (const std::string& note : losses.notes()) text += "Note: " + one_line(note) + ".\n";
  std::fputs(text.c_str(), stderr);
  return kAnswered;
}

}  // namespace

void add_viewer(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<ViewerOptions>();
  CLI::App* command = program.add_subcommand(
      "viewer",
      "One HTML file to share: overview, timeline, tree, kernels, findings and skills, without a server");
  options->profile.add_path(*command);
  command->add_option("-o,--output", options->output, "Where to; - is standard output")
      ->required()
      ->check(invalid_file_name)
      ->type_name("FILE");
  command
      ->add_option(
          "--at", options->at,
          "Begin at this event or finding on the timeline, such as kernel:1234, and hold its surroundings in more detail")
      ->type_name("TARGET");
  options->profile.add_trim(*command);
  add_request_log(*command);
  command->callback([options, &run] { run = [options] { return run_viewer(*options); }; });
}

}  // namespace nsys_ai
