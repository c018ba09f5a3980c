// The list of the tree's actions. The table of keys in docs/TERMINAL.md is made from it.
#include <array>

#include "tui/nvtx_tree_screen.h"

namespace nsys_ai {
namespace {

constexpr auto kTreeActions = std::to_array<TuiAction>({
    {"clear", "n Escape", "Clear filter, minimum time and depth", "tree"},
    {"collapse", "Left", "Close this range, or go to the one around it", "tree"},
    {"collapse-all", "c", "Close all ranges", "tree"},
    {"depth", "0 1 2 3 4 5 6 7 8 9", "Show ranges at most so deep; 0 shows all", "tree"},
    {"expand", "Right l", "Open this range", "tree"},
    {"expand-all", "e", "Open all ranges", "tree"},
    {"explain", "?", "Explain the longest of these ranges", "tree"},
    {"filter", "/", "Show only ranges whose label contains a text, and what is around and inside", "tree"},
    {"help", "h F1", "Show this help", "tree"},
    {"minimum", "m", "Show only ranges with at least so much GPU time, or host time without any", "tree"},
    {"overview", "O", "Show the overview of the run", "tree"},
    {"quit", "q Ctrl+c", "Quit", "tree"},
    {"row-down", "Down j", "Select the line below", "tree"},
    {"row-end", "End G", "Select the last line", "tree"},
    {"row-page-down", "PageDown Ctrl+d", "Go down half a page", "tree"},
    {"row-page-up", "PageUp Ctrl+u", "Go up half a page", "tree"},
    {"row-start", "Home g", "Select the first line", "tree"},
    {"row-up", "Up k", "Select the line above", "tree"},
    {"timeline", "T Enter", "Show the longest of these ranges on the timeline", "tree"},
});

}  // namespace

std::span<const TuiAction> nvtx_tree_actions() { return kTreeActions; }

}  // namespace nsys_ai
