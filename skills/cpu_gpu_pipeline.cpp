// Does the host launch ahead of the GPU? One row per launching thread.
#include "analysis/kernels/pipeline.h"
#include "skills/list.h"

namespace nsys_ai::cpu_gpu_pipeline_skill {
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
  Id tid;
  std::string thread;
  int64_t launches = 0;
  Share ahead_share;
  int64_t starved_launches = 0;
  Ns starved_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The launching thread.");
  f("thread", r.thread, "Its name; empty where the capture does not say.");
  f("launches", r.launches, "Launch calls of the thread whose kernel ran in the scope.");
  f("ahead_share", r.ahead_share, "Launches after whose call the GPU still had other work / launches.");
  f("starved_launches", r.starved_launches, "Launches whose call began when the GPU had nothing left to do.");
  f("starved_ns", r.starved_ns, "Idle time of the GPU up to the kernels of those launches.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<Pipeline> pipelines = launch_pipelines(profile, context.scope);
  if (pipelines.empty()) return Empty{"No kernel of this scope has a recorded launch."};
  Rows<Row> rows;
  for (const Pipeline& of : pipelines) {
    const Thread& thread = profile.threads()[of.thread];
    rows.rows.push_back({profile.pid_of(thread.process), thread.tid, thread.name, of.launches,
                         Share{static_cast<double>(of.ahead) / static_cast<double>(of.launches)}, of.starved,
                         Ns{of.starved_ns}});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "cpu_gpu_pipeline",
       .title = "Is the host ahead of the GPU when it launches?",
       .doc =
           "One row a launching thread, the most starved time first. "
           "A launch is ahead when, after its call had returned, an operation that had started before its kernel was still to end on the same GPU. "
           "It is starved when all such operations had ended before the call began; the idle time from their end to the kernel's start, clipped to the window, is starved_ns. "
           "A launch of a CUDA graph counts once; the first operation of a GPU is neither.",
       .reading =
           "A share near 1 means that the host keeps the GPU fed. "
           "Much starved time means that the host is the bottleneck: see gpu_idle_gaps for what it did meanwhile, sync_cost for waits that empty the queue, and launch_storm for kernels too small to hide launches.",
       .source = "Definitions of this program, by the order of operations on each GPU.",
       .limits =
           "It looks at one GPU as one process sees it: work of other processes on the same GPU does not count as work left. "
           "Idle time that a copy or a memset ends is not counted here.",
       .needs = {Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::cpu_gpu_pipeline_skill
