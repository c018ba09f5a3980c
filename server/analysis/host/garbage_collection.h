// Finds garbage collection on threads: from ranges or frames that name it, or from regular stalls of the host
// that suggest it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// `plain`: the text is unambiguous, as in `gc.collect` or `garbage collection`; `likely`: a lone `gc`, which
// may abbreviate something else.
enum class CollectionEvidence : uint8_t { no, likely, plain };
CollectionEvidence collection_evidence(std::string_view label);
// Whether a function belongs to the garbage collector of Python, Julia, the JVM or Boehm.
bool is_collector_function(std::string_view symbol);

struct Collections {
  enum class Basis : uint8_t { ranges, samples, regular_gaps };
  Basis basis = Basis::ranges;
  bool plain = false;          // for ranges: all labels are plain
  std::optional<int64_t> pid;  // of the thread's process; empty where the capture does not say
  int64_t tid = 0;
  std::optional<uint32_t> first_range;  // an NVTX row
  std::optional<Interval> first_gap;    // set together with its device:
  DeviceIx device = DeviceIx::none();
  int64_t first = 0;                // when the first event begins
  int64_t events = 0;               // excluding those nested in another
  int64_t total = 0;                // ns: a union; for samples an estimate
  std::optional<int64_t> period;    // median interval between starts, from three events on
  std::optional<int64_t> gpu_idle;  // part of the total in which no GPU of the process in scope was busy
  std::optional<int64_t> step;      // for gaps: the median interval between the process's steps
};

// One element per thread whose ranges name garbage collection, sorted by total in descending order, then by
// thread.
std::vector<Collections> named_collections(const Profile& profile, const Scope& scope);

// One element per thread that was sampled inside a collector. A sample counts as the median interval between
// its thread's samples; consecutive samples form one event.
Result<std::vector<Collections>> sampled_collections(const Profile& profile, const Scope& scope,
                                                     const Work& work);
// Whether the capture has samples with frames that can show a collector.
Result<bool> has_sampled_frames(const Profile& profile, const Work& work);

// One element per launching thread with at least kMinStalls host-bound idle gaps of `min_gap` or longer in
// which it made no call of CUDA or of the operating system for four fifths of the time. The gaps are at
// regular distances: the median absolute deviation is at most a fifth of the median. Together they take at
// least a fiftieth of the time from the first to the last.
constexpr int64_t kMinStalls = 5;
Result<std::vector<Collections>> regular_stalls(const Profile& profile, const Scope& scope, int64_t min_gap,
                                                const Work& work);

}  // namespace nsys_ai
