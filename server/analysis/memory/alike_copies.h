// Groups copies by device, direction, kinds of memory and size class, and lists what links can transfer.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

struct CopyGroups {
  int64_t copies = 0;
  Sum bytes{};
  Sum time{};            // ns, summed
  uint32_t fastest = 0;  // the row of `Profile::copies()` with the most bytes per ns, the first of equal ones
};
// Keyed by device, direction, the two kinds of memory and size class (analysis/memory/copy_speed.h).
using AlikeCopyGroups = std::map<std::array<uint32_t, 5>, CopyGroups>;
// Build with `profile.derived(build_alike_copies)`.
AlikeCopyGroups build_alike_copies(const Profile& profile);
// The group of a copy, which includes itself.
const CopyGroups& alike_copies(const Profile& profile, uint32_t copy);

// In 10^9 bytes a second. Empty for copies without duration.
std::optional<double> speed_of(int64_t bytes, int64_t time);

// The maximum bandwidth of the link between the CPU and a GPU of a known model, in one direction. The slot
// may be narrower.
struct HostLink {
  std::string_view name;  // for example `PCIe 5.0 x16`
  double gb_per_s = 0;
};
// Looked up by the device's name. Null for models that are not in the table of peaks.
const HostLink* host_link_of(std::string_view device_name);

}  // namespace nsys_ai
