// What do allocations and releases of memory cost? One row per thread and call.
#include "analysis/host/allocations.h"
#include "skills/list.h"

namespace nsys_ai::allocation_cost_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct AllocationRow {
  std::optional<Id> pid;
  Id tid;
  std::string api;
  int64_t calls = 0;
  Ns total_ns;
  int64_t drained_calls = 0;
  std::optional<Bytes> bytes;
};
template <class F>
void fields(AllocationRow& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread that called.");
  f("api", r.api, "The call, without what distinguishes versions of the interface.");
  f("calls", r.calls, "How often the thread called it in the scope.");
  f("total_ns", r.total_ns, "Time in which the thread was inside such a call.");
  f("drained_calls", r.drained_calls,
    "Calls during which the GPUs of the process ran out of work: each looks like a wait for the GPU.");
  f("bytes", r.bytes,
    "What these calls allocated or released; none where the capture has no events of device memory.");
}

SkillOutcome<AllocationRow> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const auto memory = profile.events<MemoryUsage>(context.work);
  if (!memory) return tl::unexpected(memory.error());
  const std::vector<AllocationCost> costs = allocation_costs(profile, context.scope, **memory);
  if (costs.empty()) return Empty{"No memory was allocated or released in this scope."};
  const bool has_bytes = (*memory)->size() > 0;
  Rows<AllocationRow> rows;
  for (const AllocationCost& of : costs) {
    const Thread& thread = profile.threads()[of.thread];
    rows.rows.push_back({profile.pid_of(thread.process), thread.tid, std::string(of.call), of.calls,
                         Ns{of.total}, of.drained,
                         has_bytes ? std::optional(Bytes{of.bytes}) : std::nullopt});
  }
  if (!has_bytes)
    rows.notes.push_back(
        "bytes are unknown: capture with `nsys profile --cuda-memory-usage=true` to record them");
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, AllocationRow>(
      {.name = "allocation_cost",
       .title = "What do allocations and releases of memory cost?",
       .doc =
           "One row a thread and a call that allocates, registers or releases memory of host or device, the most time first. "
           "Time is the union of the thread's calls of that name, clipped to the window. "
           "A call drained the GPU when a GPU of its process was busy as it began and all of them went idle before it ended. "
           "Bytes are those of the memory events with its correlation id.",
       .reading =
           "In the steady state of a program there should be next to none: frameworks keep pools. cudaFree and cudaMalloc that drain the GPU stop everything behind them; keep buffers, or use cudaMallocAsync. "
           "Registering host memory is slow, and worth it only once.",
       .source = "Roles of calls by the program's one classifier of call names.",
       .limits =
           "That the GPU ran dry during a call does not prove that the call waited for it. "
           "A call does not say which GPU it is for: with --gpu, all calls of the processes that use those GPUs count. "
           "Allocations inside a framework's pool are no calls.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::allocation_cost_skill
