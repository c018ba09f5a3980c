// The overview of a run as a state machine: its page as text, in which a person chooses what to see on the
// timeline.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "profile/profile.h"
#include "tui/late.h"
#include "tui/tui_screen.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"

namespace nsys_ai {

// By name.
std::span<const TuiAction> overview_actions();

struct OverviewState : ScreenText {
  OverviewState() { mode = "overview"; }
  std::string chosen_target;  // what is selected, and
  size_t chosen_line = 0;     // where that is
  size_t top = 0;             // the first line on the screen
  std::string leaves;         // as TuiScreen::take_leave
};

// Makes the page of a part of the run, or what of it is quick.
using OverviewPage = std::function<Result<Page>(const ScopeRequest&, WaitFor)>;

class OverviewScreen : public TuiScreen {
 public:
  // Fails where the scope is not in the profile. What is slow is made meanwhile.
  static Result<std::unique_ptr<OverviewScreen>> open(ProfilePtr profile, OverviewPage make,
                                                      const ScopeRequest& scope, bool ascii);

  void act(const TuiInput& input, FrameSize size) override;
  Frame frame(FrameSize size, bool complete) override;
  bool has_news() const override { return late_ && late_->ready(); }
  bool awaits_news() const override { return late_ != nullptr; }
  std::string take_leave() override { return std::exchange(state_.leaves, ""); }
  ScreenText& text() override { return state_; }

 private:
  OverviewScreen(ProfilePtr profile, Page page, bool ascii)
      : profile_(std::move(profile)), page_(std::move(page)), ascii_(ascii) {}

  void take_news();
  void lay_out(FrameSize size);
  void move(long lines, FrameSize size);
  void choose(size_t item);
  void show_chosen(FrameSize size);
  void find_finding(bool forward, FrameSize size);
  // The selected one of `items_`; nothing where the page names nothing that has a place.
  std::optional<size_t> selected() const;
  void explain(FrameSize size);
  void do_action(const std::string& action, const TuiInput& input, FrameSize size);
  void draw_line(FrameCanvas& canvas, size_t line, size_t at) const;

  ProfilePtr profile_;
  Page page_;
  bool ascii_;
  OverviewState state_;
  std::unique_ptr<Late<Result<Page>>> late_;
  size_t columns_ = 0;  // that the text was laid out for
  PageText laid_out_;
  std::vector<std::string> lines_;
  // What can be selected: a name, which may go on in the lines below.
  struct Item {
    std::string target;
    size_t line = 0;
    size_t last = 0;
  };
  std::vector<Item> items_;
};

}  // namespace nsys_ai
