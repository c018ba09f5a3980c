// The steps of a program: from ranges that mark them, else from kernels that repeat.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interval_set.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// One step of one process. Its work is what any thread of the process launched while the marker was open; of
// steps that were found on the GPU, what began there before the next one did.
struct Iteration {
  static constexpr uint32_t kNoRange = UINT32_MAX;
  int64_t number = 0;  // from 0, by time, in its process
  ProcessIx process;
  uint32_t range = kNoRange;  // the NVTX row of the marker, or of the range that numbers a repeat; else none
  Interval bounds;            // of the marker on the host, or on the GPU
  Interval gpu;               // first start to last end of its operations; empty when it has none
};

enum class StepSource : uint8_t {
  none,
  marker,    // ranges mark them
  detected,  // kernels repeat, and no range says so
  repeat,    // of a block of the program, such as a layer: labels inside number up; no steps
};

// What repeats in a process, as far as it decides whether the repeats are steps.
struct RepeatFigures {
  static constexpr int64_t kFewest = 5;
  static constexpr int64_t kShortest = 100'000;  // ns

  bool of_ranges = false;   // else of kernels
  int64_t alike = 0;        // repeats that are alike; 0 where nothing repeats
  int64_t shortest = 0;     // ns, of theirs
  int64_t kernels = 0;      // in them; whole graphs count as one
  int64_t all_kernels = 0;  // of the device, or with a launch in the process
  int64_t time = 0;         // ns, in them
  int64_t all_time = 0;     // ns from the first kernel to the last; of ranges, all that their thread did

  bool enough() const { return alike >= kFewest; }
  bool long_enough() const { return shortest > kShortest; }
  bool large_part() const { return kernels >= all_kernels - kernels && time >= all_time - time; }
  bool are_steps() const { return enough() && long_enough() && large_part(); }
};

struct ProcessSteps {
  uint32_t first = 0;  // in Iterations::all
  uint32_t end = 0;    // after the last; the first where there are none
  StepSource source = StepSource::none;
  bool on_gpu = false;    // whether the bounds are times on the GPU
  std::string label;      // of the markers, or of what numbers up; of detected ones the kernel each begins with
  RepeatFigures figures;  // of what repeats; where there are no steps, of what came nearest to being some
};

struct Iterations {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<Iteration> all;            // by process, then by number
  std::vector<ProcessSteps> of_process;  // by ProcessIx
  bool empty() const { return all.empty(); }
  const ProcessSteps& of(const Iteration& iteration) const { return of_process[iteration.process]; }
  // Why the processes have no steps, in sentences with the figures; of several the one that came nearest.
  std::string why_none(const Profile& profile) const;
};

// What one of them is called: `step` or `repeat`.
std::string_view noun_of(StepSource source);
std::string_view name_of(StepSource source);
// What they are to their label: "marked by".
std::string_view words_before_label(StepSource source);

// With a marker: the ranges of that text or of its normalised label. Without one, found for each process:
// labels such as `ProfilerStep#3`, `step 3` or `iteration_3`; else a label whose ranges tile most of a
// thread's time; else a sequence of kernel names that repeats on its busiest GPU. What the program does not
// name itself must be steps by its figures; where labels inside number up they are repeats of a block.
Iterations find_iterations(const Profile& profile, std::string_view marker);

// Which step an operation belongs to. What comes by time is found quickest. One thread only.
class StepLookup {
 public:
  // `only` where all operations that are asked about are of one process.
  StepLookup(const Profile& profile, const Iterations& iterations, std::optional<ProcessIx> only = {});
  // In `Iterations::all`, or kNone.
  uint32_t operator()(OperationNumbers::Operation operation);

 private:
  // By the launch, where ranges mark steps, else by the time on the GPU.
  std::optional<int64_t> deciding_time(OperationNumbers::Operation operation, bool on_gpu) const;

  const Profile& profile_;
  const Iterations& iterations_;
  const OperationNumbers numbers_;
  const Launches* launches_;  // null where all steps were found on the GPU
  bool one_process_;
  std::vector<uint32_t> last_;  // by process
};

// Without a marker, kept. Build with `profile.derived(build_iterations)`.
Iterations build_iterations(const Profile& profile);
// The two in one: the kept ones where no marker is named.
class IterationsFor {
 public:
  IterationsFor(const Profile& profile, std::string_view marker)
      : kept_(marker.empty() ? &profile.derived(build_iterations) : nullptr),
        own_(marker.empty() ? Iterations{} : find_iterations(profile, marker)) {}
  const Iterations& operator*() const { return kept_ ? *kept_ : own_; }
  const Iterations* operator->() const { return &**this; }

 private:
  const Iterations* kept_;
  Iterations own_;
};

// Whether a label with `#` for its numbers says that its ranges are steps: `ProfilerStep#`, `train_step_#`.
bool names_a_step(std::string_view label);

}  // namespace nsys_ai
