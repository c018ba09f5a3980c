// Finds actions by key.
#include "tui/tui_action.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nsys_ai {

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

}  // namespace nsys_ai
