// Which threads are the bottleneck? One row per thread that ran.
#include "analysis/host/thread_time.h"
#include "skills/list.h"

namespace nsys_ai::thread_utilization_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct ThreadRow {
  std::optional<Id> pid;
  Id tid;
  std::string name;
  std::optional<Ns> on_cpu_ns;
  Share share;
  std::optional<Ns> cuda_ns;
  std::string basis;
};
template <class F>
void fields(ThreadRow& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread.");
  f("name", r.name, "Its name; empty where the capture does not say.");
  f("on_cpu_ns", r.on_cpu_ns, "Time on a core; none where only samples say so.");
  f("share", r.share,
    "From scheduling: on_cpu_ns / the time of the scope in which scheduling was recorded. "
    "From samples: the cycles of the thread's samples / those of all samples in the scope.");
  f("cuda_ns", r.cuda_ns, "Time inside CUDA calls, a union; none where the thread made none in the capture.");
  f("basis", r.basis, "scheduling or samples: what the share is computed from.");
}

Rows<ThreadRow> rows_of(const std::vector<ThreadTime>& times, const std::string& basis) {
  Rows<ThreadRow> rows;
  for (const ThreadTime& of : times) {
    ThreadRow row{of.pid, of.tid, of.name, std::nullopt, Share{of.share}, std::nullopt, basis};
    if (of.on_cpu) row.on_cpu_ns = Ns{*of.on_cpu};
    if (of.cuda) row.cuda_ns = Ns{*of.cuda};
    rows.rows.push_back(std::move(row));
  }
  return rows;
}

SkillOutcome<ThreadRow> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const auto events = profile.events<SchedEvents>(context.work);
  if (!events) return tl::unexpected(events.error());
  if ((*events)->size() > 0) {
    Rows<ThreadRow> rows = rows_of(scheduled_times(profile, context.scope, **events), "scheduling");
    if (rows.rows.empty()) return Empty{"No thread ran on a core in this scope."};
    return rows;
  }
  const auto samples = profile.events<CpuSamples>(context.work);
  if (!samples) return tl::unexpected(samples.error());
  if ((*samples)->size() == 0)
    return CannotAnswer{"The capture recorded neither scheduling nor CPU samples.",
                        {"Capture with `nsys profile --cpuctxsw=process-tree --sample=process-tree`."}};
  Rows<ThreadRow> rows = rows_of(sampled_times(profile, context.scope, **samples), "samples");
  if (rows.rows.empty()) return Empty{"No thread was sampled in this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, ThreadRow>(
      {.name = "thread_utilization",
       .title = "Which threads are the bottleneck?",
       .doc =
           "One row a thread that ran, the largest share first. "
           "Where scheduling was recorded, a thread runs from where it comes to a core to where it leaves it, clipped to the window. "
           "Otherwise the share is computed from CPU samples, each weighted by its cycles.",
       .reading =
           "One thread near 100 % while the GPU idles is the bottleneck: see what it does with code_attribution. "
           "A launching thread with little time on a core waits: see sync_cost and os_runtime. "
           "Much of cuda_ns with a small share is waiting inside CUDA.",
       .source =
           "Scheduling events and CPU samples of Nsight Systems; a thread that leaves a core first had run since the first event of all, and one that came last runs until the last.",
       .limits = "A thread that neither came nor left in the recording has no row. "
                 "With samples, threads that never ran have none, and a share says nothing about wall time. "
                 "With --gpu, only threads of processes that use those GPUs count.",
       .needs = {},
       .families = {Family::cpu_samples, Family::scheduling}},
      run);
}

}  // namespace nsys_ai::thread_utilization_skill
