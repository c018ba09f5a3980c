// What would shorten the run? One row per class of work on the critical path of a process.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/time/critical_path.h"
#include "skills/list.h"

namespace nsys_ai::critical_path_skill {
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
  std::string of;
  Ns on_path_ns;
  Share share;
  Ns if_zero_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, "The process; none where the capture names none.");
  f("class", r.of, "What passes on the path: host work, launches, synchronisation, kernels, copies, ...");
  f("on_path_ns", r.on_path_ns, "How much of the path it is.");
  f("share", r.share, "on_path_ns / the length of the path: all that passes in the scope for the process.");
  f("if_zero_ns", r.if_zero_ns, "How long the path would be if this class took no time.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  Rows<Row> rows;
  for (const CriticalPath& path : critical_paths(context.profile, context.scope, context.work)) {
    const size_t first = rows.rows.size();
    for (size_t of = 0; of < kPathClasses; ++of) {
      if (path.on_path[of] == 0) continue;
      rows.rows.push_back({context.profile.pid_of(path.process),
                           std::string(name_of(static_cast<PathClass>(of))), Ns{path.on_path[of]},
                           Share{static_cast<double>(path.on_path[of]) / static_cast<double>(path.total)},
                           Ns{path.without[of]}});
    }
    std::sort(rows.rows.begin() + static_cast<ptrdiff_t>(first), rows.rows.end(),
              [](const Row& a, const Row& b) {
                return std::tuple(-a.on_path_ns.count, std::string_view(a.of)) <
                       std::tuple(-b.on_path_ns.count, std::string_view(b.of));
              });
  }
  if (rows.rows.empty()) return Empty{"No call and no operation takes any time in this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "critical_path",
       .title = "What would shorten the run?",
       .doc =
           "One row a process and class, by pid, then the largest part first. "
           "The path leads back from the last thing that ends: each call and operation hangs on what it waited for last. "
           "A call waits for the call before it on its thread; an operation for its launch, for the operation before it on its stream, and, where its thread made a stream wait for an event since, for the last operation that ended meanwhile elsewhere; a blocking call for the last operation that ended inside it. "
           "What passes between the two is the path's, so its classes add up to the time of the process in the scope. if_zero_ns moves everything up by what the class took and finds the longest path again.",
       .reading =
           "A class with a large share and an if_zero_ns not much below the total is followed by another that is nearly as long: both have to be shortened. "
           "Ask about one step with --iteration.",
       .source = "Critical path as in Holistic Trace Analysis, with the delays that were measured.",
       .limits =
           "A model: what one thread does for another, and one process for its peers, is not seen, so time in communication includes the wait for peers. "
           "Which event a stream waited for is inferred from the order of calls.",
       .needs = {Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::critical_path_skill
