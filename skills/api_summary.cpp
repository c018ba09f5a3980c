// Which CUDA calls cost host time? One row per call.
#include "analysis/host/call_stats.h"
#include "base/sum.h"
#include "skills/list.h"

namespace nsys_ai::api_summary_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string name;
  int64_t calls = 0;
  Ns total_ns;
  Ns avg_ns;
  Ns min_ns;
  Ns p50_ns;
  Ns max_ns;
  Share share;
  int64_t errors = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("name", r.name, "The call, without what distinguishes versions of the interface.");
  f("calls", r.calls, "How often it was called in the scope, by all threads together.");
  f("total_ns", r.total_ns, "Its time on the host, summed over calls and threads.");
  f("avg_ns", r.avg_ns, "total_ns / calls, rounded.");
  f("min_ns", r.min_ns, "The shortest call.");
  f("p50_ns", r.p50_ns, "The median call, linearly interpolated.");
  f("max_ns", r.max_ns, "The longest call.");
  f("share", r.share, "total_ns / the summed time of all CUDA calls in the scope.");
  f("errors", r.errors,
    "Calls that did not return success. A query that says \"not ready\" is none of them.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const std::vector<CallStats> stats = call_stats(context.profile, context.scope);
  if (stats.empty()) return Empty{"No CUDA call was made in this scope."};
  Sum total;
  for (const CallStats& of : stats) total += of.total;
  Rows<Row> rows;
  for (const CallStats& of : stats)
    rows.rows.push_back(
        {std::string(of.name), of.calls, Ns{of.total}, Ns{of.average}, Ns{of.min}, Ns{of.p50}, Ns{of.max},
         Share{total > 0 ? static_cast<double>(of.total) / static_cast<double>(total) : 0.0}, of.errors});
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "api_summary",
       .title = "Which CUDA calls cost host time?",
       .doc =
           "One row a CUDA runtime or driver call over all threads in scope, the largest total first. "
           "Durations are clipped to the window. "
           "A share is of the summed time of all calls, so it is no share of wall time. "
           "The twin row that a backtrace adds to a call is not counted, nor is the creation of a graph node.",
       .reading = "Long waits (Synchronize) are healthy while the GPU works: see sync_cost. "
                  "Many short launches: see launch_storm and cuda_graphs. "
                  "Allocations and releases in the loop: see allocation_cost. "
                  "Errors are worth a look even where the program went on.",
       .source = "The API summary of Nsight Systems (cuda_api_sum), but each call counts once.",
       .limits =
           "A call does not say which GPU it is for: with --gpu, all calls of the processes that use those GPUs count. "
           "Runtime calls contain the driver calls that they make where both were recorded, so totals of different rows may hold the same time.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::api_summary_skill
