// Which calls of the operating system block? One row per process and call.
#include "analysis/host/os_call_stats.h"
#include "skills/list.h"

namespace nsys_ai::os_runtime_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct OsCallRow {
  std::optional<Id> pid;
  std::string name;
  int64_t calls = 0;
  Ns total_ns;
  Ns avg_ns;
  Ns p50_ns;
  Ns max_ns;
};
template <class F>
void fields(OsCallRow& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("name", r.name, "The call.");
  f("calls", r.calls, "How often the process called it in the scope.");
  f("total_ns", r.total_ns, "Its time, summed over calls and threads.");
  f("avg_ns", r.avg_ns, "total_ns / calls, rounded.");
  f("p50_ns", r.p50_ns, "The median call, linearly interpolated.");
  f("max_ns", r.max_ns, "The longest call.");
}

SkillOutcome<OsCallRow> run(const SkillContext& context, const Params&) {
  const auto calls = context.profile.events<OsCalls>(context.work);
  if (!calls) return tl::unexpected(calls.error());
  if ((*calls)->size() == 0)
    return CannotAnswer{"The capture recorded no calls of the operating system.",
                        {"Capture with `nsys profile --trace=cuda,nvtx,osrt`."}};
  const std::vector<OsCallStats> stats = os_call_stats(context.profile, context.scope, **calls);
  if (stats.empty()) return Empty{"No call of the operating system was made in this scope."};
  Rows<OsCallRow> rows;
  for (const OsCallStats& of : stats) {
    const int64_t pid = (*calls)->processes[of.process].pid;
    rows.rows.push_back({pid != 0 ? std::optional(pid) : std::nullopt, std::string((*calls)->text(of.name)),
                         of.calls, Ns{of.total}, Ns{of.average}, Ns{of.p50}, Ns{of.max}});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, OsCallRow>(
      {.name = "os_runtime",
       .title = "Which calls of the operating system block?",
       .doc =
           "One row a process and a call of the operating system's libraries, the most time first, over all threads of the process. "
           "Durations are clipped to the window.",
       .reading =
           "Most of this is threads that wait for work: poll, pthread_cond_wait and the like in helper threads are no problem. "
           "Look for calls of the launching thread: file reads, ioctl during allocations, mutexes that threads contend for.",
       .source = "The summary of OS runtime calls of Nsight Systems (osrt_sum), apart by process.",
       .limits = "Times of threads that wait side by side add up to more than wall time. "
                 "The profiler records only calls longer than its threshold (1 us by default). "
                 "With --gpu, all calls of the processes that use those GPUs count.",
       .needs = {},
       .families = {Family::os_calls}},
      run);
}

}  // namespace nsys_ai::os_runtime_skill
