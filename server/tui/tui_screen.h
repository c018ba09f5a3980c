// One of the views between which a person changes.
#pragma once

#include <string>

#include "base/result.h"
#include "tui/frame.h"
#include "tui/screen_text.h"
#include "tui/tui_action.h"

namespace nsys_ai {

// A state machine: actions go in, frames come out. For one thread at a time.
class TuiScreen {
 public:
  TuiScreen() = default;
  TuiScreen(const TuiScreen&) = delete;
  TuiScreen& operator=(const TuiScreen&) = delete;
  virtual ~TuiScreen() = default;

  // Unknown input changes nothing; the frame of the last size says what a click means.
  virtual void act(const TuiInput& input, FrameSize size) = 0;
  // Without `complete`, what takes longer is left out, and the frame is pending.
  virtual Frame frame(FrameSize size, bool complete) = 0;
  // Whether the next frame may differ though nobody did anything, and whether it will later.
  virtual bool has_news() const { return false; }
  virtual bool awaits_news() const { return false; }
  // Where the person wants to go: the name of a view, or a target on the timeline. Empty where they stay.
  // Asked once.
  virtual std::string take_leave() = 0;
  // Where messages are said.
  virtual ScreenText& text() = 0;
  // Shows a target; only the timeline can.
  virtual Result<void> go_to(const std::string&) { return {}; }
};

}  // namespace nsys_ai
