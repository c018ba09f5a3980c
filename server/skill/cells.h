// Cells that the rows of many skills share.
#pragma once

#include <optional>

#include "base/units.h"
#include "profile/profile.h"

namespace nsys_ai {

// The process of a device; nullopt if the capture names no process.
inline std::optional<Id> pid_cell(const Profile& profile, DeviceIx device) {
  const auto pid = profile.pid_of(profile.devices()[device].process);
  return pid ? std::optional(Id{*pid}) : std::nullopt;
}

// The process's number for the device.
inline Id device_cell(const Profile& profile, DeviceIx device) { return {profile.devices()[device].ordinal}; }

// A fraction of a total; nullopt if the total is zero.
inline std::optional<Share> share_cell(int64_t part, int64_t whole) {
  if (whole <= 0) return std::nullopt;
  return Share{static_cast<double>(part) / static_cast<double>(whole)};
}

// 10^9 bytes a second equal one byte a nanosecond; nullopt if no time passed.
inline std::optional<GbPerS> speed_cell(int64_t bytes, int64_t ns) {
  if (ns <= 0) return std::nullopt;
  return GbPerS{static_cast<double>(bytes) / static_cast<double>(ns)};
}

inline constexpr std::string_view kPidDoc = "The process; none when the capture names no process.";
inline constexpr std::string_view kDeviceDoc = "The GPU, as that process numbers it.";

}  // namespace nsys_ai
