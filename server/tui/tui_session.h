// What a person looks at in one terminal or buffer: overview, timeline and tree, and the ways between them.
#pragma once

#include <memory>

#include "base/result.h"
#include "tui/nvtx_tree_screen.h"
#include "tui/overview_screen.h"
#include "tui/timelines.h"

namespace nsys_ai {

enum class TuiView { overview, timeline, tree };

// For one thread at a time.
class TuiSession {
 public:
  // Fails where the first view cannot be opened; the others are opened when they are asked for.
  static Result<std::unique_ptr<TuiSession>> open(TimelineSubject subject, TuiView first, const Work& work);

  void act(const TuiInput& input, FrameSize size);
  Frame frame(FrameSize size, bool complete = true);
  // Whether the next frame may differ though nobody did anything, and whether it will later.
  bool has_news() const;
  bool awaits_news() const;

 private:
  explicit TuiSession(TimelineSubject subject) : subject_(std::move(subject)) {}
  Result<void> show(TuiView view, const Work& work);
  // What the screen that is shown was left for: the name of a view, or a target on the timeline.
  std::string take_leave();
  void show_error(const Error& error);

  TimelineSubject subject_;
  TuiView view_ = TuiView::timeline;
  std::unique_ptr<OverviewScreen> overview_;
  std::unique_ptr<Timelines> timeline_;
  std::unique_ptr<NvtxTreeScreen> tree_;
};

}  // namespace nsys_ai
