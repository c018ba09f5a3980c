// What a person can do on a screen: named actions, the keys that do them, and their help.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace nsys_ai {

// `keys` are names with blanks between: a character stands for itself, others are Left, Shift+Left, Tab,
// Shift+Tab, Enter, Escape, Backspace, Home, PageUp, Ctrl+d, F1, ... In `mode` they hold.
struct TuiAction {
  std::string_view name;
  std::string_view keys;
  std::string_view help;
  std::string_view mode = "timeline";
};

// What every screen has where a person types, or reads a panel. By mode, then by name.
std::span<const TuiAction> text_actions();

// Null where the key does nothing in that mode.
const TuiAction* action_of_key(std::span<const TuiAction> actions, std::string_view mode,
                               std::string_view key);
// Calls `visit` with each key of a list.
template <class Visit>
void each_key(std::string_view keys, Visit visit) {
  while (!keys.empty()) {
    const size_t end = std::min(keys.find(' '), keys.size());
    if (end > 0) visit(keys.substr(0, end));
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
}
// As people read them: "← or H".
std::string key_words(std::string_view keys, bool ascii);

// One input of a person: an action by name or a key, with what belongs to it.
struct TuiInput {
  std::string action;  // or empty, with
  std::string key;     // as in TuiAction::keys; other characters are text where a person types
  std::string text;    // of the actions `type` and `bookmark-jump`
  size_t line = 0;     // of a click or the wheel
  size_t column = 0;
};

// The name of the action that an input asks for, among those of a screen and of texts; empty where nothing
// answers it in that mode.
std::string action_of_input(std::span<const TuiAction> actions, std::string_view mode, const TuiInput& input);

}  // namespace nsys_ai
