// One pass over the calls, which are mostly in order on each thread.
#include "analysis/time/path_calls.h"

#include <algorithm>
#include <tuple>

#include "analysis/host/api_calls.h"

namespace nsys_ai {

PathCalls calls_for_paths(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  PathCalls all;
  all.of_thread.resize(profile.threads().size());
  all.number.assign(calls.size(), PathCalls::kNone);
  all.of_process.assign(profile.processes().size(), 0);
  for (uint32_t call = 0; call < calls.size(); ++call) {
    const ProcessIx process = profile.threads()[calls.thread[call]].process;
    if (!is_own_call(calls, call) || !scope.has(process) || !scope.clip(calls.interval(call))) continue;
    all.of_thread[calls.thread[call]].push_back(call);
    all.number[call] = all.of_process[process]++;
  }
  const auto earlier = [&](uint32_t a, uint32_t b) {
    return std::tuple(calls.start[a], -calls.end(a), a) < std::tuple(calls.start[b], -calls.end(b), b);
  };
  all.threads_of_process.resize(profile.processes().size());
  for (uint32_t thread = 0; thread < all.of_thread.size(); ++thread)
    if (!all.of_thread[thread].empty())
      all.threads_of_process[profile.threads()[thread].process].push_back(thread);
  all.devices_of_process.resize(profile.processes().size());
  for (const DeviceIx device : scope.devices())
    all.devices_of_process[profile.devices()[device].process].push_back(device);
  all.streams_of_process.assign(profile.processes().size(), 0);
  for (const Stream& stream : profile.streams())
    all.stream_number.push_back(all.streams_of_process[profile.devices()[stream.device].process]++);
  for (auto& thread : all.of_thread)
    if (!std::is_sorted(thread.begin(), thread.end(), earlier))
      std::sort(thread.begin(), thread.end(), earlier);
  return all;
}

}  // namespace nsys_ai
