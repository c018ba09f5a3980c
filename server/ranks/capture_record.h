// All that an experiment needs of one capture, in some kilobytes: its ranks, their steps and collectives.
// Kept beside the capture's columns, so that the captures of a run are never in memory together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// Of each rank, the names that take most time.
constexpr size_t kTopKernels = 32;

// The compute kernels of one name.
struct RankKernel {
  std::string name;
  int64_t calls = 0;
  int64_t ns = 0;  // summed durations
};

struct RankStep {
  int64_t number = 0;
  Interval time;  // on the GPU
  int64_t busy = 0;
  int64_t communication = 0;
};

// A communicator, or a stream of communication kernels whose communicator the capture does not state.
struct RankChannel {
  std::string name;
  bool by_order = false;
  bool host = false;  // of MPI: calls on the host, in `RankRecord::host_calls`
  int64_t ranks = 0;  // 0 where the capture does not say
};

// One communication kernel, or one collective call of MPI.
struct RankCollective {
  int64_t channel = 0;    // in `RankRecord::channels`
  int64_t operation = 0;  // in `RankRecord::operations`
  Interval time;
  int64_t bytes = -1;  // -1 where the capture does not say
  // What else the GPU did since the one before it on this GPU ended; it had nothing to do for the rest.
  int64_t busy_before = 0;
};

// A GPU as one process uses it.
struct RankRecord {
  int64_t process_key = 0;
  std::optional<int64_t> pid;
  std::string process;  // its name; empty where the capture does not say
  int64_t device = 0;
  std::string gpu;
  std::string uuid;  // else its place on the bus; empty where the capture does not say
  std::optional<int64_t> rank;
  std::string rank_from;  // what stated it
  int64_t rank_of = 0;    // of how many ranks, for one that NCCL numbers
  Interval span;          // first start to last end of its operations
  int64_t kernels = 0;
  int64_t busy = 0;
  int64_t compute = 0;
  int64_t communication = 0;
  int64_t overlap = 0;
  int64_t all_calls = 0;    // of compute kernels
  int64_t compute_sum = 0;  // their summed durations
  std::vector<RankKernel> top;
  std::string step_label;
  std::vector<RankStep> steps;
  std::vector<RankChannel> channels;
  std::vector<std::string> operations;
  std::vector<RankCollective> collectives;  // kernels, by start
  std::vector<RankCollective> host_calls;   // of MPI, by start; of the first GPU of a process

  const std::vector<RankCollective>& taken(bool host) const { return host ? host_calls : collectives; }

  int64_t idle() const { return span.duration() - busy; }
};

struct CaptureRecord {
  std::string host;
  std::optional<int64_t> utc_start;  // wall clock at time 0
  std::vector<RankRecord> ranks;
  std::vector<std::string> notes;  // what was not read
};

Result<CaptureRecord> capture_record(const Profile& profile, const Work& work);

std::vector<uint8_t> bytes_of(const CaptureRecord& record);
// Empty where the bytes are no valid record.
std::optional<CaptureRecord> capture_record_of(std::span<const uint8_t> bytes);

}  // namespace nsys_ai
