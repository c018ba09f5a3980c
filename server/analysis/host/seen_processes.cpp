// Processes of the profile, and of one family besides.
#include "analysis/host/seen_processes.h"

#include <algorithm>

#include "profile/families/family_host.h"

namespace nsys_ai::inline analysis {

Result<std::vector<SeenProcess>> seen_processes(const Profile& profile, const Work& work) {
  const auto os_calls = profile.events<OsCalls>(work);
  if (!os_calls) return tl::unexpected(os_calls.error());
  std::vector<SeenProcess> seen;
  for (const Process& process : profile.processes())
    if (process.known) seen.push_back({process.pid, process.name});
  std::vector<SeenProcess> others;
  for (const EventProcess& process : (*os_calls)->processes)
    if (!process.process.exists() && process.pid != 0)
      others.push_back({process.pid, std::string((*os_calls)->text(process.name))});
  std::sort(others.begin(), others.end(),
            [](const SeenProcess& a, const SeenProcess& b) { return a.pid < b.pid; });
  seen.insert(seen.end(), others.begin(), others.end());
  return seen;
}

}  // namespace nsys_ai::inline analysis
