// nsys-ai timeline and nsys-ai tui: the timeline in the terminal.
#include "cli/timeline.h"

#include <fmt/format.h>

#include <list>
#include <memory>
#include <optional>
#include <string>

#include "analysis/scope.h"
#include "base/interrupt.h"
#include "cli/common.h"
#include "cli/redirect_page.h"
#include "cli/terminal.h"
#include "cli/terminal_screen.h"
#include "cli/workspace.h"
#include "features/viewer/frame_subject.h"
#include "features/viewer/viewer_server.h"
#include "tui/tui_session.h"

namespace nsys_ai {
namespace {

struct TimelineOptions {
  ProfileArguments profile;
  std::string at;
  std::string against;
};

// Shows windows in Perfetto as long as it lives.
class PerfettoWindows {
 public:
  explicit PerfettoWindows(ProfilePtr profile) : subject_{"", std::move(profile), workspace_suppressions()} {}

  Result<std::string> show(Interval window) {
    const auto shown = server_.show_trace(subject_, {window, TraceDetail::automatic});
    if (!shown) return tl::unexpected(shown.error());
    pages_.emplace_back(shown->url);
    return shown->url + "\n" + words_of_shown(*shown, pages_.back());
  }

 private:
  ViewerServer::Subject subject_;
  ViewerServer server_;
  std::list<RedirectPage> pages_;
};

TimelineSubject subject_of(const ProfilePtr& profile, const ScopeRequest& scope, const std::string& at) {
  TimelineSubject subject =
      frame_subject(profile, {workspace_folders(), workspace_suppressions(), workspace_skills(),
                              [windows = std::make_shared<PerfettoWindows>(profile)](Interval window) {
                                return windows->show(window);
                              }});
  subject.scope = scope;
  subject.at = at;
  subject.ascii = terminal_glyphs() == Glyphs::ascii;
  return subject;
}

// Draws at once what is quick, and the rest when no key follows.
int run_screen(TuiSession& session, TerminalScreen& terminal) {
  constexpr int kPauseMs = 30;  // of a person, after which details are looked up
  constexpr int kNewsMs = 100;  // between looks at what is made meanwhile
  bool complete = false;
  while (!interrupt_token().cancelled() && !terminal.ended()) {
    const Frame frame = session.frame(terminal.size(), complete);
    if (frame.ended) return kAnswered;
    terminal.show(frame);
    auto input = terminal.next(frame.pending ? kPauseMs : session.awaits_news() ? kNewsMs : -1);
    const FrameSize size = terminal.size();
    while (!input && !frame.pending && session.awaits_news() && !session.has_news() &&
           terminal.size() == size && !interrupt_token().cancelled() && !terminal.ended())
      input = terminal.next(kNewsMs);
    complete = !input.has_value();
    // All keys that have arrived, before the next frame.
    for (; input; input = terminal.next(0)) session.act(*input, terminal.size());
  }
  return kCancelled;
}

void add_screen(CLI::App& command, TuiView first, std::function<int()>& run) {
  auto options = std::make_shared<TimelineOptions>();
  options->profile.add_path(command);
  options->profile.add_scope(command);
  add_request_log(command);
  command
      .add_option(
          "--at", options->at,
          "Where to begin: the target of an event or a finding, such as kernel:1234 or gap:0:60401707567")
      ->type_name("TARGET");
  command
      .add_option(
          "--against", options->against,
          "Compare with this profile: its timeline below, aligned at a step, and in the tree what a call takes there")
      ->type_name("BASE");
  add_color_option(command);
  command.callback([options, first, &run] {
    run = [options, first] {
      return show_in_terminal(options->profile, options->at, first, options->against);
    };
  });
}

}  // namespace

int show_in_terminal(const ProfileArguments& arguments, const std::string& at, TuiView first,
                     const std::string& against) {
  // Before the profile is read, which may take long.
  if (const auto good = TerminalScreen::check(); !good) return report(good.error());
  auto profile = open_profile(arguments.path, arguments.scope());
  if (!profile) return report(profile.error());
  prepare_timeline(*profile);
  TimelineSubject subject = subject_of(*profile, arguments.scope(), at);
  if (!against.empty()) {
    auto base = open_profile(against);
    if (!base) return report(base.error());
    auto other = std::make_shared<TimelineSubject>(subject_of(*base, {arguments.gpus, std::nullopt}, ""));
    other->name = "base: " + other->name;
    other->is_base = true;
    subject.against = std::move(other);
  }
  auto session = TuiSession::open(std::move(subject), at.empty() ? first : TuiView::timeline, command_work());
  if (!session) return report(session.error());
  auto terminal = TerminalScreen::open(screen_colours());
  if (!terminal) return report(terminal.error());
  return run_screen(**session, **terminal);
}

void add_timeline(CLI::App& program, std::function<int()>& run) {
  add_screen(*program.add_subcommand("timeline",
                                     "The timeline in the terminal, by keys and mouse; h lists the keys"),
             TuiView::timeline, run);
  add_screen(*program.add_subcommand(
                 "tui", "The tree of NVTX ranges in the terminal; T goes to the timeline and back"),
             TuiView::tree, run);
}

}  // namespace nsys_ai
