// Finds the payloads of NCCL's ranges, groups calls, and assigns each group the kernels that it launched.
#include "analysis/collectives/nccl_calls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "analysis/collectives/collectives.h"
#include "analysis/collectives/payload_data.h"
#include "analysis/host/host_scope.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "profile/families/family_payloads.h"
#include "profile/families/json_members.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// NCCL's names for payload entries; before 2.15 a message was named only by its unit.
constexpr std::string_view kCommunicator = "NCCL communicator ID";
constexpr std::string_view kRanks = "No. of ranks";
constexpr std::string_view kRank = "Rank";
constexpr std::array<std::string_view, 2> kMessage = {"Message size [bytes]", "Bytes"};
constexpr int64_t kMaxRanks = 10'000'000;

struct OperationName {
  std::string_view range;  // after `nccl`
  std::string_view name;
  NcclOperation operation;
};
constexpr std::array<OperationName, 13> kOperations = {{
    {"AllGather", "AllGather", NcclOperation::all_gather},
    {"AllReduce", "AllReduce", NcclOperation::all_reduce},
    {"AllToAll", "AllToAll", NcclOperation::all_to_all},
    {"AlltoAll", "AllToAll", NcclOperation::all_to_all},
    {"Bcast", "Broadcast", NcclOperation::broadcast},
    {"Broadcast", "Broadcast", NcclOperation::broadcast},
    {"Gather", "Gather", NcclOperation::gather},
    {"Recv", "Recv", NcclOperation::recv},
    {"Reduce", "Reduce", NcclOperation::reduce},
    {"ReduceScatter", "ReduceScatter", NcclOperation::reduce_scatter},
    {"Scatter", "Scatter", NcclOperation::scatter},
    {"Send", "Send", NcclOperation::send},
    {"SendRecv", "Send", NcclOperation::send},
}};

std::optional<NcclOperation> operation_of(std::string_view range) {
  for (const OperationName& of : kOperations)
    if (range.substr(4) == of.range) return of.operation;
  return std::nullopt;
}

// Whether a kernel of that kind can run the operation. The names of older NCCL kernels do not say.
bool may_run(Collective kernel, NcclOperation operation) {
  if (kernel == Collective::other) return true;
  switch (operation) {
    case NcclOperation::all_gather:
      return kernel == Collective::all_gather;
    case NcclOperation::all_reduce:
      return kernel == Collective::all_reduce;
    case NcclOperation::broadcast:
      return kernel == Collective::broadcast;
    case NcclOperation::reduce:
      return kernel == Collective::reduce;
    case NcclOperation::reduce_scatter:
      return kernel == Collective::reduce_scatter;
    case NcclOperation::all_to_all:
      return kernel == Collective::all_to_all || kernel == Collective::send_recv;
    case NcclOperation::gather:
    case NcclOperation::recv:
    case NcclOperation::scatter:
    case NcclOperation::send:
      return kernel == Collective::send_recv;
  }
  return false;
}

// The values in the payload of a range.
struct PayloadFields {
  std::optional<uint64_t> communicator;
  std::optional<int64_t> ranks;
  std::optional<int64_t> rank;
  std::optional<int64_t> message;
};

void visit(std::string_view name, int64_t value, PayloadFields& payload) {
  if (is_entry_named(name, kCommunicator)) payload.communicator = static_cast<uint64_t>(value);
  if (is_entry_named(name, kRanks) && value > 0 && value <= kMaxRanks) payload.ranks = value;
  if (is_entry_named(name, kRank) && value >= 0 && value < kMaxRanks) payload.rank = value;
  const auto is_size = [&](std::string_view wanted) { return is_entry_named(name, wanted); };
  if (std::any_of(kMessage.begin(), kMessage.end(), is_size) && value >= 0) payload.message = value;
}

// Numbers in JSON may have thousands separators.
std::optional<int64_t> number_in(std::string_view text) {
  uint64_t number = 0;
  size_t digits = 0;
  for (const char c : text) {
    if (c == ',') continue;
    if (c < '0' || c > '9' || digits++ >= 20) return std::nullopt;
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  if (digits == 0) return std::nullopt;
  return static_cast<int64_t>(number);
}

// A call whose payload states its size.
struct OneCall {
  uint32_t range;
  NcclOperation operation;
  PayloadFields payload;
};

// Calls that were launched together.
struct CallGroup {
  std::vector<OneCall> calls;
  std::vector<uint32_t> kernels;
};

class Finder {
 public:
  Finder(const Profile& profile, NcclCalls& out)
      : profile_(profile), nvtx_(profile.nvtx()), labels_(profile.derived(build_nvtx_labels)), out_(out) {
    for (const LabelStats& of : labels_.labels) {
      is_nccl_.push_back(of.label.starts_with("nccl"));
      out_.has_nccl = out_.has_nccl || is_nccl_.back();
    }
  }

  Result<std::vector<CallGroup>> groups(const Work& work) {
    std::vector<CallGroup> groups;
    if (!out_.has_nccl) return groups;
    if (auto read = read_payloads(work); !read) return tl::unexpected(read.error());
    std::vector<uint32_t> ranges;
    for (uint32_t i = 0; i < nvtx_.size(); ++i)
      if (is_nccl(i) && nvtx_.end(i) != Nvtx::kOpen) ranges.push_back(i);
    std::sort(ranges.begin(), ranges.end(), [&](uint32_t a, uint32_t b) {
      if (nvtx_.thread[a] != nvtx_.thread[b]) return nvtx_.thread[a] < nvtx_.thread[b];
      return range_precedes(profile_, a, b);
    });
    for (size_t first = 0; first < ranges.size();) {
      size_t end = first;
      while (end < ranges.size() && nvtx_.thread[ranges[end]] == nvtx_.thread[ranges[first]]) ++end;
      add_thread(
          {ranges.begin() + static_cast<ptrdiff_t>(first), ranges.begin() + static_cast<ptrdiff_t>(end)},
          groups);
      first = end;
    }
    add_kernels(groups);
    return groups;
  }

 private:
  bool is_nccl(uint32_t range) const {
    if (!nvtx_.is_range(range)) return false;
    const uint32_t label = labels_.of_template[nvtx_.text[range]];
    return label != NvtxLabels::kNoLabel && is_nccl_[label];
  }

  Result<void> read_payloads(const Work& work) {
    const auto schemas = profile_.events<PayloadSchemas>(work);
    if (!schemas) return tl::unexpected(schemas.error());
    const auto details = profile_.events<NvtxDetails>(work);
    if (!details) return tl::unexpected(details.error());
    out_.schemas = static_cast<int64_t>((*schemas)->schemas.size());
    const PayloadLayouts layouts(**schemas);
    std::vector<PayloadValue> values;
    for (size_t i = 0; i < (*details)->size(); ++i) {
      const uint32_t range = (*details)->event[i];
      if (!is_nccl(range)) continue;
      PayloadFields payload;
      const std::string_view data = (*details)->binary_data(i);
      const std::string_view json = (*details)->text((*details)->json[i]);
      if (!data.empty()) {
        if (layouts.read(data, values) != PayloadFault::none) ++out_.faults;
        for (const PayloadValue& value : values) visit(value.name, value.value, payload);
      } else if (!json.empty()) {
        each_member(json, [&](std::string_view name, std::string_view value) {
          if (const auto number = number_in(value)) visit(name, *number, payload);
        });
      }
      add_payload(range, payload);
    }
    return read_tabled_payloads(work);
  }

  // An export can have the payloads as tables instead.
  Result<void> read_tabled_payloads(const Work& work) {
    const auto tabled = profile_.events<TabledPayloads>(work);
    if (!tabled) return tl::unexpected(tabled.error());
    const TabledPayloads& numbers = **tabled;
    out_.tables = numbers.tables;
    for (size_t i = 0; i < numbers.size();) {
      const uint32_t range = numbers.event[i];
      PayloadFields payload;
      for (; i < numbers.size() && numbers.event[i] == range; ++i)
        visit(numbers.text(numbers.name[i]), numbers.value[i], payload);
      if (is_nccl(range) && !payloads_.contains(range)) add_payload(range, payload);
    }
    return {};
  }

  void add_payload(uint32_t range, const PayloadFields& payload) {
    if (!payload.communicator && !payload.ranks && !payload.message) return;
    ++out_.payloads;
    if (payload.communicator && payload.ranks) out_.ranks.try_emplace(*payload.communicator, *payload.ranks);
    if (payload.communicator && payload.ranks && payload.rank)
      out_.own_ranks.push_back({profile_.threads()[nvtx_.thread[range]].process, *payload.communicator,
                                *payload.rank, *payload.ranks});
    payloads_.emplace(range, payload);
  }

  // ncclGroupEnd launches the calls since its ncclGroupStart.
  void add_thread(const std::vector<uint32_t>& ranges, std::vector<CallGroup>& groups) {
    int64_t depth = 0;
    std::vector<OneCall> pending;
    for (const uint32_t range : ranges) {
      const std::string text = profile_.nvtx_text(range);
      if (text == "ncclGroupStart") {
        ++depth;
      } else if (text == "ncclGroupEnd" && depth > 0) {
        if (--depth == 0) close(range, pending, groups);
      } else if (const auto operation = operation_of(text)) {
        const auto payload = payloads_.find(range);
        if (payload == payloads_.end() || !payload->second.message) {
          ++out_.without_size;
          continue;
        }
        pending.push_back({range, *operation, payload->second});
        if (depth == 0) close(range, pending, groups);
      }
    }
    // The end of the last group was not recorded.
    if (!pending.empty()) groups.push_back({std::move(pending), {}});
  }
  void close(uint32_t range, std::vector<OneCall>& pending, std::vector<CallGroup>& groups) {
    if (pending.empty()) return;
    group_of_.emplace(range, static_cast<uint32_t>(groups.size()));
    groups.push_back({std::move(pending), {}});
    pending.clear();
  }

  void add_kernels(std::vector<CallGroup>& groups) {
    const Kernels& kernels = profile_.kernels();
    const Collectives& collectives = profile_.derived(build_collectives);
    const NvtxEnclosures& enclosures = profile_.derived(build_nvtx_enclosures);
    for (uint32_t i = 0; i < kernels.size(); ++i) {
      if (!collectives.of_code[kernels.names.code[i]].communicates) continue;
      bool found = false;
      enclosures.each({OperationNumbers::kernel, i}, [&](uint32_t range) {
        const auto group = found ? group_of_.end() : group_of_.find(range);
        if (group == group_of_.end()) return;
        groups[group->second].kernels.push_back(i);
        found = true;
      });
    }
  }

  const Profile& profile_;
  const Nvtx& nvtx_;
  const NvtxLabels& labels_;
  NcclCalls& out_;
  std::vector<bool> is_nccl_;                        // indexed by label
  std::unordered_map<uint32_t, PayloadFields> payloads_;          // keyed by NVTX row
  std::unordered_map<uint32_t, uint32_t> group_of_;  // keyed by the NVTX row that launches it
};

// Merges the calls of a group that share kernels, and computes their time.
class BatchMaker {
 public:
  BatchMaker(const Profile& profile, const Scope& scope)
      : profile_(profile), scope_(scope), host_(profile, scope) {}

  void add(const CallGroup& group, NcclCalls& out) const {
    std::map<std::pair<std::optional<uint64_t>, NcclOperation>, NcclBatch> of_key;
    for (const OneCall& call : group.calls) {
      NcclBatch& batch = of_key[{call.payload.communicator, call.operation}];
      if (batch.messages.empty()) {
        batch.communicator = call.payload.communicator;
        batch.operation = call.operation;
        batch.process = profile_.threads()[profile_.nvtx().thread[call.range]].process;
        batch.range = call.range;
        batch.start = profile_.nvtx().start[call.range];
      }
      batch.messages.push_back(*call.payload.message);
      batch.bytes += *call.payload.message;
    }
    for (auto& entry : of_key) {
      const auto& key = entry.first;
      auto& batch = entry.second;
      std::sort(batch.messages.begin(), batch.messages.end());
      const bool alone = std::none_of(of_key.begin(), of_key.end(), [&](const auto& other) {
        return other.first.first != key.first && share_kernels(other.first.second, key.second);
      });
      if (alone) time(group, batch);
      if (batch.time ? batch.inside == 0 && !touches(group, batch.operation) : !is_in_scope(batch)) continue;
      if (!batch.time) out.untimed += batch.calls();
      out.batches.push_back(std::move(batch));
    }
  }

 private:
  static bool share_kernels(NcclOperation a, NcclOperation b) {
    for (const Collective kernel :
         {Collective::all_gather, Collective::reduce_scatter, Collective::all_reduce, Collective::broadcast,
          Collective::all_to_all, Collective::send_recv, Collective::reduce})
      if (may_run(kernel, a) && may_run(kernel, b)) return true;
    return false;
  }

  template <class Visit>
  void each_kernel(const CallGroup& group, NcclOperation operation, Visit visit) const {
    const Kernels& kernels = profile_.kernels();
    const Collectives& collectives = profile_.derived(build_collectives);
    for (const uint32_t kernel : group.kernels)
      if (may_run(collectives.of_code[kernels.names.code[kernel]].name.collective, operation)) visit(kernel);
  }

  void time(const CallGroup& group, NcclBatch& batch) const {
    const Kernels& kernels = profile_.kernels();
    std::vector<Interval> all;
    std::vector<Interval> inside;
    std::vector<uint32_t> own;
    std::optional<DeviceIx> device;
    bool one_device = true;
    each_kernel(group, batch.operation, [&](uint32_t kernel) {
      const DeviceIx of = profile_.streams()[kernels.stream[kernel]].device;
      one_device = one_device && (!device || *device == of);
      device = of;
      own.push_back(kernel);
      all.push_back(kernels.interval(kernel));
      if (!scope_.has(kernels.stream[kernel])) return;
      if (const auto part = scope_.clip(kernels.interval(kernel))) inside.push_back(*part);
    });
    // A process that drives several GPUs makes one call for each of them; the file does not say which is
    // whose.
    if (all.empty() || !one_device) return;
    std::sort(own.begin(), own.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(kernels.start[a], a) < std::pair(kernels.start[b], b);
    });
    batch.kernels = std::move(own);
    batch.time = IntervalSet::union_of(std::move(all)).total();
    batch.inside = IntervalSet::union_of(std::move(inside)).total();
  }

  // Kernels without duration can be in the scope too.
  bool touches(const CallGroup& group, NcclOperation operation) const {
    bool any = false;
    each_kernel(group, operation, [&](uint32_t kernel) {
      any = any || (scope_.has(profile_.kernels().stream[kernel]) &&
                    scope_.clip(profile_.kernels().interval(kernel)).has_value());
    });
    return any;
  }

  bool is_in_scope(const NcclBatch& batch) const {
    return host_.has(batch.process) && host_.clip(profile_.nvtx().interval(batch.range)).has_value();
  }

  const Profile& profile_;
  const Scope& scope_;
  HostScope host_;
};

}  // namespace

std::string_view name_of(NcclOperation operation) {
  for (const OperationName& of : kOperations)
    if (of.operation == operation) return of.name;
  return "";
}

int64_t NcclBatch::in_scope(int64_t of_bytes) const {
  if (is_whole() || *time <= 0) return of_bytes;
  return std::llround(static_cast<long double>(of_bytes) * static_cast<long double>(inside) /
                      static_cast<long double>(*time));
}

Result<NcclCalls> nccl_calls(const Profile& profile, const Scope& scope, const Work& work) {
  NcclCalls found;
  Finder finder(profile, found);
  const auto groups = finder.groups(work);
  if (!groups) return tl::unexpected(groups.error());
  const BatchMaker batches(profile, scope);
  for (const CallGroup& group : *groups) batches.add(group, found);
  std::sort(found.batches.begin(), found.batches.end(), [](const NcclBatch& a, const NcclBatch& b) {
    return std::tuple(a.process.value, a.start, a.range) < std::tuple(b.process.value, b.start, b.range);
  });
  return found;
}

}  // namespace nsys_ai
