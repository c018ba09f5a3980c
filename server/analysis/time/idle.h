// Finds when a GPU was idle, and why, as far as the launch of the next operation shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "profile/order.h"

namespace nsys_ai {

// Determined by the operation that ends the gap and the call that launched it.
enum class IdleCause {
  host_bound,       // the launch call began after the gap did: the host was late
  launch_overhead,  // the launch call was in progress when the gap began
  device_wait,      // the launch call had returned: the GPU waited for an event, a peer or another stream
  launch_gap,       // shorter than 5 us, the minimum cost of a launch
  unknown,          // no call was recorded for the operation
  not_recorded      // launched work without a record may have run for at least half of it (Coverage)
};
std::string_view name_of(IdleCause cause);

struct IdleGap {
  DeviceIx device;
  Interval gap;
  IdleCause cause = IdleCause::unknown;
  // The NVTX row, with a text, of the range that covered at least four fifths of the gap on the launching
  // thread.
  uint32_t host_range = NvtxForest::kNoRange;
  uint32_t before = 0;  // the operation that ended last before the gap, as a number of `OperationNumbers`
  uint32_t after = 0;   // the operation that ends the gap
  uint32_t launch = 0;  // the call that launched `after`, or Launches::kNoCall
};

// The call that launched an operation of any kind; Launches::kNoCall where none was recorded.
uint32_t launch_of(const Launches& launches, OperationNumbers::Operation operation);

// `launch` is the call that launched the operation that ends the gap; Launches::kNoCall where none was
// recorded.
IdleCause idle_cause(const Profile& profile, DeviceIx device, Interval gap, uint32_t launch);
// What the launch alone shows, also where work without a record may have run.
IdleCause cause_by_launch(const Profile& profile, Interval gap, uint32_t launch);

// Gaps between the operations of each device, at least `min_ns` long; by device, then by time.
std::vector<IdleGap> idle_gaps(const Profile& profile, const Scope& scope, int64_t min_ns);
// Calls `visit` with each gap of a device, by time, without finding its host range.
void each_idle_gap(const Profile& profile, const Scope& scope, DeviceIx device,
                   const std::function<void(const IdleGap&)>& visit);
// The same for the gaps that overlap a window, unclipped.
void each_idle_gap_around(const Profile& profile, DeviceIx device, Interval window,
                          const std::function<void(const IdleGap&)>& visit);
// Sets the host range where the gap is host-bound or launch overhead.
void find_host_range(const Profile& profile, IdleGap& gap);
// The gap of the unclipped capture that begins at `start`; empty when there is none.
std::optional<IdleGap> idle_gap_at(const Profile& profile, DeviceIx device, int64_t start);

}  // namespace nsys_ai
