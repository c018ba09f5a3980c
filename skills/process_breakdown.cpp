// Which process did what? One row a process and GPU.
#include <algorithm>

#include "analysis/host/api_calls.h"
#include "analysis/memory/transfers.h"
#include "analysis/time/busy.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::inline skills {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  std::optional<std::string> name;
  Id device;
  int64_t kernels = 0;
  Ns kernel_sum_ns;
  Ns busy_ns;
  Bytes copy_bytes;
  Ns api_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("name", r.name, "What the process is called; none where the file does not say.");
  f("device", r.device, kDeviceDoc);
  f("kernels", r.kernels, "How many kernels it ran there.");
  f("kernel_sum_ns", r.kernel_sum_ns, "Their durations added up.");
  f("busy_ns", r.busy_ns, "Time in which anything of it ran there.");
  f("copy_bytes", r.copy_bytes, "What its copies moved there.");
  f("api_ns", r.api_ns, "Its CUDA calls added up over threads; of the process, so the same in all its rows.");
}

std::vector<Sum> copied_bytes(const SkillContext& context) {
  const Copies& copies = context.profile.copies();
  std::vector<Sum> bytes(context.profile.devices().size());
  for (size_t i = 0; i < copies.size(); ++i) {
    if (!context.scope.has(copies.stream[i])) continue;
    if (const auto inside = context.scope.clip(copies.interval(i)))
      bytes[context.profile.streams()[copies.stream[i]].device] +=
          clipped_bytes(copies.bytes[i], copies.interval(i), *inside);
  }
  return bytes;
}

std::vector<Sum> call_times(const SkillContext& context) {
  const Calls& calls = context.profile.calls();
  std::vector<Sum> times(context.profile.processes().size());
  for (size_t i = 0; i < calls.size(); ++i) {
    if (!is_own_call(calls, i)) continue;
    if (const auto inside = context.scope.clip(calls.interval(i)))
      times[context.profile.threads()[calls.thread[i]].process] += inside->duration();
  }
  return times;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<DeviceTime> times = device_times(profile, context.scope);
  if (times.empty()) return Empty{"No operation ran on these GPUs in this scope."};
  const std::vector<Sum> bytes = copied_bytes(context);
  const std::vector<Sum> calls = call_times(context);
  Rows<Row> rows;
  for (const DeviceTime& of : times) {
    const ProcessIx process = profile.devices()[of.device].process;
    Row row;
    row.pid = pid_cell(profile, of.device);
    if (!profile.processes()[process].name.empty()) row.name = profile.processes()[process].name;
    row.device = device_cell(profile, of.device);
    row.kernels = of.kernels;
    row.kernel_sum_ns = Ns{of.kernel_sum};
    row.busy_ns = Ns{of.busy};
    row.copy_bytes = Bytes{bytes[of.device]};
    row.api_ns = Ns{calls[process]};
    rows.rows.push_back(std::move(row));
  }
  // Stable, so that of equal ones the order of devices decides.
  std::stable_sort(rows.rows.begin(), rows.rows.end(),
                   [](const Row& a, const Row& b) { return a.busy_ns > b.busy_ns; });
  return rows;
}

}  // namespace

Skill process_breakdown() {
  return make_skill<Params, Row>(
      {.name = "process_breakdown",
       .title = "Which process did what?",
       .doc =
           "One row a process and GPU, the busiest first. "
           "Everything is clipped to the window, bytes in proportion to time. busy_ns is a union; kernel_sum_ns and api_ns are sums. "
           "Backtrace twins of calls and the creation of graph nodes are not counted.",
       .reading =
           "Ranks that should do the same and do not show here. "
           "An api_ns near the length of the window, by thread, points to a host that launches or waits all the time: see sync_cost and launch_latency.",
       .source = "Processes and devices are those that events name, not all that ran on the machine.",
       .limits = "A process without GPU operations in the scope has no row.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::inline skills
