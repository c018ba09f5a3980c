// What analyses say of parts of the time, as slices beside the events: steps of the program, NVTX ranges as
// they were on a GPU, and idle gaps with their causes.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/idle.h"
#include "analysis/scope.h"
#include "trace/trace.h"

namespace nsys_ai::perfetto {

// Shorter gaps are what a launch costs at the least; there is one behind nearly every kernel.
constexpr int64_t kShortestGap = 5'000;  // ns
enum class StretchRow : uint8_t { iterations, nvtx_on_gpu, idle };

struct Stretch {
  StretchRow row = StretchRow::iterations;
  DeviceIx device;
  uint32_t at = 0;  // an iteration in Iterations::all, an NVTX row, or a gap in `gaps()`
  Interval time;    // cut at the scope's window
};

// Immutable. Keeps 32 bytes for a stretch.
class Stretches {
 public:
  Stretches() = default;
  Stretches(const Profile& profile, const Scope& scope, const TraceOptions& options,
            const CancelToken& cancel);

  // By start; of those that start together the longer comes first.
  const std::vector<Stretch>& all() const { return all_; }
  const std::vector<IdleGap>& gaps() const { return gaps_; }
  // How many ranges on GPUs there are beyond TraceOptions::most_ranges.
  int64_t left_out() const { return left_out_; }

 private:
  void add_iterations(const Profile& profile, const Scope& scope);
  // Where pixels are merged, ranges that are shorter than one on the host are not looked for on the GPU.
  void add_projections(const Profile& profile, const Scope& scope, const TraceOptions& options);
  void add_gaps(const Profile& profile, const Scope& scope, const CancelToken& cancel);

  std::vector<Stretch> all_;
  std::vector<IdleGap> gaps_;
  int64_t left_out_ = 0;
};

}  // namespace nsys_ai::perfetto
