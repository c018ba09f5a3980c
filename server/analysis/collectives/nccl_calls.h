// Calls of NCCL by their payloads: communicator, ranks and sizes, and how long their kernels ran.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

enum class NcclOperation : uint8_t {
  all_gather,
  all_reduce,
  all_to_all,
  broadcast,
  gather,
  recv,
  reduce,
  reduce_scatter,
  scatter,
  send
};
std::string_view name_of(NcclOperation operation);

// What nccl-tests makes of a message: the total size is the message times `sizes`, and the bandwidth of the
// bus that of the algorithm times `bus`. Nothing where the number of ranks is needed and not known.
struct NcclFactors {
  std::optional<double> sizes;
  std::optional<double> bus;
};
NcclFactors nccl_factors(NcclOperation operation, std::optional<int64_t> ranks);

// The calls of one operation on one communicator in one group of one rank, which share their kernels. A call
// outside of ncclGroupStart and ncclGroupEnd is a group of its own.
struct NcclBatch {
  std::optional<uint64_t> communicator;  // NCCL's hash; the same on all ranks
  NcclOperation operation = NcclOperation::all_reduce;
  ProcessIx process;
  uint32_t range = 0;             // the NVTX row of the first call
  int64_t start = 0;              // of the first call on the host
  std::vector<int64_t> messages;  // bytes of each call, ascending
  Sum bytes{};                    // of all calls
  // ns, the union of their kernels and its part in the scope; none where they are unknown.
  std::optional<int64_t> time;
  int64_t inside = 0;

  int64_t calls() const { return static_cast<int64_t>(messages.size()); }
  bool is_whole() const { return !time || inside == *time; }
  // Bytes count in proportion to the part of the time in the scope.
  int64_t in_scope(int64_t of_bytes) const;
};

struct NcclCalls {
  std::vector<NcclBatch> batches;        // in the scope; by process, then by time
  std::map<uint64_t, int64_t> ranks;     // of a communicator, where the capture shows it
  std::optional<int64_t> assumed_ranks;  // of other communicators
  int64_t untimed = 0;                   // of these: calls whose kernels are unknown
  int64_t payloads = 0;                  // of NCCL's events, that could be read
  int64_t schemas = 0;                   // in the file
  int64_t faults = 0;                    // data that is not laid out as its schema says
  bool has_nccl = false;                 // ranges of NCCL, with or without payloads
};
Result<NcclCalls> nccl_calls(const Profile& profile, const Scope& scope, const Work& work);

// Operations of one kind on one communicator, over all ranks that the capture shows.
struct NcclTraffic {
  std::optional<uint64_t> communicator;
  NcclOperation operation = NcclOperation::all_reduce;
  int64_t message = 0;  // where sizes are told apart
  std::optional<int64_t> ranks;
  int64_t seen = 0;  // processes that made such calls
  int64_t calls = 0;
  Sum bytes{};         // of all calls of all ranks
  uint32_t range = 0;  // the NVTX row of the first
  // What bandwidth is computed from: for each call the fastest rank where calls of ranks can be matched, else
  // every rank by itself.
  bool matched = false;
  Sum timed_bytes{};
  Sum time{};                      // ns, summed
  std::optional<int64_t> fastest;  // ns, of one call; only where sizes are told apart
  std::optional<int64_t> median;
};
enum class NcclGrouping : uint8_t { operation, message };
std::vector<NcclTraffic> nccl_traffic(const NcclCalls& calls, NcclGrouping grouping);

}  // namespace nsys_ai
