// Links between host and device, by sorted sweeps: a join by intervals would not end on a large capture.
#include "profile/order.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace nsys_ai {
namespace {

constexpr uint8_t kRuntimeClass = 0;
constexpr uint8_t kBacktraceTwin = 67;
constexpr uint8_t kGraphNodeCreation = 77;

// (process, correlation id) in one word.
uint64_t key_of(ProcessIx process, uint32_t correlation) {
  return uint64_t{process.value} << 32 | correlation;
}

std::unordered_map<uint64_t, uint32_t> calls_by_key(const Profile& profile) {
  const Calls& calls = profile.calls();
  std::unordered_map<uint64_t, uint32_t> by_key;
  by_key.reserve(calls.size());
  for (uint32_t i = 0; i < calls.size(); ++i) {
    if (calls.correlation[i] == 0 || calls.event_class[i] == kBacktraceTwin ||
        calls.event_class[i] == kGraphNodeCreation)
      continue;
    const ProcessIx process = profile.threads()[calls.thread[i]].process;
    const auto [found, added] = by_key.try_emplace(key_of(process, calls.correlation[i]), i);
    if (!added && calls.event_class[i] == kRuntimeClass && calls.event_class[found->second] != kRuntimeClass)
      found->second = i;
  }
  return by_key;
}

std::vector<uint32_t> launches_of(const Profile& profile, const Operations& operations,
                                  const std::unordered_map<uint64_t, uint32_t>& calls) {
  std::vector<uint32_t> launches(operations.size(), Launches::kNoCall);
  for (size_t i = 0; i < operations.size(); ++i) {
    if (operations.correlation[i] == 0) continue;
    const ProcessIx process = profile.device_of(operations.stream[i]).process;
    if (const auto found = calls.find(key_of(process, operations.correlation[i])); found != calls.end())
      launches[i] = found->second;
  }
  return launches;
}

// Ranges of each thread that an event can lie in: closed, and begun and ended on that thread.
// By start; of equal starts the longer one first, of equal ranges the earlier row.
std::vector<std::vector<uint32_t>> ranges_by_thread(const Profile& profile, bool with_start_end) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<std::vector<uint32_t>> ranges(profile.threads().size());
  for (uint32_t i = 0; i < nvtx.size(); ++i) {
    const bool wanted = nvtx.is_push_pop(i) || (with_start_end && nvtx.is_start_end(i));
    if (wanted && nvtx.end[i] != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i])
      ranges[nvtx.thread[i]].push_back(i);
  }
  for (auto& of_thread : ranges)
    std::sort(of_thread.begin(), of_thread.end(), [&](uint32_t a, uint32_t b) {
      if (nvtx.start[a] != nvtx.start[b]) return nvtx.start[a] < nvtx.start[b];
      if (nvtx.end[a] != nvtx.end[b]) return nvtx.end[a] > nvtx.end[b];
      return a < b;
    });
  return ranges;
}

// The innermost range around each call. Ranges that ended are dropped from the top as the sweep passes them;
// one that ended below a longer one is stepped over, since start/end ranges need not nest.
std::vector<uint32_t> ranges_of_calls(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  const Calls& calls = profile.calls();
  const auto ranges = ranges_by_thread(profile, true);
  std::vector<std::vector<uint32_t>> calls_of(profile.threads().size());
  for (uint32_t i = 0; i < calls.size(); ++i) calls_of[calls.thread[i]].push_back(i);
  std::vector<uint32_t> innermost(calls.size(), NvtxForest::kNoRange);
  for (size_t thread = 0; thread < calls_of.size(); ++thread) {
    auto& of_thread = calls_of[thread];
    std::stable_sort(of_thread.begin(), of_thread.end(),
                     [&](uint32_t a, uint32_t b) { return calls.start[a] < calls.start[b]; });
    std::vector<uint32_t> open;
    size_t next = 0;
    for (const uint32_t call : of_thread) {
      while (next < ranges[thread].size() && nvtx.start[ranges[thread][next]] <= calls.start[call])
        open.push_back(ranges[thread][next++]);
      while (!open.empty() && nvtx.end[open.back()] < calls.start[call]) open.pop_back();
      for (size_t i = open.size(); i-- > 0;) {
        if (nvtx.end[open[i]] < calls.end[call]) continue;
        innermost[call] = open[i];
        break;
      }
    }
  }
  return innermost;
}

}  // namespace

Launches build_launches(const Profile& profile) {
  const auto calls = calls_by_key(profile);
  return {launches_of(profile, profile.kernels(), calls), launches_of(profile, profile.copies(), calls),
          launches_of(profile, profile.memsets(), calls)};
}

NvtxForest build_nvtx_forest(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  NvtxForest forest;
  forest.parent.assign(nvtx.size(), NvtxForest::kNoRange);
  forest.depth.assign(nvtx.size(), 0);
  forest.of_thread = ranges_by_thread(profile, false);
  for (const auto& of_thread : forest.of_thread) {
    std::vector<uint32_t> open;
    for (const uint32_t range : of_thread) {
      while (!open.empty() && nvtx.end[open.back()] < nvtx.end[range]) open.pop_back();
      // A range that only touches the end of another is beside it, not inside.
      while (!open.empty() && nvtx.end[open.back()] <= nvtx.start[range] &&
             nvtx.end[range] > nvtx.start[range])
        open.pop_back();
      if (!open.empty()) forest.parent[range] = open.back();
      forest.depth[range] = static_cast<uint16_t>(std::min<size_t>(open.size(), UINT16_MAX));
      open.push_back(range);
    }
  }
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
  return {ranges(launches.of_kernel), ranges(launches.of_copy), ranges(launches.of_memset)};
}

}  // namespace nsys_ai
