// Is device code loaded, linked or compiled while the program runs?
#include "analysis/host/code_loading.h"
#include "skills/list.h"

namespace nsys_ai::module_loading_skill {
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
  std::string api;
  int64_t calls = 0;
  Ns total_ns;
  ClockNs first_ns;
  std::optional<int64_t> in_iteration;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("api", r.api, "The call, or (first launches) for the first launch of each kernel.");
  f("calls", r.calls, "How often it was called in the scope.");
  f("total_ns", r.total_ns,
    "Time in which any thread of the process was inside such a call; of first launches, what they took beyond the median launch call of the process, summed.");
  f("first_ns", r.first_ns, "When the first of them began.");
  f("in_iteration", r.in_iteration,
    "How many of them began while a marked step of the process was open (iteration_timing); none where no range marks its steps.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const std::vector<CodeLoading> all = code_loading(context.profile, context.scope);
  if (all.empty()) return Empty{"No code was loaded and no kernel first launched in this scope."};
  Rows<Row> rows;
  for (const CodeLoading& of : all)
    rows.rows.push_back({context.profile.pid_of(of.process),
                         of.call.empty() ? "(first launches)" : std::string(of.call), of.calls, Ns{of.total},
                         ClockNs{of.first}, of.in_steps});
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "module_loading",
       .title = "Is device code loaded or linked while the program runs?",
       .doc =
           "One row a process and a call that loads or links device code (cuModuleLoad*, cuLibraryLoad*, cuLink*), the most time first: the union of these calls over all threads, clipped to the window. "
           "One more row a process says what the first launches of its kernels took beyond its median launch call, since code is also loaded on first use.",
       .reading =
           "At the start of a run this is normal. "
           "Later it stalls the host: compare first_ns with the window of your steady state, or ask again with --trim for that window. "
           "Warm up every shape before measuring, and set CUDA_MODULE_LOADING=EAGER to see what lazy loading costs.",
       .source =
           "Roles of calls by the program's one classifier of call names; the excess of first launches is a definition of this program.",
       .limits =
           "Steps that are detected on the GPU say nothing of the host, so in_iteration is empty there. "
           "A capture that begins in the middle of a run takes the first launch it saw for the first. "
           "Compilation on the host shows only where it ends in one of these calls.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::module_loading_skill
