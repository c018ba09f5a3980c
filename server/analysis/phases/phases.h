// Finds the phases of a program and the work of each: ranges that a map names, or steps where no range does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/phases/phase_map.h"
#include "base/interval_set.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// One range of a phase that lies in no range of an earlier phase of the map, or of its own.
struct PhaseStep {
  static constexpr uint32_t kNoRange = UINT32_MAX;
  uint32_t phase = 0;
  ProcessIx process;
  ThreadIx thread = ThreadIx::none();  // none for steps that were detected
  uint32_t range = kNoRange;           // NVTX row
  Interval time;                       // on the host; of steps that were detected on the GPU, there
  Interval gpu;                        // first start to last end of its operations; empty without operations
};

struct Phases {
  static constexpr uint32_t kOutside = UINT32_MAX;       // launched in no step
  static constexpr uint32_t kNotLaunched = UINT32_MAX - 1;  // its launch was not recorded

  std::string map;  // the name of the map; empty where there are no phases
  bool detected = false;  // the steps are those of `build_iterations`
  std::vector<PhaseName> names;
  std::vector<PhaseStep> steps;  // sorted by process, then by start
  // The index in `steps` of each operation, or kOutside, or kNotLaunched; by operation number.
  std::vector<uint32_t> of_operation;
  int64_t meanwhile = 0;  // operations of steps that another thread launched while the step was open
  std::string why_none;   // where there are no phases

  bool empty() const { return steps.empty(); }
};

// With JSON of a map (PhaseMap::parse), its phases; fails where the map is wrong.
Result<Phases> find_phases(const Profile& profile, std::string_view map);
// Those of the first built-in map that names ranges of several phases, or of one; else one phase of the
// program's steps. Build with `profile.derived(build_phases)`.
Phases build_phases(const Profile& profile);

// Either of the two.
class PhasesFor {
 public:
  static Result<PhasesFor> make(const Profile& profile, std::string_view map);
  const Phases& operator*() const { return kept_ ? *kept_ : own_; }
  const Phases* operator->() const { return &**this; }

 private:
  const Phases* kept_ = nullptr;
  Phases own_;
};

// Consecutive steps of a phase in one process, with no step of another phase between them.
struct PhaseStretch {
  std::string phase;
  std::string map;
  uint32_t first = 0;  // in Phases::steps
  int64_t steps = 0;
  int64_t of_steps = 0;  // of the phase in that process
  ProcessIx process;
  Interval gpu;
};
// The stretch with most GPU time inside `window`, among the processes for which `has` holds, by name of the phase;
// fails where there is none.
Result<PhaseStretch> longest_stretch(const Phases& phases, std::string_view phase, Interval window,
                                     const std::vector<bool>& has_process);

}  // namespace nsys_ai
