// What does launching kernels cost? Call, queue and run time by kernel.
#include <fmt/format.h>

#include "analysis/kernels/launch_overhead.h"
#include "skills/kernel_grouping.h"
#include "skills/list.h"

namespace nsys_ai::kernel_launch_overhead_skill {
namespace {

struct Params {
  std::string group = "name";
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("group", p.group,
    "What is one row: a full name (name), a name without template arguments (short), or a family of kernels (family).");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string name;
  int64_t calls = 0;
  Ns api_ns;
  Ns queue_ns;
  int64_t queued_calls = 0;
  Ns kernel_ns;
  Ns total_ns;
  Share api_share;
};
template <class F>
void fields(Row& r, F& f) {
  f("name", r.name, "The kernel; its short name or family when grouped so.");
  f("calls", r.calls, "Launches of it in the scope whose call was recorded.");
  f("api_ns", r.api_ns, "Time inside the launch calls, summed.");
  f("queue_ns", r.queue_ns, "From the end of the call to the start of the kernel, summed where positive.");
  f("queued_calls", r.queued_calls,
    "Launches with such a time: the call had returned before the kernel ran.");
  f("kernel_ns", r.kernel_ns, "The kernels' time on the GPU, summed.");
  f("total_ns", r.total_ns,
    "From the start of the call to the later one of its end and the kernel's end, summed.");
  f("api_share", r.api_share, "api_ns / total_ns.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto grouping = chosen("group", params.group, kKernelGroups);
  if (!grouping) return tl::unexpected(grouping.error());
  const LaunchOverheads all = launch_overheads(context.profile, context.scope, *grouping);
  Rows<Row> rows;
  for (const LaunchOverhead& of : all.groups)
    rows.rows.push_back(
        {std::string(of.name), of.launches, Ns{of.api}, Ns{of.queue}, of.queued, Ns{of.kernel}, Ns{of.total},
         Share{of.total > 0 ? static_cast<double>(of.api) / static_cast<double>(of.total) : 0.0}});
  if (all.without_call > 0)
    rows.notes.push_back(
        fmt::format("kernels not counted because their launch was not recorded: {}", all.without_call));
  if (all.in_graphs > 0)
    rows.notes.push_back(
        fmt::format("kernels not counted because they ran in CUDA graphs, where one call starts many: {}",
                    all.in_graphs));
  if (!rows.rows.empty()) return rows;
  if (all.without_call + all.in_graphs == 0) return Empty{"No kernel was launched in this scope."};
  return Empty{fmt::format(
      "Of {} kernels in this scope none counts: of {} the launch was not recorded, and {} ran in CUDA graphs, where one call starts many.",
      all.without_call + all.in_graphs, all.without_call, all.in_graphs)};
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "kernel_launch_overhead",
       .title = "What does it take to start kernels: call, queue, run?",
       .doc =
           "One row a kernel name over all devices in scope, the most time in calls first. "
           "A kernel belongs to the call of its process that has its correlation id; the twin row of a backtrace is never that call. "
           "All times are clipped to the window, and a launch counts when any of its time, from the start of the call on, lies inside.",
       .reading =
           "A long queue is healthy: the GPU had work waiting. "
           "Where api_ns is near or above kernel_ns and few calls are queued, the host cannot launch fast enough: see launch_latency, launch_storm and cpu_gpu_pipeline. "
           "One very long call is often the first launch, which loads code: see module_loading.",
       .source =
           "The kernel execution summary of Nsight Systems (cuda_kern_exec_sum): its AAvg, QAvg, KAvg and TAvg times their counts, with each launch once.",
       .limits =
           "Launches overlap in time, so sums are no wall time. "
           "Kernels of CUDA graphs and kernels whose launch lies outside the capture are counted in a note only.",
       .needs = {Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::kernel_launch_overhead_skill
