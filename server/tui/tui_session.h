// What a person looks at in one terminal or buffer: the timeline and the tree, and the way between them.
#pragma once

#include <memory>

#include "base/result.h"
#include "tui/nvtx_tree_screen.h"
#include "tui/timeline_screen.h"

namespace nsys_ai {

enum class TuiView { timeline, tree };

// For one thread at a time.
class TuiSession {
 public:
  // Fails where the first view cannot be opened; the other one is opened when it is asked for.
  static Result<std::unique_ptr<TuiSession>> open(TimelineSubject subject, TuiView first, const Work& work);

  void act(const TuiInput& input, FrameSize size);
  Frame frame(FrameSize size, bool complete = true);
  bool has_news() const { return view_ == TuiView::timeline && timeline_->has_news(); }
  bool awaits_news() const { return view_ == TuiView::timeline && timeline_->awaits_news(); }

 private:
  explicit TuiSession(TimelineSubject subject) : subject_(std::move(subject)) {}
  Result<void> show(TuiView view, const Work& work);

  TimelineSubject subject_;
  TuiView view_ = TuiView::timeline;
  std::unique_ptr<TimelineScreen> timeline_;
  std::unique_ptr<NvtxTreeScreen> tree_;
};

}  // namespace nsys_ai
