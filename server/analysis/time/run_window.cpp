// One pass over the operating system calls and the scheduling events.
#include "analysis/time/run_window.h"

#include <algorithm>
#include <vector>

#include "analysis/host/first_time.h"
#include "base/context.h"
#include "profile/families/family_host.h"

namespace nsys_ai {
namespace {

// Indexed by thread: whether it makes CUDA calls. Cached, because every query over a full run needs it.
struct CudaThreads {
  std::vector<bool> calls;
};

CudaThreads build_cuda_threads(const Profile& profile) {
  const Calls& calls = profile.calls();
  CudaThreads threads{std::vector<bool>(profile.threads().size(), false)};
  ThrottledCheck check;
  for (size_t i = 0; i < calls.size(); check(), ++i) threads.calls[ThreadIx(calls.thread[i]).value] = true;
  return threads;
}

// Whether a process of the scope starts to use CUDA during the recording.
bool starts_in_recording(const Profile& profile, const Scope& scope) {
  const std::vector<bool>& starts = profile.derived(build_first_time_calls).starts_cuda_here;
  for (size_t i = 0; i < starts.size(); ++i)
    if (starts[i] && scope.has(ProcessIx(i))) return true;
  return false;
}

// A call that still runs when the recording stops is written with an end that lies far behind it.
Interval within_recording(const Profile& profile, Interval call) {
  const auto& duration = profile.info().duration_ns;
  if (!duration || call.start >= *duration) return call;
  return {call.start, std::max(call.start + 1, std::min(call.end, *duration))};
}

}  // namespace

Result<Interval> run_window(const Profile& profile, const Scope& scope, const Work& work) {
  Interval window = scope.window();
  if (scope.has_window()) return window;
  const bool has_more = !window.empty();
  if (has_more && profile.info().duration_ns && starts_in_recording(profile, scope))
    window.start = std::min<int64_t>(window.start, 0);
  const auto read = profile.events<OsCalls>(work);
  if (!read) return tl::unexpected(read.error());
  const std::vector<bool>& calls_cuda = profile.derived(build_cuda_threads).calls;
  const auto counts = [&](const LazyFamily& family, const EventThread& of) {
    const ProcessIx process = family.processes[of.process].process;
    if (process.exists() && !scope.has(process)) return false;
    if (!has_more) return true;
    if (of.thread.exists() && calls_cuda[of.thread.value]) return true;
    return process.exists() && profile.pid_of(process) == of.tid;
  };
  const OsCalls& os_calls = **read;
  for (size_t i = 0; i < os_calls.size(); ++i)
    if (counts(os_calls, os_calls.threads[os_calls.thread[i].value]))
      window = hull(window, within_recording(profile, occupied_time(os_calls.interval(i))));
  const auto scheduling = profile.events<SchedEvents>(work);
  if (!scheduling) return tl::unexpected(scheduling.error());
  const SchedEvents& events = **scheduling;
  for (size_t i = 0; i < events.size(); ++i)
    if (counts(events, events.threads[events.thread[i].value]))
      window = hull(window, occupied_time({events.time[i], events.time[i]}));
  return window;
}

}  // namespace nsys_ai
