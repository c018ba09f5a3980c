// How long do threads block on the GPU, and was it busy during that time?
#include "analysis/host/waits.h"
#include "skills/list.h"

namespace nsys_ai::sync_cost_skill {
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
  std::string api;
  int64_t calls = 0;
  Ns blocked_ns;
  Ns gpu_busy_ns;
  Ns gpu_idle_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread that waited.");
  f("thread", r.thread, "Its name; empty where the capture does not say.");
  f("api", r.api, "The blocking call, without what distinguishes versions of the interface.");
  f("calls", r.calls, "How often the thread called it in the scope.");
  f("blocked_ns", r.blocked_ns, "Time in which the thread was inside such a call.");
  f("gpu_busy_ns", r.gpu_busy_ns, "Of blocked_ns, while a GPU of the process in scope was busy: healthy.");
  f("gpu_idle_ns", r.gpu_idle_ns, "Of blocked_ns, while all of them were idle: lost to both.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<WaitCost> costs = wait_costs(profile, context.scope);
  if (costs.empty()) return Empty{"No call blocked the host in this scope."};
  Rows<Row> rows;
  for (const WaitCost& of : costs) {
    const Thread& thread = profile.threads()[of.thread];
    rows.rows.push_back({profile.pid_of(thread.process), thread.tid, thread.name, std::string(of.call),
                         of.calls, Ns{of.blocked}, Ns{of.gpu_busy}, Ns{of.gpu_idle()}});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "sync_cost",
       .title = "How long do threads block on the GPU, and did it work meanwhile?",
       .doc =
           "One row a thread and a blocking call, the most blocked time first. "
           "Blocking are waits for a device, a stream, an event or a context, and copies whose name does not say Async. "
           "Blocked time is the union of the thread's calls of that name, clipped to the window; it is split by whether any operation ran on any GPU of the process and the scope.",
       .reading =
           "A host that waits while the GPU is busy is healthy: it is ahead. "
           "Blocked time with an idle GPU is the loss: the GPU had run dry before the host went on to launch more. "
           "Then see sync_apis for the single calls, and launch further ahead or wait on an event instead.",
       .source =
           "Definitions of this program: a union per thread, never a sum over threads against wall time.",
       .limits =
           "Threads wait side by side, so rows do not add up to wall time; a runtime call and the driver call inside it are two rows where both were recorded. "
           "Of several GPUs of a process it is enough that one is busy. "
           "Work of other processes on the same GPU does not count.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::sync_cost_skill
