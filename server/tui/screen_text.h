// What a person types and reads on any screen: prompts, panels, messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tui/canvas.h"
#include "tui/tui_action.h"

namespace nsys_ai {

struct ScreenText {
  std::string mode;
  std::string asked;  // of a prompt: the action that it belongs to
  std::string typed;
  std::vector<std::string> offers;  // what `typed` may become; the chosen one was typed
  size_t chosen_offer = 0;
  std::string title;  // of a prompt or a panel
  std::vector<std::string> text;
  size_t scrolled = 0;
  size_t chosen = 0;  // of lines to choose from
  std::string message;
  bool is_error = false;
  bool ended = false;
};

void say(ScreenText& state, std::string message);
void say_error(ScreenText& state, const Error& error);
void open_panel(ScreenText& state, std::string title, const std::string& text);
void open_prompt(ScreenText& state, std::string asked, std::string title, std::string typed);
void open_chooser(ScreenText& state, std::string mode, std::string title);
// Offers texts to take for what was typed, and takes the first.
void offer(ScreenText& state, std::vector<std::string> texts);
void choose_offer(ScreenText& state, int by);
// By one, within the lines.
void choose_line(ScreenText& state, size_t count, int by);
// The width of a panel's text.
size_t panel_width(FrameSize size);

// Does what the texts of all screens share: typing, scrolling, closing. `home` is the mode without a panel.
// Returns whether the action is one of these; accepting a prompt is left to the screen.
bool change_text(ScreenText& state, std::string_view action, const TuiInput& input, FrameSize size,
                 std::string_view home);

void draw_panel(FrameCanvas& canvas, const ScreenText& state, const std::vector<std::string>& lines,
                bool chooses);
// Draws it in the last line; returns the column behind what was typed.
size_t draw_prompt(FrameCanvas& canvas, const ScreenText& state);
// Keys on the right of the last line, and the message on its left; returns the room that is left for other
// words.
size_t draw_status(FrameCanvas& canvas, const ScreenText& state, std::string_view keys);
std::vector<std::string> help_lines(std::span<const TuiAction> actions, size_t width, bool ascii);

}  // namespace nsys_ai
