// nsys-ai open: shows a profile in the terminal, the browser, Perfetto or Neovim.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/program_file.h"
#include "base/quotation.h"
#include "cli/common.h"
#include "cli/perfetto_ui.h"
#include "cli/served_page.h"
#include "cli/terminal.h"
#include "cli/terminal_screen.h"
#include "cli/timeline.h"
#include "cli/trace_processor.h"
#include "cli/workspace.h"
#include "features/documents/document_locations.h"
#include "features/viewer/viewer_server.h"
#include "features/workspace/file_uri.h"
#include "view/cards/card_text.h"
#include "view/pages/overview.h"
#include "view/targets/card.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

struct OpenOptions {
  ProfileArguments profile;
  std::string viewer;
  std::string at;  // a target
  std::string place;  // as "Copy link" writes it: "view=kernels", or "view=timeline&start=NS&end=NS"
  TraceDetail detail = TraceDetail::automatic;
  bool by_trace_processor = false;
  std::string trace_processor;
  LoopbackServer::Options server;
};

constexpr std::string_view kTimelinePlace = "view=timeline";

// Empty if it is one, otherwise the error message. What the page cannot show of it, it says.
std::string invalid_place(const std::string& place) {
  const bool is_plain = std::ranges::all_of(place, [](unsigned char c) { return c > ' ' && c < 0x7f; });
  return place.starts_with("view=") && is_plain
             ? std::string()
             : fmt::format("{} is no place such as view=kernels, as \"Copy link\" of a page writes it",
                           quotation(place));
}

Result<ViewerAddress> show_place(ViewerServer& viewer, const ViewerServer::Subject& subject,
                                 const std::string& place) {
  const bool on_timeline = (place + "&").starts_with(std::string(kTimelinePlace) + "&");
  auto shown = on_timeline ? viewer.show_timeline(subject) : viewer.show_overview(subject);
  if (!shown) return shown;
  const std::string where = place.substr(on_timeline ? kTimelinePlace.size() : 0);
  const std::string end = on_timeline ? (where.empty() ? "" : "#" + where.substr(1)) : "?" + where;
  shown->url += end;
  shown->path += end;
  return shown;
}

// The overview page has no places, so the browser shows `at` on the timeline.
Result<ViewerAddress> show_at(ViewerServer& viewer, const ViewerServer::Subject& subject,
                              const OpenOptions& options) {
  if (options.viewer == "perfetto") {
    std::optional<Interval> window;
    if (!options.at.empty()) window = window_around(*subject.profile, options.at);
    return viewer.show_trace(subject, {window, options.detail});
  }
  if (!options.place.empty()) return show_place(viewer, subject, options.place);
  if (options.at.empty())
    return options.viewer == "timeline" ? viewer.show_timeline(subject) : viewer.show_overview(subject);
  auto timeline = viewer.show_timeline(subject);
  if (timeline) timeline->url += "#at=" + options.at;
  if (timeline) timeline->path += "#at=" + options.at;
  return timeline;
}

int show_in_browser(const OpenOptions& options) {
  auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  if (auto good = check_at(**profile, options.at); !good) return report(good.error());
  if (options.viewer == "timeline" || !options.at.empty()) prepare_timeline(*profile);
  ViewerServer viewer(options.server);
  const auto shown = show_at(viewer, browser_subject("", *profile), options);
  if (!shown) return report(shown.error());
  return serve_shown(*shown);
}

int show_by_trace_processor(const OpenOptions& options) {
  if (options.viewer != "perfetto")
    return report({ErrorCode::bad_request, "--trace-processor is of no use to this viewer.",
                   "Ask for --viewer perfetto."});
  auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  // The browser does not store the trace, so it need not be small.
  const TraceDetail detail = options.detail == TraceDetail::automatic ? TraceDetail::full : options.detail;
  return show_by_trace_processor(
      *profile, workspace_suppressions(),
      {options.trace_processor, options.server.port, detail, options.server.perfetto_url});
}

// The plugin goes to the line of the document that contains the target of --at.
int show_in_neovim(const OpenOptions& options) {
  const std::string go_there = "NsysAi goto " + options.at;
  if (!options.at.empty()) {
    auto profile = open_profile(options.profile.path);
    if (!profile) return report(profile.error());
    if (!place_of(**profile, options.at))
      return report({ErrorCode::bad_request,
                     fmt::format("--at: no document describes {}.", quotation(options.at)), ""});
    execlp("nvim", "nvim", "-c", go_there.c_str(), "--", options.profile.path.c_str(),
           static_cast<char*>(nullptr));
  } else {
    execlp("nvim", "nvim", "--", options.profile.path.c_str(), static_cast<char*>(nullptr));
  }
  return report({ErrorCode::cannot_do, fmt::format("nvim cannot be started: {}.", std::strerror(errno)),
                 "Install Neovim 0.10 or later and the plugin in extensions/nvim."});
}

// The address with which VS Code's extension opens the profile. It does not depend on a running server.
int show_in_vscode(const OpenOptions& options) {
  std::error_code ignored;
  const auto path = std::filesystem::absolute(options.profile.path, ignored).lexically_normal();
  std::string query = "path=" + percent_encoded(path.string(), "/");
  if (!options.at.empty()) query += "&at=" + percent_encoded(options.at, ":");
  // VS Code decodes the query once before it passes it on, so an `&` in a value would split it.
  const std::string link = "vscode://nsys-ai.nsys-ai/open?" + percent_encoded(query, "/:=&");
  const std::string text = link + "\n";
  const auto code = program_on_path("code");
  if (!code) {
    return print(text +
                 "Open this address on the computer of the editor: `code --open-url` is not found here.\n");
  }
  execl(code->c_str(), "code", "--open-url", link.c_str(), static_cast<char*>(nullptr));
  return report({ErrorCode::cannot_do, fmt::format("code cannot be started: {}.", std::strerror(errno)), ""});
}

// Where `nsys-ai PROFILE` shows it: in the editor whose terminal this is, on the screen of a terminal, else
// as text. A width or colours are asked of text.
std::string usual_viewer(const CLI::App& command) {
  if (!TerminalScreen::check() || command.get_option("--width")->count() > 0 ||
      command.get_option("--color")->count() > 0)
    return "text";
  // Set by the extension for VS Code.
  const char* editor = std::getenv("NSYS_AI_EDITOR");
  return editor != nullptr && std::string_view(editor) == "vscode" && program_on_path("code") ? "vscode"
                                                                                              : "tui";
}

// Stays in the terminal when the screen is gone.
void say_viewer(const std::string& viewer) {
  const std::string where = viewer == "vscode"
                                ? "In VS Code; --viewer tui shows it in the terminal, text prints it."
                                : "In the terminal; --viewer text prints it.";
  std::fputs(("nsys-ai: " + where + "\n").c_str(), stderr);
}

int run_open(const OpenOptions& options) {
  if (options.by_trace_processor) return show_by_trace_processor(options);
  if (options.viewer == "vscode") return show_in_vscode(options);
  if (options.viewer == "nvim") return show_in_neovim(options);
  if (options.viewer == "tui") return show_in_terminal(options.profile, options.at, TuiView::overview);
  if (options.viewer != "text") return show_in_browser(options);
  auto profile = open_profile(options.profile.path);
  if (!profile) return report(profile.error());
  if (!options.at.empty()) {
    if (const auto shown = card(**profile, options.at)) return print(text_of(*shown, text_width()));
    return report({ErrorCode::bad_request,
                   fmt::format("--at: {} names nothing in this profile.", quotation(options.at)), ""});
  }
  return print(text_for_terminal(overview(**profile, workspace_suppressions())));
}

void define_web(CLI::App& program, std::function<int()>& run) {
  auto web = std::make_shared<OpenOptions>();
  web->viewer = "web";
  CLI::App* browser =
      program.add_subcommand("web", "Show a profile in the browser: the same as open --viewer web");
  web->profile.add_path(*browser);
  add_request_log(*browser);
  browser->add_option("--at", web->at, "What to show on the timeline: the target of an event or a finding")
      ->type_name("TARGET");
  browser
      ->add_option("--place", web->place,
                   "What to show, as \"Copy link\" of a page writes it, such as view=kernels")
      ->check(invalid_place)
      ->excludes("--at")
      ->type_name("PLACE");
  browser->add_option("--port", web->server.port, "Port of 127.0.0.1. Default: any that is free")
      ->type_name("PORT");
  browser->callback([web, &run] { run = [web] { return run_open(*web); }; });
}

}  // namespace

void add_open(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<OpenOptions>();
  CLI::App* command = program.add_subcommand("open", "Show a profile; `nsys-ai PROFILE` alone does the same");
  options->profile.add_path(*command);
  add_request_log(*command);
  std::vector<std::string> details;
  for (const NamedDetail& of : kTraceDetails) details.emplace_back(of.name);
  command
      ->add_option(
          "--viewer", options->viewer,
          "Where: text, tui (overview, timeline and tree in the terminal), web, timeline (in a browser), perfetto, vscode or nvim. "
          "Default: tui in a terminal, vscode in one of VS Code, and text in a pipe")
      ->check(one_of({"text", "tui", "web", "timeline", "perfetto", "vscode", "nvim"}))
      ->type_name("VIEWER");
  command
      ->add_option(
          "--at", options->at,
          "What to show: the target of an event or a finding, such as kernel:1234 or gap:0:60401707567")
      ->type_name("TARGET");
  command
      ->add_option("--port", options->server.port,
                   "Port of 127.0.0.1 for web, timeline and perfetto. Default: any that is free")
      ->type_name("PORT");
  command
      ->add_option_function<std::string>(
          "--detail",
          [options](const std::string& name) {
            for (const NamedDetail& of : kTraceDetails)
              if (of.name == name) options->detail = of.detail;
          },
          "Of perfetto: auto, full, or overview. "
          "Where auto merges what is short, the page has a strip of the whole run, from which any window is shown in full")
      ->check(one_of(details))
      ->type_name("WHAT");
  add_text_options(*command);
  auto* dir = add_perfetto_ui(*command, options->server);
  auto* processor = command->add_option(
      "--trace-processor", options->trace_processor,
      "Let Perfetto's trace_processor hold the trace on this machine, in full detail, and the browser ask it: for traces that no browser could hold. "
      "Whoever uses this machine can ask it too. "
      "Default: the one on PATH");
  processor->expected(0, 1)->type_name("PROGRAM")->excludes(dir);
  command->callback([options, processor, command, &run] {
    options->by_trace_processor = processor->count() > 0;
    run = [options, command] {
      if (options->viewer.empty()) {
        options->viewer = options->by_trace_processor ? "text" : usual_viewer(*command);
        if (options->viewer != "text") say_viewer(options->viewer);
      }
      return run_open(*options);
    };
  });
  define_web(program, run);
}

}  // namespace nsys_ai
