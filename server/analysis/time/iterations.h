// Finds the steps of a program: from ranges that mark them, otherwise from repeating kernels.
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

// One step of one process. Its work is everything that any thread of the process launched while the marker
// was open, or, for kernels that repeat, before the next step was launched; where launches are unknown,
// everything that began on the GPU before the next step.
struct Iteration {
  static constexpr uint32_t kNoRange = UINT32_MAX;
  int64_t number = 0;  // counted from 0, by time, in its process
  ProcessIx process;
  uint32_t range = kNoRange;  // the NVTX row of the marker or of the range that numbers a repeat
  Interval bounds;            // of the marker or the launches on the host, or of the step on the GPU
  Interval gpu;               // first start to last end of its operations; empty without operations
};

enum class StepSource : uint8_t {
  none,
  marker,    // ranges mark the steps
  detected,  // kernels repeat, and no range marks them
  repeat,    // repeats of a block of the program, for example a layer, with numbered labels inside; no steps
};

// The figures about repeats in a process that decide whether they are steps.
struct RepeatFigures {
  static constexpr int64_t kFewest = 5;
  static constexpr int64_t kShortest = 100'000;  // ns

  bool of_ranges = false;   // repeating ranges; otherwise repeating kernels
  int64_t alike = 0;        // number of similar repeats; 0 where nothing repeats
  int64_t shortest = 0;     // shortest of them, ns
  int64_t kernels = 0;      // in them; a graph recorded as one operation counts as one
  int64_t all_kernels = 0;  // on the device, or with a launch in the process
  int64_t time = 0;         // total length, ns
  int64_t all_time = 0;     // ns from the first kernel to the last; for ranges, the thread's active time

  bool enough() const { return alike >= kFewest; }
  bool long_enough() const { return shortest > kShortest; }
  bool large_part() const { return kernels >= all_kernels - kernels && time >= all_time - time; }
  bool are_steps() const { return enough() && long_enough() && large_part(); }
};

struct ProcessSteps {
  uint32_t first = 0;  // in Iterations::all
  uint32_t end = 0;    // after the last; equals `first` where there are none
  StepSource source = StepSource::none;
  bool on_gpu = false;    // whether the bounds are times on the GPU
  // Of the markers or the numbered ranges; for detected steps the first kernel of each.
  std::string label;
  RepeatFigures figures;  // of the repeats; where there are no steps, of the best candidate
};

struct Iterations {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<Iteration> all;            // sorted by process, then by number
  std::vector<ProcessSteps> of_process;  // indexed by ProcessIx
  bool empty() const { return all.empty(); }
  const ProcessSteps& of(const Iteration& iteration) const { return of_process[iteration.process]; }
  // Explains, with figures, why the processes have no steps; of several processes it describes the one
  // closest to having steps.
  std::string why_none(const Profile& profile) const;
};

// The noun for one of them: `step` or `repeat`.
std::string_view noun_of(StepSource source);
std::string_view name_of(StepSource source);
// The words that introduce their label: "marked by".
std::string_view words_before_label(StepSource source);

// With a marker, uses the ranges of that text or normalised label. Without one, tries for each process:
// labels such as `ProfilerStep#3`, `step 3` or `iteration_3`; then outermost ranges of the same work that
// number themselves, such as `sample_0` and `sample_1`; then a label whose ranges tile most of a
// thread's time, unless it names a line of a source, which may run many times a step; then a sequence of
// kernel names that repeats on its busiest GPU. Candidates whose label does
// not name a step must resemble steps by their figures; where numbered labels inside them count up, they are
// repeats of a block.
Iterations find_iterations(const Profile& profile, std::string_view marker);

// Finds the step that an operation belongs to. Lookups in time order are fastest. For one thread.
class StepLookup {
 public:
  // Set `only` where all operations belong to one process.
  StepLookup(const Profile& profile, const Iterations& iterations, std::optional<ProcessIx> only = {});
  // In `Iterations::all`, or kNone.
  uint32_t operator()(OperationNumbers::Operation operation);

 private:
  // The launch time where ranges mark steps, otherwise the time on the GPU.
  std::optional<int64_t> deciding_time(OperationNumbers::Operation operation, bool on_gpu) const;

  const Profile& profile_;
  const Iterations& iterations_;
  const OperationNumbers numbers_;
  const Launches* launches_;  // null where all steps were found on the GPU
  bool one_process_;
  std::vector<uint32_t> last_;  // indexed by process
};

// Without a marker, cached. Build with `profile.derived(build_iterations)`.
Iterations build_iterations(const Profile& profile);
// Either of the two: the cached iterations where no marker is named.
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

// Whether a label, with `#` for its numbers, names a step: `ProfilerStep#`, `train_step_#`.
bool names_a_step(std::string_view label);
// Whether a label, with `#` for its numbers, names a line of a source file: `model.py:#:Layer.forward`.
bool names_a_line(std::string_view label);

}  // namespace nsys_ai
