// One pass over the operating system calls.
#include "analysis/time/run_window.h"

#include <vector>

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

}  // namespace

Result<Interval> run_window(const Profile& profile, const Scope& scope, const Work& work) {
  Interval window = scope.window();
  if (scope.has_window()) return window;
  const auto read = profile.events<OsCalls>(work);
  if (!read) return tl::unexpected(read.error());
  const OsCalls& os_calls = **read;
  if (os_calls.size() == 0) return window;
  const std::vector<bool>& calls_cuda = profile.derived(build_cuda_threads).calls;
  const bool has_more = !window.empty();
  for (size_t i = 0; i < os_calls.size(); ++i) {
    const ThreadIx thread = os_calls.threads[os_calls.thread[i].value].thread;
    if (has_more && (thread == ThreadIx::none() || !calls_cuda[thread.value])) continue;
    if (thread != ThreadIx::none() && !scope.has(profile.threads()[thread].process)) continue;
    window = hull(window, occupied_time(os_calls.interval(i)));
  }
  return window;
}

}  // namespace nsys_ai
