// Collects processes of the profile and of the other families, and counts their activity in one pass per
// family.
#include "analysis/host/seen_processes.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_scope.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

void add_others(const LazyFamily& family, std::map<std::pair<int64_t, int64_t>, CapturedProcess>& others) {
  for (const EventProcess& of : family.processes) {
    if (of.process.exists() || of.pid == 0) continue;
    CapturedProcess& other = others[{of.pid, of.key}];
    other.key = of.key;
    other.pid = of.pid;
    if (other.name.empty()) other.name = family.text(of.name);
  }
}

class HostCounts {
 public:
  HostCounts(const Profile& profile, const Scope& scope, std::vector<CapturedProcess> processes)
      : profile_(profile), scope_(scope), host_(profile, scope) {
    for (CapturedProcess& process : processes) {
      if (!process.process.exists()) other_[process.key] = counts_.size();
      counts_.push_back({std::move(process)});
    }
  }

  void add_calls() {
    const Calls& calls = profile_.calls();
    for (size_t i = 0; i < calls.size(); check_(), ++i) {
      const auto inside = is_own_call(calls, i) ? scope_.clip(calls.interval(i)) : std::nullopt;
      if (!inside) continue;
      ProcessOnHost& of = counts_[profile_.threads()[calls.thread[i]].process];
      ++of.calls;
      of.api += inside->duration();
    }
  }
  void add_ranges() {
    const Nvtx& nvtx = profile_.nvtx();
    for (size_t i = 0; i < nvtx.size(); check_(), ++i) {
      const Interval time = nvtx.interval(i);
      if (scope_.clip(nvtx.end(i) == Nvtx::kOpen ? Interval{time.start, time.start} : time))
        ++counts_[profile_.threads()[nvtx.thread[i]].process].ranges;
    }
  }
  void add_os_calls(const OsCalls& calls) {
    for (size_t i = 0; i < calls.size(); check_(), ++i) {
      const auto inside = scope_.clip(calls.interval(i));
      ProcessOnHost* of = inside ? process_of(calls, calls.thread[i]) : nullptr;
      if (!of) continue;
      ++of->os_calls;
      of->os += inside->duration();
    }
  }
  template <class Instants>
  void add_instants(const Instants& events, int64_t ProcessOnHost::*counted) {
    for (size_t i = 0; i < events.size(); check_(), ++i)
      if (scope_.clip({events.time[i], events.time[i]}))
        if (ProcessOnHost* of = process_of(events, events.thread[i])) ++(of->*counted);
  }
  std::vector<ProcessOnHost> shown() && {
    std::erase_if(counts_, [&](const ProcessOnHost& of) { return !host_.has(of.process.process); });
    return std::move(counts_);
  }

 private:
  template <class Family>
  ProcessOnHost* process_of(const Family& family, EventThreadIx thread) {
    const EventProcess& process = family.processes[family.threads[thread].process];
    if (process.process.exists()) return &counts_[process.process];
    const auto other = other_.find(process.key);
    return other == other_.end() ? nullptr : &counts_[other->second];
  }

  const Profile& profile_;
  const Scope& scope_;
  const HostScope host_;
  std::vector<ProcessOnHost> counts_;          // processes of the profile by ProcessIx, then others
  std::unordered_map<int64_t, size_t> other_;  // keyed by `CapturedProcess::key`
  ThrottledCheck check_;
};

}  // namespace

Result<HostFamilies> HostFamilies::read(const Profile& profile, const Work& work) {
  const auto os_calls = profile.events<OsCalls>(work);
  if (!os_calls) return tl::unexpected(os_calls.error());
  const auto scheduling = profile.events<SchedEvents>(work);
  if (!scheduling) return tl::unexpected(scheduling.error());
  const auto samples = profile.events<CpuSamples>(work);
  if (!samples) return tl::unexpected(samples.error());
  return HostFamilies{*os_calls, *scheduling, *samples};
}

std::vector<CapturedProcess> captured_processes(const Profile& profile, const HostFamilies& families) {
  std::vector<CapturedProcess> seen;
  for (size_t i = 0; i < profile.processes().size(); ++i) {
    const Process& process = profile.processes()[i];
    seen.push_back({ProcessIx(i), process.key, profile.pid_of(ProcessIx(i)), process.name});
  }
  std::map<std::pair<int64_t, int64_t>, CapturedProcess> others;
  add_others(*families.os_calls, others);
  add_others(*families.scheduling, others);
  add_others(*families.samples, others);
  for (auto& [key, other] : others) seen.push_back(std::move(other));
  return seen;
}

Result<std::vector<CapturedProcess>> named_processes(const Profile& profile, const Work& work) {
  const auto families = HostFamilies::read(profile, work);
  if (!families) return tl::unexpected(families.error());
  auto seen = captured_processes(profile, *families);
  std::erase_if(seen, [](const CapturedProcess& process) { return !process.pid; });
  return seen;
}

std::vector<ProcessOnHost> processes_on_host(const Profile& profile, const Scope& scope,
                                             const HostFamilies& families) {
  HostCounts counts(profile, scope, captured_processes(profile, families));
  counts.add_calls();
  counts.add_ranges();
  counts.add_os_calls(*families.os_calls);
  counts.add_instants(*families.scheduling, &ProcessOnHost::scheduling);
  counts.add_instants(*families.samples, &ProcessOnHost::samples);
  return std::move(counts).shown();
}

}  // namespace nsys_ai
