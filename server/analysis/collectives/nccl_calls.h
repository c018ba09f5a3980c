// Reads NCCL calls from their payloads: communicator, ranks and sizes, and how long their kernels ran.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

// The factors that nccl-tests applies to a message: the total size is the message times `sizes`, and the bus
// bandwidth is the algorithm bandwidth times `bus`. Empty where the factor needs the number of ranks and it
// is unknown.
struct NcclFactors {
  std::optional<double> sizes;
  std::optional<double> bus;
};
NcclFactors nccl_factors(NcclOperation operation, std::optional<int64_t> ranks);

// Calls of one operation on one communicator in one group of one rank; they share their kernels. A call
// outside ncclGroupStart and ncclGroupEnd is a group of its own.
struct NcclBatch {
  std::optional<uint64_t> communicator;  // NCCL's hash; equal on all ranks
  NcclOperation operation = NcclOperation::all_reduce;
  ProcessIx process;
  uint32_t range = 0;             // the NVTX row of the first call
  int64_t start = 0;              // start of the first call on the host
  std::vector<int64_t> messages;  // bytes of each call, ascending
  std::vector<uint32_t> kernels;  // rows of `Profile::kernels()`, by start; empty where they are unknown
  Sum bytes{};                    // summed over calls
  // Union of the kernels' time and the part of it in the scope, in ns; empty where the kernels are unknown.
  std::optional<int64_t> time;
  int64_t inside = 0;

  int64_t calls() const { return static_cast<int64_t>(messages.size()); }
  bool is_whole() const { return !time || inside == *time; }
  // Scales bytes by the part of the time that is in the scope.
  int64_t in_scope(int64_t of_bytes) const;
};

// The rank of a process in a communicator, as NCCL's payloads state it.
struct NcclRank {
  ProcessIx process;
  uint64_t communicator = 0;
  int64_t rank = 0;
  int64_t ranks = 0;
};

struct NcclCalls {
  std::vector<NcclBatch> batches;        // in the scope; by process, then by time
  std::map<uint64_t, int64_t> ranks;     // ranks of each communicator, where the capture shows them
  std::vector<NcclRank> own_ranks;       // in the order of the file
  std::optional<int64_t> assumed_ranks;  // number of ranks that other communicators are assumed to have
  int64_t untimed = 0;                   // calls among `batches` whose kernels are unknown
  int64_t payloads = 0;                  // readable payloads of NCCL events
  int64_t without_size = 0;              // calls in the capture whose size is not recorded
  int64_t schemas = 0;                   // payload schemas in the file
  int64_t faults = 0;                    // payloads whose layout contradicts their schema
  std::vector<std::string> tables;       // of payloads, where the export made tables of them
  bool has_nccl = false;                 // the capture has NCCL ranges, with or without payloads
};
Result<NcclCalls> nccl_calls(const Profile& profile, const Scope& scope, const Work& work);

// Operations of one kind on one communicator, over all ranks in the capture.
struct NcclTraffic {
  std::optional<uint64_t> communicator;
  NcclOperation operation = NcclOperation::all_reduce;
  int64_t message = 0;  // where sizes are listed separately
  std::optional<int64_t> ranks;
  int64_t seen = 0;  // number of processes that made these calls
  int64_t calls = 0;
  Sum bytes{};         // summed over all calls of all ranks
  uint32_t range = 0;  // the NVTX row of the first call
  // Says which times bandwidth is computed from: the fastest rank of each call where calls of different ranks
  // can be matched, otherwise the time of every rank.
  bool matched = false;
  Sum timed_bytes{};
  Sum time{};                      // ns, summed
  std::optional<int64_t> fastest;  // duration of one call in ns; only where sizes are listed separately
  std::optional<int64_t> median;
};
enum class NcclGrouping : uint8_t { operation, message };
std::vector<NcclTraffic> nccl_traffic(const NcclCalls& calls, NcclGrouping grouping);

}  // namespace nsys_ai
