// How much of the launched work has a record? One row per process.
#include "analysis/time/coverage.h"

#include "analysis/host/host_scope.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::launch_coverage_skill {
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
  int64_t launches = 0;
  int64_t recorded = 0;
  std::optional<Share> share;
  int64_t lost = 0;
  int64_t graph_launches = 0;
  int64_t graphs_recorded = 0;
  int64_t graphs_lost = 0;
  Ns unknown_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("launches", r.launches, "Calls that launched a kernel or a graph and returned no error, outside of the capture of a graph.");
  f("recorded", r.recorded, "Those of which an operation with a time is there.");
  f("share", r.share, "recorded / launches.");
  f("lost", r.lost, "Those of the others that ran during the recording; what remains may have run after its end.");
  f("graph_launches", r.graph_launches, "Of launches, those of graphs.");
  f("graphs_recorded", r.graphs_recorded, "Of recorded, those of graphs.");
  f("graphs_lost", r.graphs_lost, "Of lost, those of graphs.");
  f("unknown_ns", r.unknown_ns,
    "Time inside the scope in which launches without a record may have run, summed over the GPUs of the process; other work may be recorded in it.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const Coverage& coverage = profile.derived(build_coverage);
  const HostScope host(profile, context.scope);
  Rows<Row> rows;
  for (size_t i = 0; i < coverage.of_process.size(); ++i) {
    const LaunchCounts& of = coverage.of_process[i];
    const ProcessIx process(i);
    if (of.launches == 0 || !context.scope.has(process)) continue;
    int64_t unknown = 0;
    for (const DeviceIx device : context.scope.devices())
      if (profile.devices()[device].process == process)
        unknown += coverage.unknown_ns(device, context.scope.window());
    rows.rows.push_back({profile.pid_of(process), of.launches, of.recorded, share_cell(of.recorded, of.launches), of.lost,
                         of.graph_launches, of.graphs_recorded, of.graphs_lost, Ns{unknown}});
  }
  if (rows.rows.empty()) return Empty{"No kernel and no graph was launched in the capture."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "launch_coverage",
       .title = "How much of the launched work has a record?",
       .doc =
           "One row a process that launched anything, by its order in the capture; launches are counted in the whole capture. "
           "A launch is recorded if a kernel or a graph with a time bears its id. A runtime call and the driver call inside it are one launch. "
           "A launch without a record ran during the recording if its thread launched something later that has a record, or if a wait for the GPU followed. "
           "It may have run from its call, or from the start of what its thread launched before, until what the thread launched next begins (behind a graph, the next graph) or a wait for the whole device ends. "
           "Where as many operations lack their launch, ids are incomplete instead of records, and nothing counts as lost.",
       .reading =
           "Below 100 %, busy times are too small by an unknown amount, and a gap may be none: time_account calls the time not_recorded.",
       .source = "Definitions of this program.",
       .limits = "Copies and memsets without a record are not counted, since many such calls start nothing on a GPU.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::launch_coverage_skill
