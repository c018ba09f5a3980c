// Finds the call chain of each launch: its backtrace, or a CPU sample taken during the call.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/families/family_samples.h"
#include "profile/profile.h"

namespace nsys_ai {

// Used for one query. Refers to data of the profile, which must outlive it.
class LaunchChains {
 public:
  static Result<LaunchChains> read(const Profile& profile, const Work& work);

  struct Chain {
    const CallChains* chains = nullptr;
    CallChains::Frames frames;
    uint32_t id = 0;
    bool is_sample = false;
  };
  // Backtraces are identified by (process, correlation id).
  std::optional<Chain> backtrace(uint32_t call) const;
  // The first sample of the call's thread between its start and its end. Looking up calls of a thread in time
  // order needs no search.
  std::optional<Chain> sample(uint32_t call);
  bool any() const { return !backtraces_.empty() || any_sample_; }

 private:
  explicit LaunchChains(const Profile& profile) : profile_(profile) {}
  void add_backtraces(const CudaBacktraces& calls);
  void add_samples(const CpuSamples& samples);

  const Profile& profile_;
  const CudaCallChains* cuda_chains_ = nullptr;
  const SampleChains* sample_chains_ = nullptr;
  std::unordered_map<uint64_t, uint32_t> backtraces_;  // keyed by process and correlation id
  struct Sample {
    int64_t time;
    uint32_t id;
    friend auto operator<=>(const Sample&, const Sample&) = default;
  };
  struct ThreadSamples {
    std::vector<Sample> samples;  // in order of time
    size_t next = 0;              // the first sample that is not before the previous call
  };
  std::vector<ThreadSamples> samples_;  // indexed by the profile's threads
  bool any_sample_ = false;
};

}  // namespace nsys_ai
