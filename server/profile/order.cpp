// Links host and device events with sorted sweeps, since interval joins would take too long on a large
// capture.
#include "profile/order.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/row_ranks.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

// The sweeps of several threads are adjacent, and each is written constantly.
constexpr size_t kCacheLine = 64;

// Finds the innermost range around each call of one thread, whose calls arrive by start. A range that ends
// before a later one contains nothing that the later one does not, and is dropped. The ends of the remaining
// ranges decrease from the outermost to the innermost, so a range is found by bisection.
class alignas(kCacheLine) CallSweep {
 public:
  // `ranges` in forest order.
  CallSweep(const Profile& profile, const std::vector<uint32_t>& ranges)
      : nvtx_(profile.nvtx()), calls_(profile.calls()), ranges_(ranges) {}

  uint32_t innermost(uint32_t call) {
    const int64_t start = calls_.start[call];
    for (; next_ < ranges_.size() && nvtx_.start[ranges_[next_]] <= start; ++next_) {
      const Open opened{nvtx_.end(ranges_[next_]), ranges_[next_]};
      while (!open_.empty() && open_.back().end <= opened.end) open_.pop_back();
      open_.push_back(opened);
    }
    while (!open_.empty() && open_.back().end < start) open_.pop_back();
    const int64_t end = calls_.end(call);
    if (!open_.empty() && open_.back().end >= end) return open_.back().range;
    const auto too_short = std::partition_point(open_.begin(), open_.end(),
                                                [end](const Open& of) { return of.end >= end; });
    return too_short == open_.begin() ? NvtxForest::kNoRange : (too_short - 1)->range;
  }

 private:
  struct Open {
    int64_t end;
    uint32_t range;
  };
  const Nvtx& nvtx_;
  const Calls& calls_;
  const std::vector<uint32_t>& ranges_;
  std::vector<Open> open_;
  size_t next_ = 0;
};

// The calls that launched an operation, numbered consecutively.
RowRanks launching_calls(const Profile& profile) {
  const Launches& launches = profile.derived(build_launches);
  std::vector<bool> launching(profile.calls().size(), false);
  for (const auto* calls :
       {&launches.of_kernel, &launches.of_copy, &launches.of_memset, &launches.of_graph_run})
    for (const uint32_t call : *calls)
      if (call != Launches::kNoCall) launching[call] = true;
  return RowRanks(static_cast<uint32_t>(launching.size()), [&](uint32_t call) { return launching[call]; });
}

// Whether the file has the calls of each thread in order of start, as is nearly always so.
std::vector<bool> threads_in_order(const Profile& profile) {
  const Calls& calls = profile.calls();
  std::vector<bool> in_order(profile.threads().size(), true);
  std::vector<int64_t> last(profile.threads().size(), INT64_MIN);
  for (size_t i = 0; i < calls.size(); ++i) {
    const ThreadIx thread(calls.thread[i]);
    if (calls.start[i] < last[thread]) in_order[thread] = false;
    last[thread] = calls.start[i];
  }
  return in_order;
}

// The launching calls of threads with unordered calls, thread by thread, by start.
std::vector<uint32_t> sorted_calls(const Profile& profile, const RowRanks& launching,
                                   const std::vector<bool>& in_order) {
  const Calls& calls = profile.calls();
  std::vector<uint32_t> sorted;
  for (uint32_t i = 0; i < calls.size(); ++i)
    if (!in_order[calls.thread[i]] && launching.has(i)) sorted.push_back(i);
  ThrottledCheck check;
  std::stable_sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
    check();
    return std::pair(calls.thread[a], calls.start[a]) < std::pair(calls.thread[b], calls.start[b]);
  });
  return sorted;
}

// Indexed by the number of a launching call.
std::vector<uint32_t> ranges_of_calls(const Profile& profile, const RowRanks& launching) {
  const Calls& calls = profile.calls();
  std::vector<CallSweep> sweeps;
  for (const std::vector<uint32_t>& ranges : profile.derived(build_nvtx_forest).of_thread)
    sweeps.emplace_back(profile, ranges);
  const std::vector<bool> in_order = threads_in_order(profile);
  std::vector<uint32_t> innermost(launching.size(), NvtxForest::kNoRange);
  // Each worker handles some threads and scans all calls for theirs, which avoids lists of calls.
  const size_t workers = std::min(usable_cores(), std::max<size_t>(1, sweeps.size()));
  std::vector<uint8_t> worker_of(sweeps.size(), UINT8_MAX);
  for (size_t thread = 0; thread < sweeps.size(); ++thread)
    if (in_order[thread]) worker_of[thread] = static_cast<uint8_t>(thread % workers);
  parallel_for(workers, workers, [&](size_t worker) {
    ThrottledCheck check;
    for (uint32_t i = 0; i < calls.size(); ++i) {
      check();
      const size_t thread = calls.thread[i];
      if (worker_of[thread] == worker && launching.has(i))
        innermost[launching[i]] = sweeps[thread].innermost(i);
    }
  });
  for (const uint32_t call : sorted_calls(profile, launching, in_order))
    innermost[launching[call]] = sweeps[calls.thread[call]].innermost(call);
  return innermost;
}

}  // namespace

Attribution build_attribution(const Profile& profile) {
  if (profile.nvtx().size() == 0) return {};
  const Launches& launches = profile.derived(build_launches);
  const RowRanks launching = launching_calls(profile);
  const std::vector<uint32_t> of_call = ranges_of_calls(profile, launching);
  const auto ranges = [&](const RowLinks& calls) {
    std::vector<uint32_t> of_operation(static_cast<size_t>(calls.end() - calls.begin()),
                                       NvtxForest::kNoRange);
    each_piece(of_operation.size(), [&](size_t from, size_t to) {
      for (size_t i = from; i < to; ++i)
        if (calls[i] != Launches::kNoCall) of_operation[i] = of_call[launching[calls[i]]];
    });
    return RowLinks(std::move(of_operation));
  };
  return {ranges(launches.of_kernel), ranges(launches.of_copy), ranges(launches.of_memset),
          ranges(launches.of_graph_run)};
}

}  // namespace nsys_ai
