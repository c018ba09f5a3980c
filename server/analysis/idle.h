// When a GPU had nothing to do, and why, as far as the launch of the next operation tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// By the operation that ends the gap and the call that launched it.
enum class IdleCause {
  host_bound,       // the call began after the gap had begun: the host came late
  launch_overhead,  // the call was under way when the gap began
  device_wait,      // the call had returned: the GPU waited for an event, a peer or another stream
  launch_gap,       // shorter than 5 us: what a launch costs at the least
  unknown           // no call was recorded for the operation
};
std::string_view name_of(IdleCause cause);

struct IdleGap {
  DeviceIx device;
  Interval gap;
  IdleCause cause = IdleCause::unknown;
  // What the launching thread was in for at least four fifths of the gap: an NVTX range, empty when none.
  NameId host_range;
};

// Gaps of the union of all operations, per device, at least `min_ns` long; by device, then by time.
std::vector<IdleGap> idle_gaps(const Profile& profile, const Scope& scope, int64_t min_ns);
// The gap of the whole capture that begins then; nothing when none does.
std::optional<IdleGap> idle_gap_at(const Profile& profile, DeviceIx device, int64_t start);

}  // namespace nsys_ai
