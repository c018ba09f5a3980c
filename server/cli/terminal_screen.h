// The terminal as a screen: shows frames, and reads keys and the mouse.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "tui/frame.h"
#include "tui/tui_action.h"

namespace nsys_ai {

enum class ScreenColours { none, terminal, direct };

// The terminal's former screen comes back when this is destroyed, when the process ends by a signal, and when
// it crashes. One at a time.
class TerminalScreen {
 public:
  // Fails where standard input or output is no terminal, or one that cannot place characters.
  static Result<void> check();
  static Result<std::unique_ptr<TerminalScreen>> open(ScreenColours colours);
  virtual ~TerminalScreen() = default;

  virtual FrameSize size() const = 0;
  virtual void show(const Frame& frame) = 0;
  // The next key, click or pasted text; empty after `milliseconds` (-1: a signal or the terminal's end
  // alone), or where the size has changed.
  virtual std::optional<TuiInput> next(int milliseconds) = 0;
  // Whether the terminal was closed.
  virtual bool ended() const = 0;
};

// What --color, NO_COLOR and COLORTERM ask for.
ScreenColours screen_colours();

}  // namespace nsys_ai
