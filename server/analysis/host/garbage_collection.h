// When threads collected garbage: as ranges or frames say, or as regular stalls of the host let suspect.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// `plain`: the text leaves no doubt, as in `gc.collect` or `garbage collection`; `likely`: a lone `gc`, which
// may be short for something else.
enum class SaysCollection : uint8_t { no, likely, plain };
SaysCollection says_collection(std::string_view label);
// Whether a function is of the collector of Python, Julia, the JVM or Boehm.
bool is_collector_function(std::string_view symbol);

struct Collections {
  enum class Basis : uint8_t { ranges, samples, regular_gaps };
  Basis basis = Basis::ranges;
  bool plain = false;          // of ranges: all labels are
  std::optional<int64_t> pid;  // of the thread; none where the capture does not say
  int64_t tid = 0;
  std::optional<uint32_t> first_range;  // an NVTX row
  std::optional<Interval> first_gap;    // with the device:
  DeviceIx device = DeviceIx::none();
  int64_t first = 0;                // when the first event begins
  int64_t events = 0;               // that do not lie in each other
  int64_t total = 0;                // ns: a union; of samples an estimate
  std::optional<int64_t> period;    // median distance of the starts, from three events on
  std::optional<int64_t> gpu_idle;  // of the total: no GPU of the process in scope was busy
  std::optional<int64_t> step;      // of gaps: the median distance of the process's steps
};

// One element a thread whose ranges say so, by total, the largest first, then by thread.
std::vector<Collections> named_collections(const Profile& profile, const Scope& scope);

// One element a thread that was sampled inside a collector. A sample stands for the median distance of its
// thread's samples; consecutive samples are one event.
Result<std::vector<Collections>> sampled_collections(const Profile& profile, const Scope& scope,
                                                     const Work& work);
// Whether the capture has samples with frames that could say so.
Result<bool> has_sampled_frames(const Profile& profile, const Work& work);

// One element a launching thread with at least kFewestStalls host-bound idle gaps of `min_gap` or longer in
// which it made no call of CUDA or of the operating system for four fifths of the time, at regular distances:
// their median absolute deviation is at most a fifth of the median.
// Together they take at least a fiftieth of the time from the first to the last.
constexpr int64_t kMinStalls = 5;
Result<std::vector<Collections>> regular_stalls(const Profile& profile, const Scope& scope, int64_t min_gap,
                                                const Work& work);

}  // namespace nsys_ai
