// The members of `.nsys-ai/terminal.json`: what the panel of settings of the terminal's timeline was left at.
#pragma once

#include <cstdint>
#include <optional>

#include "base/fields.h"

namespace nsys_ai {

struct TerminalFile {
  std::optional<int64_t> selectedHeight;
  std::optional<int64_t> otherHeight;
  std::optional<int64_t> ticks;
  std::optional<int64_t> depth;
  std::optional<int64_t> minimumUs;
};
template <class F>
void fields(TerminalFile& v, F& f) {
  f("selectedHeight", v.selectedHeight, "Lines of the selected stream.");
  f("otherHeight", v.otherHeight, "Lines of the other streams.");
  f("ticks", v.ticks, "Ticks on the axis.");
  f("depth", v.depth, "How deep NVTX ranges are shown.");
  f("minimumUs", v.minimumUs, "Events that last less are not shown, in us.");
}

}  // namespace nsys_ai
