// Which of the GPUs that do the same work takes longer for it? One row per GPU.
#include <algorithm>

#include "analysis/kernels/alike_gpus.h"
#include "analysis/time/busy.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::rank_balance_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  int64_t group = 0;
  std::optional<Id> pid;
  Id device;
  int64_t kernels = 0;
  Ns kernel_ns;
  Ns others_ns;
  Ns excess_ns;
  std::optional<Share> excess_share;
  Ns spread_ns;
  int64_t steps = 0;
  std::optional<Ns> step_ns;
  std::optional<Ns> others_step_ns;
  Ns comm_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("group", r.group, "GPUs of one number do the same work.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("kernels", r.kernels, "How many kernels it ran, without those that communicate.");
  f("kernel_ns", r.kernel_ns, "Their durations added up.");
  f("others_ns", r.others_ns, "The median of kernel_ns of the other GPUs of the group.");
  f("excess_ns", r.excess_ns, "kernel_ns - others_ns.");
  f("excess_share", r.excess_share, "excess_ns / others_ns.");
  f("spread_ns", r.spread_ns, "The median distance of the others from others_ns.");
  f("steps", r.steps, "How many steps it has in the scope.");
  f("step_ns", r.step_ns, "The median duration of its steps on the GPU; none where there are none.");
  f("others_step_ns", r.others_step_ns, "The median of step_ns of the other GPUs of the group.");
  f("comm_ns", r.comm_ns,
    "Time in which at least one kernel that communicates ran, which includes the wait for a slower rank.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<AlikeGpu> gpus = alike_gpus(profile, context.scope);
  if (gpus.empty()) return Empty{"No two GPUs of this scope run the same kernels equally often."};
  const std::vector<DeviceTime> times = device_times(profile, context.scope);
  Rows<Row> rows;
  for (const AlikeGpu& of : gpus) {
    Row row;
    row.group = of.group;
    row.pid = pid_cell(profile, of.device);
    row.device = device_cell(profile, of.device);
    row.kernels = of.kernels;
    row.kernel_ns = Ns{of.kernel};
    row.others_ns = Ns{of.of_others};
    row.excess_ns = Ns{of.excess()};
    row.excess_share = share_cell(of.excess(), of.of_others);
    row.spread_ns = Ns{of.spread};
    row.steps = of.steps;
    if (of.step) row.step_ns = Ns{*of.step};
    if (of.step_of_others) row.others_step_ns = Ns{*of.step_of_others};
    for (const DeviceTime& time : times)
      if (time.device == of.device) row.comm_ns = Ns{time.communication};
    rows.rows.push_back(std::move(row));
  }
  std::stable_sort(rows.rows.begin(), rows.rows.end(),
                   [](const Row& a, const Row& b) { return a.excess_ns > b.excess_ns; });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "rank_balance",
       .title = "Which of the GPUs that do the same work takes longer for it?",
       .doc =
           "One row a GPU of a process, the largest excess first. "
           "GPUs do the same work where they run the same kernels equally often, but for one in fifty, which the ends of a window cut. "
           "Kernels that communicate are left out: they last until the slowest rank has come. GPUs that processes share (gpu_sharing) are left out too. "
           "Durations are clipped to the window.",
       .reading =
           "A large excess_share names a slow rank: its GPU is slower (clocks, heat, another process on it: gpu_sharing) or its data is larger. "
           "Equal kernel_ns and a longer step_ns: its host is late, ask gpu_idle_gaps of it.",
       .source = "Definitions of this program.",
       .limits =
           "Work counts by names of kernels: two ranks with other shapes of the same kernels count as alike.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::rank_balance_skill
