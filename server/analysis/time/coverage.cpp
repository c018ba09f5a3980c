// Most captures lack nothing: one pass over calls and operations shows it.
#include "analysis/time/coverage.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/host/api_calls.h"
#include "analysis/time/clock_fit.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The calls that an operation names, and the operations that name none.
struct CallLinks {
  std::vector<bool> used;         // by call
  std::vector<int64_t> unlinked;  // by process
};

CallLinks links_of(const Profile& profile, const Launches& launches) {
  CallLinks links{std::vector<bool>(profile.calls().size(), false),
              std::vector<int64_t>(profile.processes().size(), 0)};
  ThrottledCheck check;
  const auto visit = [&](const Operations& operations, const RowLinks& calls) {
    for (size_t i = 0; i < operations.size(); check(), ++i) {
      if (const uint32_t call = calls[i]; call != Launches::kNoCall)
        links.used[call] = true;
      else
        ++links.unlinked[profile.device_of(operations.stream[i]).process];
    }
  };
  visit(profile.kernels(), launches.of_kernel);
  visit(profile.graph_runs(), launches.of_graph_run);
  return links;
}

enum class WorkPart : uint8_t { none, launch, graph_launch, wait, device_wait, begin_capture, end_capture };

// What each name of a call does; by code.
std::vector<WorkPart> parts_of_names(const Profile& profile) {
  std::vector<WorkPart> parts;
  for (const NameId id : profile.calls().name.values) {
    const std::string_view name = base_call_name(profile.text(id));
    const CallRole role = call_kind(name).role;
    WorkPart part = WorkPart::none;
    if (role == CallRole::kernel_launch) part = WorkPart::launch;
    if (role == CallRole::graph_launch) part = WorkPart::graph_launch;
    if (role == CallRole::synchronise) part = WorkPart::wait;
    if (role == CallRole::synchronise && name.find("Stream") == name.npos && name.find("Event") == name.npos)
      part = WorkPart::device_wait;
    if (name.find("StreamBeginCapture") != name.npos) part = WorkPart::begin_capture;
    if (name.find("StreamEndCapture") != name.npos) part = WorkPart::end_capture;
    parts.push_back(part);
  }
  return parts;
}

struct NotedCall {
  uint32_t call;
  WorkPart part;
};

// A launch without a record.
struct LostLaunch {
  uint32_t call;
  bool is_graph;
};

// The operations that a thread launched on a device, in order of their launches, with the latest start so far
// and the earliest start from here on.
struct LaunchedInOrder {
  struct Launched {
    int64_t launched;
    int64_t start;
  };
  std::vector<Launched> all;
  std::vector<int64_t> latest;
  std::vector<int64_t> earliest;

  void order() {
    std::sort(all.begin(), all.end(), [](const Launched& a, const Launched& b) {
      return a.launched != b.launched ? a.launched < b.launched : a.start < b.start;
    });
    latest.resize(all.size());
    earliest.resize(all.size());
    int64_t bound = INT64_MIN;
    for (size_t i = 0; i < all.size(); ++i) latest[i] = bound = std::max(bound, all[i].start);
    bound = INT64_MAX;
    for (size_t i = all.size(); i-- > 0;) earliest[i] = bound = std::min(bound, all[i].start);
  }
  // When a launch at a time may have run.
  Interval around(int64_t launched) const {
    const auto next = static_cast<size_t>(
        std::partition_point(all.begin(), all.end(), [&](const Launched& of) { return of.launched < launched; }) -
        all.begin());
    return {next == 0 ? launched : std::max(launched, latest[next - 1]),
            next == all.size() ? INT64_MAX : std::max(launched, earliest[next])};
  }
};

class CoverageBuilder {
 public:
  explicit CoverageBuilder(const Profile& profile)
      : profile_(profile),
        calls_(profile.calls()),
        launches_(profile.derived(build_launches)),
        links_(links_of(profile, launches_)),
        parts_(parts_of_names(profile)) {
    coverage_.of_process.resize(profile.processes().size());
    coverage_.unknown.resize(profile.devices().size());
  }

  Coverage build() {
    const std::vector<bool> lacks = count_recorded();
    if (std::find(lacks.begin(), lacks.end(), true) != lacks.end()) {
      std::vector<LostLaunch> lost;
      for (std::vector<NotedCall>& noted : calls_of(lacks))
        if (!noted.empty()) add_lost(std::move(noted), lost);
      if (!lost.empty()) find_unknown(lost);
    }
    const ClockFit& clocks = profile_.derived(build_clock_fit);
    for (size_t device = 0; device < clocks.offset.size(); ++device) {
      if (!clocks.offset[device]) continue;
      coverage_.unknown[device] = IntervalSet::union_of({{INT64_MIN / 2, INT64_MAX / 2}});
      coverage_.any = true;
    }
    if (!clocks.fits) exclude_time_without_calls(clocks);
    return std::move(coverage_);
  }

 private:
  // A device whose clock differs stretches the run to where the host recorded nothing, which is no time in
  // which another device was idle.
  void exclude_time_without_calls(const ClockFit& clocks) {
    Interval called;
    for (size_t call = 0; call < calls_.size(); ++call)
      called = hull(called, {calls_.start[call], calls_.end(call)});
    for (size_t device = 0; device < clocks.offset.size(); ++device)
      if (!clocks.offset[device])
        coverage_.unknown[device] =
            unite(coverage_.unknown[device],
                  IntervalSet::union_of({{INT64_MIN / 2, called.start}, {called.end, INT64_MAX / 2}}));
  }

  struct Waits {
    std::vector<uint32_t> any;        // in order of start
    std::vector<uint32_t> of_device;  // of these, waits for all that the device has to do
  };

  ProcessIx process_of(uint32_t call) const { return profile_.threads()[calls_.thread[call]].process; }
  static bool is_launch(WorkPart part) { return part == WorkPart::launch || part == WorkPart::graph_launch; }

  // Counts launches with an operation. By process: whether there is a launch without.
  std::vector<bool> count_recorded() {
    std::vector<bool> lacks(profile_.processes().size(), false);
    ThrottledCheck check;
    for (uint32_t call = 0; call < calls_.size(); check(), ++call) {
      const WorkPart part = parts_[calls_.name.code[call]];
      if (!is_launch(part) || !is_own_call(calls_, call)) continue;
      if (!links_.used[call]) {
        lacks[process_of(call).value] = lacks[process_of(call).value] || calls_.return_value[call] == 0;
        continue;
      }
      LaunchCounts& counts = coverage_.of_process[process_of(call).value];
      ++counts.launches;
      ++counts.recorded;
      counts.graph_launches += part == WorkPart::graph_launch ? 1 : 0;
      counts.graphs_recorded += part == WorkPart::graph_launch ? 1 : 0;
    }
    return lacks;
  }

  // The launches, waits and captures of graphs of the processes that lack operations, in order of start, outer
  // calls first.
  std::vector<std::vector<NotedCall>> calls_of(const std::vector<bool>& lacks) const {
    std::vector<std::vector<NotedCall>> noted(lacks.size());
    ThrottledCheck check;
    for (uint32_t call = 0; call < calls_.size(); check(), ++call) {
      const WorkPart part = parts_[calls_.name.code[call]];
      if (part == WorkPart::none || !is_own_call(calls_, call) || !lacks[process_of(call).value]) continue;
      if (calls_.return_value[call] == 0 || links_.used[call]) noted[process_of(call).value].push_back({call, part});
    }
    for (std::vector<NotedCall>& of : noted)
      std::sort(of.begin(), of.end(), [&](const NotedCall& a, const NotedCall& b) {
        check();
        if (calls_.start[a.call] != calls_.start[b.call]) return calls_.start[a.call] < calls_.start[b.call];
        if (calls_.end(a.call) != calls_.end(b.call)) return calls_.end(a.call) > calls_.end(b.call);
        return calls_.correlation[a.call] < calls_.correlation[b.call];
      });
    return noted;
  }

  // Adds the launches of one process that lack an operation. A runtime call and the driver call that it makes
  // inside itself are one launch, which has an operation where either does. What is launched while a graph is
  // captured runs later, as a part of it.
  void add_lost(std::vector<NotedCall> noted, std::vector<LostLaunch>& lost) {
    struct Outer {
      int64_t until = INT64_MIN;
      std::optional<size_t> lost;
    };
    const ProcessIx process = process_of(noted.front().call);
    std::map<uint32_t, Outer> of_thread;
    std::vector<LostLaunch> found;
    std::vector<bool> is_lost;
    int capturing = 0;
    for (const auto& [call, part] : noted) {
      if (part == WorkPart::wait || part == WorkPart::device_wait) waits_[process.value].any.push_back(call);
      if (part == WorkPart::device_wait) waits_[process.value].of_device.push_back(call);
      if (part == WorkPart::begin_capture) ++capturing;
      if (part == WorkPart::end_capture) capturing = std::max(0, capturing - 1);
      if (!is_launch(part)) continue;
      Outer& outer = of_thread[ThreadIx(calls_.thread[call]).value];
      if (calls_.end(call) <= outer.until) {
        if (links_.used[call] && outer.lost) is_lost[*outer.lost] = false;
        continue;
      }
      outer = {calls_.end(call), std::nullopt};
      if (links_.used[call] || capturing > 0) continue;
      outer.lost = found.size();
      found.push_back({call, part == WorkPart::graph_launch});
      is_lost.push_back(true);
    }
    const int64_t lacking = std::count(is_lost.begin(), is_lost.end(), true);
    LaunchCounts& counts = coverage_.of_process[process.value];
    counts.launches += lacking;
    const bool ids_are_incomplete = lacking <= links_.unlinked[process.value];
    for (size_t i = 0; i < found.size(); ++i) {
      if (!is_lost[i]) continue;
      counts.graph_launches += found[i].is_graph ? 1 : 0;
      if (!ids_are_incomplete) lost.push_back(found[i]);
    }
  }

  // The operations launched by some threads. Those of graphs are apart: what follows a graph is often on another
  // stream.
  using LaunchedBy = std::map<std::tuple<uint32_t, bool, uint32_t>, LaunchedInOrder>;  // by thread, graph, device
  LaunchedBy launched_by(const std::vector<bool>& threads) const {
    LaunchedBy found;
    const auto visit = [&](const Operations& operations, const RowLinks& calls) {
      ThrottledCheck check;
      for (size_t i = 0; i < operations.size(); check(), ++i) {
        if (calls[i] == Launches::kNoCall) continue;
        const ThreadIx thread = calls_.thread[calls[i]];
        if (!threads[thread.value]) continue;
        const DeviceIx device = profile_.streams()[operations.stream[i]].device;
        const bool is_graph = parts_[calls_.name.code[calls[i]]] == WorkPart::graph_launch;
        found[{thread.value, is_graph, device.value}].all.push_back(
            {calls_.start[calls[i]], operations.start[i]});
      }
    };
    visit(profile_.kernels(), launches_.of_kernel);
    visit(profile_.copies(), launches_.of_copy);
    visit(profile_.memsets(), launches_.of_memset);
    visit(profile_.graph_runs(), launches_.of_graph_run);
    for (auto& [key, of] : found) of.order();
    return found;
  }

  void find_unknown(const std::vector<LostLaunch>& lost) {
    std::vector<bool> threads(profile_.threads().size(), false);
    for (const LostLaunch& of : lost) threads[ThreadIx(calls_.thread[of.call]).value] = true;
    const auto launched = launched_by(threads);
    std::vector<std::vector<Interval>> unknown(profile_.devices().size());
    for (const LostLaunch& of : lost) {
      check_cancelled();
      const ThreadIx thread = calls_.thread[of.call];
      const Waits& waits = waits_[process_of(of.call).value];
      const int64_t over = end_of_next(waits.of_device, of.call).value_or(INT64_MAX);
      bool ran = end_of_next(waits.any, of.call).has_value();
      bool has_device = false;
      for (auto at = launched.lower_bound({thread.value, of.is_graph, 0}); at != launched.end(); ++at) {
        const auto& [of_thread, is_graph, device] = at->first;
        if (of_thread != thread.value || is_graph != of.is_graph) break;
        const Interval around = at->second.around(calls_.start[of.call]);
        has_device = true;
        ran |= around.end != INT64_MAX;
        unknown[device].push_back({around.start, std::min(around.end, over)});
      }
      for (size_t device = 0; device < unknown.size() && !has_device; ++device)
        if (profile_.devices()[device].process == process_of(of.call))
          unknown[device].push_back({calls_.start[of.call], over});
      if (!ran) continue;
      LaunchCounts& counts = coverage_.of_process[process_of(of.call).value];
      ++counts.lost;
      counts.graphs_lost += of.is_graph ? 1 : 0;
    }
    for (size_t device = 0; device < unknown.size(); ++device) {
      coverage_.unknown[device] = IntervalSet::union_of(std::move(unknown[device]));
      coverage_.any |= !coverage_.unknown[device].empty();
    }
  }

  // The end of the first of these waits that begins after a call.
  std::optional<int64_t> end_of_next(const std::vector<uint32_t>& waits, uint32_t call) const {
    const auto at = std::partition_point(waits.begin(), waits.end(), [&](uint32_t wait) {
      return calls_.start[wait] < calls_.end(call);
    });
    return at == waits.end() ? std::nullopt : std::optional(calls_.end(*at));
  }

  const Profile& profile_;
  const Calls& calls_;
  const Launches& launches_;
  const CallLinks links_;
  const std::vector<WorkPart> parts_;
  Coverage coverage_;
  std::map<uint32_t, Waits> waits_;  // of processes that lack operations
};

}  // namespace

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& other) {
  launches += other.launches;
  recorded += other.recorded;
  lost += other.lost;
  graph_launches += other.graph_launches;
  graphs_recorded += other.graphs_recorded;
  graphs_lost += other.graphs_lost;
  return *this;
}

int64_t Coverage::unknown_ns(DeviceIx device, Interval interval) const {
  int64_t total = 0;
  for (const Interval& of : unknown[device.value].overlapping_intervals(interval))
    total += intersect(of, interval).duration();
  return total;
}

namespace {

// Counts failed calls and those inside others, too.
int64_t count_calls(const Profile& profile, const std::vector<WorkPart>& parts, WorkPart part) {
  std::vector<int64_t> of_name(parts.size());
  if (std::find(parts.begin(), parts.end(), part) == parts.end()) return 0;
  const auto& code = profile.calls().name.code;
  ThrottledCheck check;
  for (size_t call = 0; call < code.size(); check(), ++call) ++of_name[code[call]];
  int64_t count = 0;
  for (size_t name = 0; name < parts.size(); ++name) count += parts[name] == part ? of_name[name] : 0;
  return count;
}

}  // namespace

MayLackRecords build_may_lack_records(const Profile& profile) {
  const Calls& calls = profile.calls();
  const std::vector<WorkPart> parts = parts_of_names(profile);
  if (count_calls(profile, parts, WorkPart::graph_launch) == 0 &&
      count_calls(profile, parts, WorkPart::launch) <= static_cast<int64_t>(profile.kernels().size()))
    return {};
  int64_t kernel_launches = 0, graph_launches = 0;
  ThrottledCheck check;
  for (size_t call = 0; call < calls.size(); check(), ++call) {
    const WorkPart part = parts[calls.name.code[call]];
    if (part != WorkPart::launch && part != WorkPart::graph_launch) continue;
    if (calls.return_value[call] != 0 || !is_own_call(calls, call)) continue;
    ++(part == WorkPart::launch ? kernel_launches : graph_launches);
  }
  const Kernels& kernels = profile.kernels();
  auto graphs = static_cast<int64_t>(profile.graph_runs().size());
  auto plain = static_cast<int64_t>(kernels.size());
  uint32_t last = 0;
  for (size_t i = 0; i < kernels.size() && graph_launches > 0; check(), ++i) {
    if (kernels.graph_node[i] == 0) continue;
    --plain;
    graphs += kernels.correlation[i] != last ? 1 : 0;
    last = kernels.correlation[i];
  }
  return {kernel_launches > plain || graph_launches > graphs};
}

Coverage build_coverage(const Profile& profile) { return CoverageBuilder(profile).build(); }

}  // namespace nsys_ai
