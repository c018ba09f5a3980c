// Sums batches, and matches the calls of different ranks where possible.
#include <algorithm>
#include <tuple>

#include "analysis/collectives/nccl_calls.h"
#include "analysis/durations.h"

namespace nsys_ai {
namespace {

using BatchList = std::vector<const NcclBatch*>;

// The k-th calls of all ranks belong together if all ranks made equally many calls of equal sizes. Only the
// two ranks involved see a message between them.
bool can_match(const std::map<uint32_t, BatchList>& of_process, NcclOperation operation) {
  if (operation == NcclOperation::send || operation == NcclOperation::recv || of_process.size() < 2)
    return false;
  const BatchList& first = of_process.begin()->second;
  return std::all_of(of_process.begin(), of_process.end(), [&](const auto& of) {
    return of.second.size() == first.size() &&
           std::equal(first.begin(), first.end(), of.second.begin(), [](const auto* a, const auto* b) {
             return a->time && b->time && a->is_whole() && b->is_whole() && a->messages == b->messages;
           });
  });
}

void add_times(const std::map<uint32_t, BatchList>& of_process, NcclTraffic& traffic) {
  std::vector<int64_t> of_calls;
  const auto add = [&](const NcclBatch& batch, int64_t time) {
    traffic.timed_bytes += batch.in_scope(batch.bytes);
    traffic.time += time;
    if (batch.is_whole()) of_calls.push_back(time / batch.calls());
  };
  if (traffic.matched) {
    const BatchList& first = of_process.begin()->second;
    for (size_t i = 0; i < first.size(); ++i) {
      int64_t least = *first[i]->time;
      for (const auto& [process, batches] : of_process) least = std::min(least, *batches[i]->time);
      add(*first[i], least);
    }
  } else {
    for (const auto& [process, batches] : of_process)
      for (const NcclBatch* batch : batches)
        if (batch->time) add(*batch, batch->inside);
  }
  if (of_calls.empty()) return;
  std::sort(of_calls.begin(), of_calls.end());
  traffic.fastest = of_calls.front();
  traffic.median = percentile(of_calls, 0.5);
}

}  // namespace

NcclFactors nccl_factors(NcclOperation operation, std::optional<int64_t> ranks) {
  switch (operation) {
    case NcclOperation::broadcast:
    case NcclOperation::recv:
    case NcclOperation::reduce:
    case NcclOperation::send:
      return {1.0, 1.0};
    default:
      break;
  }
  const bool whole_message = operation == NcclOperation::all_reduce;
  if (!ranks) return {whole_message ? std::optional(1.0) : std::nullopt, std::nullopt};
  const auto n = static_cast<double>(*ranks);
  return {whole_message ? 1.0 : n, (whole_message ? 2.0 : 1.0) * (n - 1) / n};
}

std::vector<NcclTraffic> nccl_traffic(const NcclCalls& calls, NcclGrouping grouping) {
  using Key = std::tuple<std::optional<uint64_t>, NcclOperation, int64_t>;
  struct Group {
    std::map<uint32_t, BatchList> of_process;
    NcclTraffic traffic;
  };
  std::map<Key, Group> groups;
  const bool by_message = grouping == NcclGrouping::message;
  for (const NcclBatch& batch : calls.batches) {
    const bool mixed = batch.messages.front() != batch.messages.back();
    for (size_t first = 0; first < batch.messages.size();) {
      // One iteration for all messages, or one for each size.
      size_t end = batch.messages.size();
      if (by_message)
        end = static_cast<size_t>(
            std::upper_bound(batch.messages.begin(), batch.messages.end(), batch.messages[first]) -
            batch.messages.begin());
      const int64_t message = by_message ? batch.messages[first] : 0;
      const auto [found, is_new] = groups.try_emplace({batch.communicator, batch.operation, message});
      Group& group = found->second;
      if (is_new) {
        group.traffic.communicator = batch.communicator;
        group.traffic.operation = batch.operation;
        group.traffic.message = message;
        group.traffic.range = batch.range;
      }
      const auto count = static_cast<int64_t>(end - first);
      Sum bytes;
      for (size_t i = first; i < end; ++i) bytes += batch.messages[i];
      group.traffic.calls += count;
      group.traffic.bytes += batch.in_scope(bytes);
      // The time of messages of several sizes cannot be attributed to one size.
      BatchList& timed = group.of_process[batch.process.value];
      if (!by_message || !mixed) timed.push_back(&batch);
      first = end;
    }
  }
  std::vector<NcclTraffic> all;
  for (auto& [key, group] : groups) {
    group.traffic.ranks = calls.assumed_ranks;
    group.traffic.seen = static_cast<int64_t>(group.of_process.size());
    if (group.traffic.communicator)
      if (const auto ranks = calls.ranks.find(*group.traffic.communicator); ranks != calls.ranks.end())
        group.traffic.ranks = ranks->second;
    std::erase_if(group.of_process, [](const auto& of) { return of.second.empty(); });
    group.traffic.matched =
        group.traffic.communicator.has_value() && can_match(group.of_process, group.traffic.operation);
    add_times(group.of_process, group.traffic);
    all.push_back(group.traffic);
  }
  return all;
}

}  // namespace nsys_ai
