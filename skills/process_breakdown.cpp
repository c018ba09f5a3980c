// How much work did each process do? One row per process and GPU.
#include <algorithm>
#include <tuple>

#include "analysis/host/seen_processes.h"
#include "analysis/memory/transfers.h"
#include "analysis/time/busy.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::process_breakdown_skill {
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
  std::optional<Id> device;
  int64_t kernels = 0;
  Ns kernel_sum_ns;
  Ns busy_ns;
  Bytes copy_bytes;
  Ns api_ns;
  Ns os_ns;
  std::string seen_in;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("name", r.name, "What the process is called; none where the file does not say.");
  f("device", r.device, "The GPU, as that process numbers it; none where it ran nothing on any.");
  f("kernels", r.kernels, "How many kernels it ran there.");
  f("kernel_sum_ns", r.kernel_sum_ns, "Their durations added up.");
  f("busy_ns", r.busy_ns, "Time in which anything of it ran there.");
  f("copy_bytes", r.copy_bytes, "What its copies moved there.");
  f("api_ns", r.api_ns, "Its CUDA calls added up over threads; of the process, so the same in all its rows.");
  f("os_ns", r.os_ns, "Its calls of the operating system, likewise.");
  f("seen_in", r.seen_in,
    "Which events show it: GPU, CUDA calls, NVTX, OS calls, scheduling or samples; of the process, likewise.");
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

std::string seen_in(const ProcessOnHost& of, bool on_gpu) {
  std::string text;
  const auto add = [&](bool seen, std::string_view where) {
    if (seen) text += (text.empty() ? "" : ", ") + std::string(where);
  };
  add(on_gpu, "GPU");
  add(of.calls > 0, "CUDA calls");
  add(of.ranges > 0, "NVTX");
  add(of.os_calls > 0, "OS calls");
  add(of.scheduling > 0, "scheduling");
  add(of.samples > 0, "samples");
  return text;
}

Row row_of(const ProcessOnHost& of, bool on_gpu) {
  Row row;
  if (of.process.pid) row.pid = Id{*of.process.pid};
  if (!of.process.name.empty()) row.name = of.process.name;
  row.api_ns = Ns{of.api};
  row.os_ns = Ns{of.os};
  row.seen_in = seen_in(of, on_gpu);
  return row;
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const auto families = HostFamilies::read(profile, context.work);
  if (!families) return tl::unexpected(families.error());
  const std::vector<ProcessOnHost> on_host = processes_on_host(profile, context.scope, *families);
  std::vector<const ProcessOnHost*> of_process(profile.processes().size(), nullptr);
  for (const ProcessOnHost& of : on_host)
    if (of.process.process.exists()) of_process[of.process.process] = &of;
  const std::vector<Sum> bytes = copied_bytes(context);
  std::vector<bool> on_gpu(profile.processes().size(), false);
  Rows<Row> rows;
  for (const DeviceTime& of : device_times(profile, context.scope)) {
    const ProcessIx process = profile.devices()[of.device].process;
    on_gpu[process] = true;
    Row row = row_of(*of_process[process], true);
    row.device = device_cell(profile, of.device);
    row.kernels = of.kernels;
    row.kernel_sum_ns = Ns{of.kernel_sum};
    row.busy_ns = Ns{of.busy};
    row.copy_bytes = Bytes{bytes[of.device]};
    rows.rows.push_back(std::move(row));
  }
  for (const ProcessOnHost& of : on_host)
    if (!of.idle() && !(of.process.process.exists() && on_gpu[of.process.process]))
      rows.rows.push_back(row_of(of, false));
  if (rows.rows.empty()) return Empty{"No process did anything in this scope."};
  // Stable, so that equal ones stay in the order of devices and processes.
  std::stable_sort(rows.rows.begin(), rows.rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(a.device.has_value(), a.busy_ns, a.device ? Ns{} : a.api_ns,
                      a.device ? Ns{} : a.os_ns) >
           std::tuple(b.device.has_value(), b.busy_ns, b.device ? Ns{} : b.api_ns, b.device ? Ns{} : b.os_ns);
  });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "process_breakdown",
       .title = "Which process did what?",
       .doc =
           "One row a process and GPU, the busiest first; then those that ran nothing on a GPU, by their CUDA calls and calls of the operating system. "
           "Everything is clipped to the window, bytes in proportion to time. busy_ns is a union; kernel_sum_ns, api_ns and os_ns are sums. "
           "Backtrace twins of calls and the creation of graph nodes are not counted.",
       .reading =
           "Ranks that should do the same and do not show here. "
           "An api_ns near the length of the window, by thread, points to a host that launches or waits all the time: see sync_cost and launch_latency.",
       .source = "Processes and devices are those that events name, not all that ran on the machine.",
       .limits = "A process of which nothing was recorded in the scope has no row. "
                 "Where particular GPUs are asked for, those that use none of them have none either.",
       .needs = {},
       .families = {Family::cpu_samples, Family::os_calls, Family::scheduling}},
      run);
}

}  // namespace nsys_ai::process_breakdown_skill
