// When a GPU had nothing to do, and why, as far as the launch of the next operation shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "profile/order.h"

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
  // What the launching thread was in for at least four fifths of the gap: a row of NVTX that has a text.
  uint32_t host_range = NvtxForest::kNoRange;
  uint32_t before = 0;  // the operation that ended last before it, as a number of `OperationNumbers`
  uint32_t after = 0;   // the operation that ends it
  uint32_t launch = 0;  // the call that launched that one, or Launches::kNoCall
};

// The call that launched an operation, whatever its kind; Launches::kNoCall where none was recorded.
uint32_t launch_of(const Launches& launches, OperationNumbers::Operation operation);

// Of a gap, by the call that launched the operation that ends it; Launches::kNoCall where none was recorded.
IdleCause idle_cause(const Profile& profile, Interval gap, uint32_t launch);

// Gaps of the union of all operations, per device, at least `min_ns` long; by device, then by time.
std::vector<IdleGap> idle_gaps(const Profile& profile, const Scope& scope, int64_t min_ns);
// Calls `visit` with each gap of a device, by time, without looking for ranges of the host.
void each_idle_gap(const Profile& profile, const Scope& scope, DeviceIx device,
                   const std::function<void(const IdleGap&)>& visit);
// The same for those that touch a window, whole.
void each_idle_gap_around(const Profile& profile, DeviceIx device, Interval window,
                          const std::function<void(const IdleGap&)>& visit);
// Fills in the range of the host, where the gap is host-bound or launch overhead.
void find_host_range(const Profile& profile, IdleGap& gap);
// The gap of the whole capture that begins then; nothing when none does.
std::optional<IdleGap> idle_gap_at(const Profile& profile, DeviceIx device, int64_t start);

}  // namespace nsys_ai
