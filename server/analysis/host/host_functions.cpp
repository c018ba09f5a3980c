// Joins what a stream and what a thread recorded of host functions.
#include "analysis/host/host_functions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "analysis/kernels/kernels.h"

namespace nsys_ai {
namespace {

// By process and correlation id.
using CallbacksOfCalls = std::multimap<std::pair<int64_t, uint32_t>, uint32_t>;

CallbacksOfCalls by_call(const HostCallbacks& callbacks) {
  CallbacksOfCalls of;
  for (uint32_t i = 0; i < callbacks.size(); ++i)
    of.emplace(std::pair(callbacks.processes[callbacks.threads[callbacks.thread[i]].process].key,
                         callbacks.correlation[i]),
               i);
  return of;
}

// The callback that shares most time with a wait.
uint32_t callback_of(const HostCallbacks& callbacks, const CallbacksOfCalls& of_calls, int64_t process,
                     uint32_t correlation, Interval wait) {
  uint32_t best = HostFunctionRun::kNone;
  int64_t most = -1;
  const auto [first, last] = of_calls.equal_range({process, correlation});
  for (auto at = first; at != last; ++at) {
    const Interval shared = intersect(callbacks.interval(at->second), wait);
    if (shared.end >= shared.start && shared.duration() > most) best = at->second, most = shared.duration();
  }
  return best;
}

// The only GPU of a process.
DeviceIx lone_device(const Profile& profile, ProcessIx process) {
  DeviceIx lone = DeviceIx::none();
  for (size_t i = 0; i < profile.devices().size(); ++i) {
    if (profile.devices()[i].process != process) continue;
    if (lone.exists()) return DeviceIx::none();
    lone = DeviceIx(i);
  }
  return lone;
}

Result<HostFunctions> make_host_functions(const Profile& profile, const Work& work) {
  const auto waits = profile.events<StreamHostWaits>(work);
  if (!waits) return tl::unexpected(waits.error());
  const auto callbacks = profile.events<HostCallbacks>(work);
  if (!callbacks) return tl::unexpected(callbacks.error());
  HostFunctions all{*waits, *callbacks, {"(not named)"}, {}};
  std::map<uint32_t, size_t> number_of;  // by name
  std::vector<size_t> name_of(all.callbacks->size());
  for (size_t i = 0; i < all.callbacks->size(); ++i) {
    const NameId name = all.callbacks->name[i];
    const std::string text = display_name(all.callbacks->text(name));
    const auto [found, added] = number_of.try_emplace(name.value, text.empty() ? 0 : all.names.size());
    if (added && !text.empty()) all.names.push_back(text);
    name_of[i] = found->second;
  }
  const CallbacksOfCalls of_calls = by_call(*all.callbacks);
  std::vector<bool> joined(all.callbacks->size(), false);
  for (uint32_t i = 0; i < all.waits->size(); ++i) {
    const EventPlace& place = all.waits->places[all.waits->place[i]];
    HostFunctionRun run{all.waits->interval(i), place.gpu, i, HostFunctionRun::kNone, all.names[0]};
    run.callback = callback_of(*all.callbacks, of_calls, all.waits->processes[place.process].key,
                               all.waits->correlation[i], run.wait);
    if (run.callback != HostFunctionRun::kNone) {
      run.name = all.names[name_of[run.callback]];
      joined[run.callback] = true;
    }
    all.runs.push_back(run);
  }
  for (uint32_t i = 0; i < all.callbacks->size(); ++i) {
    if (joined[i]) continue;
    const EventThread& thread = all.callbacks->threads[all.callbacks->thread[i]];
    const ProcessIx process = all.callbacks->processes[thread.process].process;
    all.runs.push_back({all.callbacks->interval(i),
                        process.exists() ? lone_device(profile, process) : DeviceIx::none(),
                        HostFunctionRun::kNone, i, all.names[name_of[i]]});
  }
  std::stable_sort(all.runs.begin(), all.runs.end(),
                   [](const HostFunctionRun& a, const HostFunctionRun& b) { return a.wait < b.wait; });
  return all;
}

}  // namespace

Result<const HostFunctions*> host_functions(const Profile& profile, const Work& work) {
  return profile.made(make_host_functions, work);
}

}  // namespace nsys_ai
