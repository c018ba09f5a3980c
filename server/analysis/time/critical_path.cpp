// Sweeps over the processes in parallel.
#include "analysis/time/critical_path.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "analysis/time/path_sweep.h"
#include "base/parallel.h"

namespace nsys_ai {

std::string_view name_of(PathClass of) {
  switch (of) {
    case PathClass::host:
      return "host";
    case PathClass::launch:
      return "launch";
    case PathClass::call:
      return "other CUDA calls";
    case PathClass::sync:
      return "synchronisation";
    case PathClass::compute:
      return "compute";
    case PathClass::communication:
      return "communication";
    case PathClass::copy:
      return "copy";
    case PathClass::memset:
      return "memset";
    case PathClass::graph:
      return "CUDA graph";
    case PathClass::queue:
      return "queue";
    case PathClass::unknown:
      return "unknown";
  }
  return "";
}

std::vector<CriticalPath> critical_paths(const Profile& profile, const Scope& scope, const Work& work) {
  std::vector<ProcessIx> processes;
  for (size_t i = 0; i < profile.processes().size(); ++i)
    if (scope.has(ProcessIx(i))) processes.emplace_back(i);
  std::sort(processes.begin(), processes.end(), [&](ProcessIx a, ProcessIx b) {
    return profile.processes()[a].key < profile.processes()[b].key;
  });
  const PathCalls calls = calls_for_paths(profile, scope);
  std::vector<std::optional<CriticalPath>> found(processes.size());
  std::atomic<size_t> done{0};
  const auto report_loss = [&] {
    work.report(static_cast<double>(done) / static_cast<double>(processes.size()),
                "following what waited for what");
  };
  parallel_for(
      usable_cores(), processes.size(),
      [&](size_t i) {
        found[i] = sweep_path(profile, scope, processes[i], calls, work.cancel);
        ++done;
      },
      report_loss);
  if (work.cancel.cancelled()) return {};
  std::vector<CriticalPath> paths;
  for (const auto& path : found)
    if (path) paths.push_back(*path);
  return paths;
}

}  // namespace nsys_ai
