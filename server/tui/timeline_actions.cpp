// The list of the timeline's actions. The table of keys in docs/TERMINAL.md is made from it.
#include "tui/timeline_actions.h"

#include <array>

namespace nsys_ai {
namespace {

constexpr auto kTimelineActions = std::to_array<TuiAction>({
    {"absolute-time", "a", "Show times on the capture's clock, or since the start of the run"},
    {"ask", ":", "Ask in words: longest idle gap on GPU 1; and on GPU 0?"},
    {"bookmark", "B", "Bookmark this place or the range, named by kernel and NVTX path"},
    {"bookmark-back", "`", "Back to where you were before the last jump"},
    {"bookmark-jump", "1 2 3 4 5 6 7 8 9", "Go to that bookmark"},
    {"bookmark-next", ".", "Go to the next bookmark"},
    {"bookmark-previous", ",", "Go to the previous bookmark"},
    {"bookmarks", "'", "List the bookmarks"},
    {"clear", "n Escape", "Clear filter, minimum duration and range"},
    {"config", "C", "Change what is shown: heights of rows, ticks, depth of NVTX"},
    {"cursor-left", "(", "Move the cursor by one column to the left"},
    {"cursor-right", ")", "Move the cursor by one column to the right"},
    {"end", "End G", "Go to the end of the run"},
    {"explain", "?", "Explain what is under the cursor"},
    {"filter", "/", "Show only events whose name contains a text; * stands for whatever lies between"},
    {"full-names", "d", "Show full demangled names, or short ones"},
    {"help", "h F1", "Show this help"},
    {"minimum", "m", "Show only events that last at least so long"},
    {"next-event", "Tab w", "Go to the next kernel or event of the row"},
    {"other-run", "A", "Go to the other run, where --against shows two"},
    {"overview", "O", "Show the overview of the run"},
    {"page-left", "Shift+Left H", "Move a quarter of the window to the left"},
    {"page-right", "Shift+Right L", "Move a quarter of the window to the right"},
    {"pan-left", "Left", "Move the window to the left"},
    {"pan-right", "Right l", "Move the window to the right"},
    {"perfetto", "P", "Open this window in Perfetto"},
    {"previous-event", "Shift+Tab b", "Go to the previous kernel or event of the row"},
    {"quit", "q Ctrl+c", "Quit"},
    {"range-end", "]", "Mark the end of a range"},
    {"range-start", "[", "Mark the start of a range"},
    {"row-down", "Down j", "Select the row below"},
    {"row-page-down", "PageDown Ctrl+d", "Select a row further down"},
    {"row-page-up", "PageUp Ctrl+u", "Select a row further up"},
    {"row-up", "Up k", "Select the row above"},
    {"start", "Home g", "Go to the start of the run"},
    {"statistics", "s", "Show the figures of the range, or of the window"},
    {"tree", "T Enter", "Show the tree of NVTX ranges"},
    {"whole", "0 f", "Show the whole run"},
    {"zoom-in", "+ =", "Show half of the window"},
    {"zoom-out", "- _", "Show twice as much"},
    {"zoom-range", "z", "Show the range, or what is under the cursor, in full width"},

    {"config-down", "Down j", "Select the next setting", "config"},
    {"config-left", "Left h -", "Less of it", "config"},
    {"config-right", "Right l +", "More of it", "config"},
    {"config-up", "Up k", "Select the setting above", "config"},
    {"panel-close", "Escape q C Enter Ctrl+c", "Close", "config"},

    {"list-choose", "Enter", "Go there", "list"},
    {"list-down", "Down j", "Select the next one", "list"},
    {"list-up", "Up k", "Select the one above", "list"},
    {"panel-close", "Escape q ' Ctrl+c", "Close", "list"},
});

}  // namespace

std::span<const TuiAction> timeline_actions() { return kTimelineActions; }

}  // namespace nsys_ai
