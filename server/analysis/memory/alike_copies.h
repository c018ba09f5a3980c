// Copies among their like: of one device, direction, kinds of memory and class of size; and what links carry.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

struct AlikeCopies {
  int64_t copies = 0;
  Sum bytes{};
  Sum time{};            // ns, summed
  uint32_t fastest = 0;  // the row of `Profile::copies()` with the most bytes a ns, the first of equal ones
};
// Device, direction, the two kinds of memory, class of size (analysis/memory/copy_speed.h).
using AlikeCopyGroups = std::map<std::array<uint32_t, 5>, AlikeCopies>;
// Build with `profile.derived(build_alike_copies)`.
AlikeCopyGroups build_alike_copies(const Profile& profile);
// Those like a copy, itself among them.
const AlikeCopies& alike_copies(const Profile& profile, uint32_t copy);

// In 10^9 bytes a second. Nothing for copies that take no time.
std::optional<double> speed_of(int64_t bytes, int64_t time);

// What the link between the CPU and a GPU of a known model carries in one direction, at most: the slot may be
// narrower.
struct HostLink {
  std::string_view name;  // such as `PCIe 5.0 x16`
  double gb_per_s = 0;
};
// By the name of the device. Null for models that the table of peaks does not have.
const HostLink* host_link_of(std::string_view device_name);

}  // namespace nsys_ai
