// The timeline of a run, and below it that of another run with which it is compared.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tui/aligned_runs.h"
#include "tui/timeline_screen.h"
#include "tui/tui_screen.h"

namespace nsys_ai {

class Timelines : public TuiScreen {
 public:
  static Result<std::unique_ptr<Timelines>> open(const TimelineSubject& subject, const Work& work);

  // What is done to one of the two makes the other one show what stands beside it.
  void act(const TuiInput& input, FrameSize size) override;
  Frame frame(FrameSize size, bool complete) override;
  bool has_news() const override;
  bool awaits_news() const override;
  std::string take_leave() override { return focused().take_leave(); }
  ScreenText& text() override { return focused().text(); }
  Result<void> go_to(const std::string& target) override;

 private:
  explicit Timelines(std::unique_ptr<TimelineScreen> run) : run_(std::move(run)) {}
  TimelineScreen& focused() const { return in_base_ ? *base_ : *run_; }
  void follow();

  std::unique_ptr<TimelineScreen> run_, base_;  // the second may be absent
  std::optional<AlignedRuns> aligned_;
  bool in_base_ = false;  // where keys go
};

}  // namespace nsys_ai
