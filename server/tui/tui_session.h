// What a person looks at in one terminal or buffer: overview, timeline and tree, and the ways between them.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "base/result.h"
#include "tui/late.h"
#include "tui/timeline_screen.h"
#include "tui/tui_screen.h"

namespace nsys_ai {

enum class TuiView { overview, timeline, tree };
constexpr size_t kTuiViews = 3;

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
  // Whether a view is being opened, which will be shown in place of this one.
  bool opens() const { return opening_ != nullptr; }

 private:
  // A view on the way, and where to go in it.
  using Opened = std::shared_ptr<Result<std::unique_ptr<TuiScreen>>>;
  struct Opening {
    TuiView view;
    std::string to;
    Late<Opened> screen;
  };

  explicit TuiSession(TimelineSubject subject) : subject_(std::move(subject)) {}
  TuiScreen& shown() const { return *screens_[static_cast<size_t>(view_)]; }
  void leave_for(const std::string& to);
  void take_opened();
  void arrive(TuiView view, const std::string& to);

  TimelineSubject subject_;
  TuiView view_ = TuiView::timeline;
  std::array<std::unique_ptr<TuiScreen>, kTuiViews> screens_;
  std::unique_ptr<Opening> opening_;
};

}  // namespace nsys_ai
