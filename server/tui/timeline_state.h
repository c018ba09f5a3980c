// What a person has chosen on the timeline: plain values, from which a frame follows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_set.h"
#include "tui/screen_text.h"

namespace nsys_ai {

// One setting of the panel `C`.
struct TimelineSetting {
  std::string_view name;
  int64_t least, most, step;
};
enum class TimelineSettingIx { selected_height, other_height, ticks, depth, minimum };
constexpr std::array<TimelineSetting, 5> kTimelineSettings = {{{"Rows of the selected stream", 1, 6, 1},
                                                               {"Rows of other streams", 1, 4, 1},
                                                               {"Ticks on the axis", 2, 20, 1},
                                                               {"Depth of NVTX ranges", 0, 8, 1},
                                                               {"Minimum duration (us)", 0, 1'000'000, 1}}};

// The values, in the order of TimelineSettingIx.
using TimelineSettings = std::array<int64_t, kTimelineSettings.size()>;
constexpr TimelineSettings kUsualSettings = {2, 1, 6, 3, 0};

struct TimelineState : ScreenText {
  TimelineState() { mode = "timeline"; }

  Interval window;     // on the capture's clock
  int64_t cursor = 0;  // in the window
  std::string row;     // id of the selected one
  size_t top = 0;      // the first line of all rows that is shown
  bool absolute = false;
  bool full_names = false;
  std::string filter;
  int64_t least = 0;  // ns
  std::optional<int64_t> range_start, range_end;
  TimelineSettings settings = kUsualSettings;

  std::string understood;  // of the last question
  bool switches = false;   // to the other run
  std::string leaves;      // for the view of that name
  std::vector<Interval> back;  // windows before jumps
};

}  // namespace nsys_ai
