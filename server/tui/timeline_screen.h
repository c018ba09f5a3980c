// The timeline as one state machine: actions go in, frames come out. It knows neither terminals nor editors.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "profile/profile.h"
#include "trace/timeline/timeline.h"
#include "tui/frame.h"
#include "tui/overview_screen.h"
#include "tui/timeline_state.h"
#include "tui/tui_action.h"

namespace nsys_ai {

// What a bookmark is here; where they are kept is known to the program.
struct TimelineMark {
  std::string name;
  Interval time;
};

struct TimelineQuestion {
  std::string question;
  std::string after;  // how the answer before understood its question
  size_t width = 0;   // of the text
};
struct TimelineAnswer {
  std::string text;
  std::string understood;
  std::string target;  // of what it is about; may be empty
};

struct TimelineSubject {
  ProfilePtr profile;
  std::string name;  // of the file
  TimelineContent content = {};
  // Rows of other GPUs and processes are left out. Its window, or that of its step, is shown first.
  ScopeRequest scope = {};
  std::string at = {};  // a target to begin with
  bool ascii = false;
  OverviewPage overview = {};
  std::function<Result<std::vector<TimelineMark>>()> marks = {};
  std::function<Result<void>(const TimelineMark&)> add_mark = {};
  std::function<Result<TimelineAnswer>(const TimelineQuestion&)> ask = {};
  // What a partly typed question may become, the best first.
  std::function<std::vector<std::string>(const std::string&)> complete = {};
  TimelineSettings settings = kUsualSettings;
  std::function<Result<void>(const TimelineSettings&)> keep_settings = {};
  // Opens the window in Perfetto, and returns what to say about it.
  std::function<Result<std::string>(Interval)> perfetto = {};
  // Another run, which is shown below and beside this one.
  std::shared_ptr<const TimelineSubject> against = {};
  bool is_base = false;  // whether it is the other one itself
};

class TimelineModel;

// For one thread at a time.
class TimelineScreen {
 public:
  // Fails where the rows of the profile cannot be read, and where `at` or `gpus` are not in it.
  static Result<std::unique_ptr<TimelineScreen>> open(TimelineSubject subject, const Work& work);
  ~TimelineScreen();
  TimelineScreen(const TimelineScreen&) = delete;
  TimelineScreen& operator=(const TimelineScreen&) = delete;

  // Changes the state; the frame of the last size says what a click means. Unknown input changes nothing.
  void act(const TuiInput& input, FrameSize size);
  // Without `complete`, details that take longer are left out, and the frame is pending.
  Frame frame(FrameSize size, bool complete = true);
  // Whether the next frame may differ though nobody did anything: findings have been made.
  bool has_news() const;
  // Whether it will later.
  bool awaits_news() const;
  const TimelineState& state() const { return state_; }
  ScreenText& text() { return state_; }
  // The view that the person asked for; empty where they stay. Asked once.
  std::string take_leave() { return std::exchange(state_.leaves, ""); }
  // Whether the person asked for the other run; asked once.
  bool take_switch() { return std::exchange(state_.switches, false); }
  // Shows the window as far as the run has it, and says what stands beside what.
  void show_beside(Interval window, int64_t cursor, const std::string& words);
  // Goes to a target, as `at` of the subject; says so where it has no place or no row.
  Result<void> go_to(const std::string& target);

 private:
  void take_news();
  TimelineScreen(std::unique_ptr<TimelineModel> model, TimelineState state);

  std::unique_ptr<TimelineModel> model_;
  TimelineState state_;
};

}  // namespace nsys_ai
