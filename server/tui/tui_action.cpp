// Finds actions by key.
#include "tui/tui_action.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nsys_ai {
namespace {

constexpr auto kTextActions = std::to_array<TuiAction>({
    {"panel-close", "Escape q h ? s Enter Ctrl+c", "Close", "panel"},
    {"panel-down", "Down j", "Scroll down", "panel"},
    {"panel-page-down", "PageDown Ctrl+d", "Scroll down a page", "panel"},
    {"panel-page-up", "PageUp Ctrl+u", "Scroll up a page", "panel"},
    {"panel-up", "Up k", "Scroll up", "panel"},

    {"prompt-accept", "Enter", "Take what was typed", "prompt"},
    {"prompt-cancel", "Escape Ctrl+c", "Leave it as it was", "prompt"},
    {"prompt-clear", "Ctrl+u", "Remove all", "prompt"},
    {"prompt-complete", "Tab", "Complete the question, or take the next that it may become", "prompt"},
    {"prompt-complete-back", "Shift+Tab", "Take the one before", "prompt"},
    {"prompt-erase", "Backspace", "Remove the last character", "prompt"},
});

bool has_action(std::span<const TuiAction> actions, std::string_view mode, std::string_view name) {
  return std::ranges::any_of(actions,
                             [&](const TuiAction& each) { return each.name == name && each.mode == mode; });
}

}  // namespace

std::span<const TuiAction> text_actions() { return kTextActions; }

const TuiAction* action_of_key(std::span<const TuiAction> actions, std::string_view mode,
                               std::string_view key) {
  for (const TuiAction& action : actions) {
    bool has = false;
    if (action.mode == mode) each_key(action.keys, [&](std::string_view each) { has = has || each == key; });
    if (has) return &action;
  }
  return nullptr;
}

std::string key_words(std::string_view keys, bool ascii) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kArrows = {
      {{"Left", "←"}, {"Right", "→"}, {"Up", "↑"}, {"Down", "↓"}}};
  std::string words;
  each_key(keys, [&](std::string_view key) {
    std::string word(key);
    for (const auto& [name, arrow] : kArrows)
      if (!ascii && word.ends_with(name) && (word == name || word.ends_with("+" + std::string(name))))
        word = word.substr(0, word.size() - name.size()) + std::string(arrow);
    words += (words.empty() ? "" : " ") + word;
  });
  return words;
}

std::string action_of_input(std::span<const TuiAction> actions, std::string_view mode,
                            const TuiInput& input) {
  const std::string& name = input.action;
  if (name == "type") return mode == "prompt" ? name : "";
  if (name == "click" || name == "wheel-up" || name == "wheel-down")
    return mode == "overview" || mode == "timeline" || mode == "tree" ? name : "";
  // A program may send any name.
  if (!name.empty())
    return has_action(actions, mode, name) || has_action(kTextActions, mode, name) ? name : "";
  if (const TuiAction* action = action_of_key(actions, mode, input.key)) return std::string(action->name);
  if (const TuiAction* action = action_of_key(kTextActions, mode, input.key))
    return std::string(action->name);
  // A character stands for itself; names of keys are longer than any character.
  const bool typed = mode == "prompt" && !input.key.empty() &&
                     (input.key.size() == 1 || static_cast<unsigned char>(input.key.front()) >= 0x80);
  return typed ? "type" : "";
}

}  // namespace nsys_ai
