// Indexes operations by the call that launched them, and calls by thread.
#include "analysis/time/launched_work.h"

#include <algorithm>

#include "analysis/host/thread_spans.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

// The numbers of each call's operations, stored contiguously.
struct LaunchedOperations {
  std::vector<uint32_t> first;  // indexed by call; one element more than there are calls
  std::vector<uint32_t> numbers;
};

template <class Visit>
void each_link(const Profile& profile, Visit visit) {
  const Launches& launches = profile.derived(build_launches);
  const OperationNumbers numbers(profile);
  ThrottledCheck check;
  const auto look = [&](OperationNumbers::Kind kind, const RowLinks& calls) {
    for (const uint32_t* call = calls.begin(); call != calls.end(); check(), ++call)
      if (*call != Launches::kNoCall)
        visit(*call, numbers.first(kind) + static_cast<uint32_t>(call - calls.begin()));
  };
  look(OperationNumbers::kernel, launches.of_kernel);
  look(OperationNumbers::copy, launches.of_copy);
  look(OperationNumbers::memset, launches.of_memset);
  look(OperationNumbers::graph_run, launches.of_graph_run);
}

LaunchedOperations build_launched_operations(const Profile& profile) {
  LaunchedOperations all;
  all.first.assign(profile.calls().size() + 1, 0);
  each_link(profile, [&](uint32_t call, uint32_t) { ++all.first[call + 1]; });
  for (size_t i = 1; i < all.first.size(); ++i) all.first[i] += all.first[i - 1];
  all.numbers.resize(all.first.back());
  std::vector<uint32_t> next(all.first.begin(), all.first.end() - 1);
  each_link(profile, [&](uint32_t call, uint32_t number) { all.numbers[next[call]++] = number; });
  return all;
}

template <class Visit>
void each_of_call(const LaunchedOperations& all, uint32_t call, Visit visit) {
  for (uint32_t i = all.first[call]; i < all.first[call + 1]; ++i) visit(all.numbers[i]);
}

}  // namespace

std::vector<OperationNumbers::Operation> launched_by_call(const Profile& profile, uint32_t call) {
  const OperationNumbers numbers(profile);
  std::vector<OperationNumbers::Operation> found;
  each_of_call(profile.derived(build_launched_operations), call,
               [&](uint32_t number) { found.push_back(numbers[number]); });
  std::ranges::stable_sort(found, {}, [&](OperationNumbers::Operation of) {
    return int64_t{numbers.family(of.kind).start[of.at]};
  });
  return found;
}

void each_launched_by(const Profile& profile, ThreadIx thread, Interval time,
                      const std::function<void(uint32_t, OperationNumbers::Operation)>& visit) {
  const Calls& calls = profile.calls();
  const LaunchedOperations& launched = profile.derived(build_launched_operations);
  const OperationNumbers numbers(profile);
  profile.derived(build_call_threads).calls.each_begun_in(thread.value, time, [&](uint32_t call) {
    if (calls.end(call) > time.end) return;
    each_of_call(launched, call, [&](uint32_t number) { visit(call, numbers[number]); });
  });
}

void each_launched_in_range(const Profile& profile, uint32_t range,
                            const std::function<void(OperationNumbers::Operation)>& visit) {
  const Nvtx& nvtx = profile.nvtx();
  if (!nvtx.is_on_one_thread(range)) return;
  each_launched_by(profile, nvtx.thread[range], nvtx.interval(range),
                   [&](uint32_t, OperationNumbers::Operation operation) { visit(operation); });
}

LaunchedWork launched_in_range(const Profile& profile, uint32_t range) {
  const OperationNumbers numbers(profile);
  LaunchedWork work;
  int64_t first_start = 0, last_start = 0;
  each_launched_in_range(profile, range, [&](OperationNumbers::Operation operation) {
    const Interval when = numbers.family(operation.kind).interval(operation.at);
    if (!work.first || when.start < first_start) {
      work.first = operation;
      first_start = when.start;
    }
    if (!work.last || when.start >= last_start) {
      work.last = operation;
      last_start = when.start;
    }
    work.time = work.operations++ == 0
                    ? when
                    : Interval{std::min(work.time.start, when.start), std::max(work.time.end, when.end)};
    if (operation.kind != OperationNumbers::kernel) return;
    ++work.kernels;
    work.kernel_time += when.duration();
  });
  return work;
}

}  // namespace nsys_ai
