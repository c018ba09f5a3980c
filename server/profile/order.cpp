// Links between host and device, by sorted sweeps: a join by intervals would not end on a large capture.
#include "profile/order.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parallel.h"

namespace nsys_ai {
namespace {

// The calls of one process by correlation id. Ids ascend with nearly no holes, so they index a table; where a
// file has them far apart, they are looked up in a sorted list.
class CallsById {
 public:
  explicit CallsById(const Calls& calls) : calls_(calls) {}

  void add(uint32_t call) { found_.push_back(call); }

  void finish() {
    if (found_.empty()) return;
    uint32_t last = 0;
    first_ = UINT32_MAX;
    for (const uint32_t call : found_) {
      first_ = std::min(first_, calls_.correlation[call]);
      last = std::max(last, calls_.correlation[call]);
    }
    constexpr size_t kMostHoles = 4;
    if (last - first_ < found_.size() * kMostHoles) {
      table_.assign(size_t{last - first_} + 1, Launches::kNoCall);
      for (const uint32_t call : found_) {
        uint32_t& place = table_[calls_.correlation[call] - first_];
        if (place == Launches::kNoCall || goes_before(call, place)) place = call;
      }
      found_ = {};
    } else {
      std::sort(found_.begin(), found_.end(), [&](uint32_t a, uint32_t b) {
        if (calls_.correlation[a] != calls_.correlation[b])
          return calls_.correlation[a] < calls_.correlation[b];
        return goes_before(a, b);
      });
    }
  }

  uint32_t call_of(uint32_t correlation) const {
    if (!table_.empty())
      return correlation >= first_ && correlation - first_ < table_.size() ? table_[correlation - first_]
                                                                           : Launches::kNoCall;
    const auto at =
        std::lower_bound(found_.begin(), found_.end(), correlation,
                         [&](uint32_t call, uint32_t wanted) { return calls_.correlation[call] < wanted; });
    return at != found_.end() && calls_.correlation[*at] == correlation ? *at : Launches::kNoCall;
  }

 private:
  // Of calls with one id: the runtime's before the driver's, then the earlier row.
  bool goes_before(uint32_t a, uint32_t b) const {
    const bool runtime_a = calls_.event_class[a] == Calls::kRuntime;
    const bool runtime_b = calls_.event_class[b] == Calls::kRuntime;
    return runtime_a != runtime_b ? runtime_a : a < b;
  }

  const Calls& calls_;
  std::vector<uint32_t> found_;
  std::vector<uint32_t> table_;  // by correlation id, less `first_`
  uint32_t first_ = 0;
};

std::vector<CallsById> calls_by_process(const Profile& profile) {
  const Calls& calls = profile.calls();
  std::vector<CallsById> by_process(profile.processes().size(), CallsById(calls));
  for (uint32_t i = 0; i < calls.size(); ++i) {
    if (calls.correlation[i] == 0 || calls.event_class[i] == Calls::kBacktraceTwin ||
        calls.event_class[i] == Calls::kGraphNodeCreation)
      continue;
    by_process[profile.threads()[calls.thread[i]].process].add(i);
  }
  for (CallsById& of : by_process) of.finish();
  return by_process;
}

std::vector<uint32_t> launches_of(const Profile& profile, const Operations& operations,
                                  const std::vector<CallsById>& calls) {
  std::vector<uint32_t> launches(operations.size(), Launches::kNoCall);
  for (size_t i = 0; i < operations.size(); ++i)
    if (operations.correlation[i] != 0)
      launches[i] = calls[profile.device_of(operations.stream[i]).process].call_of(operations.correlation[i]);
  return launches;
}

// Puts ranges of one thread in the order of a forest: by start; of equal starts the longer one first, of
// equal ranges the earlier row.
void sort_by_start(const Nvtx& nvtx, std::vector<uint32_t>& ranges) {
  struct Key {
    int64_t start;
    uint32_t range;
  };
  const auto in_order = [&](const Key& a, const Key& b) {
    if (a.start != b.start) return a.start < b.start;
    const int64_t end_a = nvtx.end(a.range);
    const int64_t end_b = nvtx.end(b.range);
    return end_a != end_b ? end_a > end_b : a.range < b.range;
  };
  // Starts are copied beside their ranges, so that comparing does not jump through the column.
  std::vector<Key> keys;
  keys.reserve(ranges.size());
  for (const uint32_t range : ranges) keys.push_back({nvtx.start[range], range});
  if (!std::is_sorted(keys.begin(), keys.end(), in_order)) std::sort(keys.begin(), keys.end(), in_order);
  for (size_t i = 0; i < keys.size(); ++i) ranges[i] = keys[i].range;
}

// Ranges of each thread that an event can lie in, in order: closed, and begun and ended on that thread.
template <class Wanted>
std::vector<std::vector<uint32_t>> ranges_by_thread(const Profile& profile, Wanted wanted) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<size_t> counts(profile.threads().size(), 0);
  const auto takes = [&](uint32_t i) {
    return wanted(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i];
  };
  for (uint32_t i = 0; i < nvtx.size(); ++i)
    if (takes(i)) ++counts[nvtx.thread[i]];
  std::vector<std::vector<uint32_t>> ranges(profile.threads().size());
  for (size_t thread = 0; thread < ranges.size(); ++thread) ranges[thread].reserve(counts[thread]);
  for (uint32_t i = 0; i < nvtx.size(); ++i)
    if (takes(i)) ranges[nvtx.thread[i]].push_back(i);
  return ranges;
}

// Calls of each thread, in the order of the file.
std::vector<std::vector<uint32_t>> calls_by_thread(const Profile& profile) {
  const Calls& calls = profile.calls();
  std::vector<size_t> counts(profile.threads().size(), 0);
  for (size_t i = 0; i < calls.size(); ++i) ++counts[calls.thread[i]];
  std::vector<std::vector<uint32_t>> of_thread(profile.threads().size());
  for (size_t thread = 0; thread < of_thread.size(); ++thread) of_thread[thread].reserve(counts[thread]);
  for (uint32_t i = 0; i < calls.size(); ++i) of_thread[calls.thread[i]].push_back(i);
  return of_thread;
}

// The innermost range around each call of one thread. Ranges that ended are dropped from the top as the sweep
// passes them; one that ended below a longer one is stepped over, since start/end ranges need not nest.
void sweep_calls(const Profile& profile, const std::vector<uint32_t>& ranges, std::vector<uint32_t>& calls_of,
                 std::vector<uint32_t>& innermost) {
  const Nvtx& nvtx = profile.nvtx();
  const Calls& calls = profile.calls();
  const auto earlier = [&](uint32_t a, uint32_t b) { return calls.start[a] < calls.start[b]; };
  if (!std::is_sorted(calls_of.begin(), calls_of.end(), earlier))
    std::stable_sort(calls_of.begin(), calls_of.end(), earlier);
  struct Open {
    int64_t end;
    uint32_t range;
  };
  std::vector<Open> open;
  size_t next = 0;
  for (const uint32_t call : calls_of) {
    const int64_t start = calls.start[call];
    for (; next < ranges.size() && nvtx.start[ranges[next]] <= start; ++next) {
      // Ranges that ended between two calls need not be looked at again.
      while (!open.empty() && open.back().end < nvtx.start[ranges[next]]) open.pop_back();
      open.push_back({nvtx.end(ranges[next]), ranges[next]});
    }
    while (!open.empty() && open.back().end < start) open.pop_back();
    if (open.empty()) continue;
    const int64_t end = calls.end(call);
    for (size_t i = open.size(); i-- > 0;) {
      if (open[i].end < end) continue;
      innermost[call] = open[i].range;
      break;
    }
  }
}

std::vector<uint32_t> ranges_of_calls(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const auto start_end = ranges_by_thread(profile, [&](uint32_t i) { return nvtx.is_start_end(i); });
  auto calls_of = calls_by_thread(profile);
  std::vector<uint32_t> innermost(profile.calls().size(), NvtxForest::kNoRange);
  parallel_for(usable_cores(), calls_of.size(), [&](size_t thread) {
    if (start_end[thread].empty()) {
      sweep_calls(profile, forest.of_thread[thread], calls_of[thread], innermost);
    } else {
      std::vector<uint32_t> ranges = forest.of_thread[thread];
      ranges.insert(ranges.end(), start_end[thread].begin(), start_end[thread].end());
      sort_by_start(nvtx, ranges);
      sweep_calls(profile, ranges, calls_of[thread], innermost);
    }
    calls_of[thread] = {};
  });
  return innermost;
}

}  // namespace

Launches build_launches(const Profile& profile) {
  const auto calls = calls_by_process(profile);
  Launches launches;
  std::vector<uint32_t>* const out[] = {&launches.of_kernel, &launches.of_copy, &launches.of_memset,
                                        &launches.of_graph_run};
  const Operations* const in[] = {&profile.kernels(), &profile.copies(), &profile.memsets(),
                                  &profile.graph_runs()};
  parallel_for(usable_cores(), std::size(in),
               [&](size_t i) { *out[i] = launches_of(profile, *in[i], calls); });
  return launches;
}

OperationNumbers::OperationNumbers(const Profile& profile)
    : families_{&profile.kernels(), &profile.copies(), &profile.memsets(), &profile.graph_runs()}, first_{} {
  for (size_t kind = 1; kind < std::size(first_); ++kind)
    first_[kind] = first_[kind - 1] + static_cast<uint32_t>(families_[kind - 1]->size());
}

namespace {

// Puts operations, which are by number, in order of time. Files hold each family in order, so that families
// are only merged; one that is not is sorted first.
void sort_runs(const OperationNumbers& numbers, std::vector<uint32_t>& operations) {
  const auto interval = [&](uint32_t number) {
    const auto operation = numbers[number];
    return numbers.family(operation.kind).interval(operation.at);
  };
  const auto earlier = [&](uint32_t a, uint32_t b) {
    return std::pair(interval(a), a) < std::pair(interval(b), b);
  };
  auto run = operations.begin();
  for (const auto kind : {OperationNumbers::copy, OperationNumbers::memset, OperationNumbers::graph_run}) {
    const auto end = std::lower_bound(run, operations.end(), numbers.first(kind));
    if (!std::is_sorted(run, end, earlier)) std::sort(run, end, earlier);
    std::inplace_merge(operations.begin(), run, end, earlier);
    run = end;
  }
  if (!std::is_sorted(run, operations.end(), earlier)) std::sort(run, operations.end(), earlier);
  std::inplace_merge(operations.begin(), run, operations.end(), earlier);
}

}  // namespace

OperationOrder build_operation_order(const Profile& profile) {
  const OperationNumbers numbers(profile);
  OperationOrder order;
  order.of_device.resize(profile.devices().size());
  std::vector<size_t> counts(profile.devices().size(), 0);
  for (const auto kind : {OperationNumbers::kernel, OperationNumbers::copy, OperationNumbers::memset,
                          OperationNumbers::graph_run})
    for (size_t i = 0; i < numbers.family(kind).size(); ++i)
      ++counts[profile.streams()[numbers.family(kind).stream[i]].device];
  for (size_t device = 0; device < counts.size(); ++device) order.of_device[device].reserve(counts[device]);
  for (const auto kind : {OperationNumbers::kernel, OperationNumbers::copy, OperationNumbers::memset,
                          OperationNumbers::graph_run}) {
    const Operations& family = numbers.family(kind);
    for (uint32_t i = 0; i < family.size(); ++i)
      order.of_device[profile.streams()[family.stream[i]].device].push_back(numbers.first(kind) + i);
  }
  parallel_for(usable_cores(), order.of_device.size(),
               [&](size_t device) { sort_runs(numbers, order.of_device[device]); });
  return order;
}

NvtxForest build_nvtx_forest(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  NvtxForest forest;
  forest.parent.assign(nvtx.size(), NvtxForest::kNoRange);
  forest.depth.assign(nvtx.size(), 0);
  forest.of_thread = ranges_by_thread(profile, [&](uint32_t i) { return nvtx.is_push_pop(i); });
  parallel_for(usable_cores(), forest.of_thread.size(), [&](size_t thread) {
    auto& of_thread = forest.of_thread[thread];
    sort_by_start(nvtx, of_thread);
    struct Open {
      int64_t end;
      uint32_t range;
    };
    std::vector<Open> open;
    for (const uint32_t range : of_thread) {
      const int64_t start = nvtx.start[range];
      const int64_t end = nvtx.end(range);
      while (!open.empty() && open.back().end < end) open.pop_back();
      // A range that only touches the end of another is beside it, not inside.
      while (!open.empty() && open.back().end <= start && end > start) open.pop_back();
      if (!open.empty()) forest.parent[range] = open.back().range;
      forest.depth[range] = static_cast<uint16_t>(std::min<size_t>(open.size(), UINT16_MAX));
      open.push_back({end, range});
    }
  });
  return forest;
}

Attribution build_attribution(const Profile& profile) {
  const Launches& launches = profile.derived(build_launches);
  const std::vector<uint32_t> of_call = ranges_of_calls(profile);
  const auto ranges = [&](const std::vector<uint32_t>& calls) {
    std::vector<uint32_t> of_operation(calls.size(), NvtxForest::kNoRange);
    for (size_t i = 0; i < calls.size(); ++i)
      if (calls[i] != Launches::kNoCall) of_operation[i] = of_call[calls[i]];
    return of_operation;
  };
  return {ranges(launches.of_kernel), ranges(launches.of_copy), ranges(launches.of_memset),
          ranges(launches.of_graph_run)};
}

}  // namespace nsys_ai
