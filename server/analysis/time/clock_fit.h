// Checks whether the times of a GPU fit those of the host.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// By device: the median time from a launch to its operation, in ns, where times of the two cannot be
// compared; empty where they can. Operations begin after their launch, and end before a wait for the whole
// device, or for its only stream, that follows it. The clocks differ where nearly all begin before their
// launch, or half of them a millisecond behind such a wait, or where all begin by one and the same time, of a
// second and more, after their launch and behind the wait that followed it.
struct ClockFit {
  std::vector<std::optional<int64_t>> offset;
  bool fits = true;
};
ClockFit build_clock_fit(const Profile& profile);

}  // namespace nsys_ai
