// Which calls made the host wait longest for the GPU?
#include <fmt/format.h>

#include "analysis/host/waits.h"
#include "skills/list.h"

namespace nsys_ai::sync_apis_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef ref;
  std::string api;
  ClockNs start_ns;
  Ns duration_ns;
  std::optional<Id> pid;
  Id tid;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The call as a reference to pass on.");
  f("api", r.api, "The call, as it is named in the capture.");
  f("start_ns", r.start_ns, "When it began, or the window does if that is later.");
  f("duration_ns", r.duration_ns, "Its time inside the window.");
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("tid", r.tid, "The thread that waited.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const Calls& calls = profile.calls();
  const LongestWaits waits = longest_waits(profile, context.scope, static_cast<size_t>(params.limit));
  if (waits.total == 0) return Empty{"No call waited for the GPU in this scope."};
  Rows<Row> rows;
  for (const uint32_t call : waits.calls) {
    const Thread& thread = profile.threads()[calls.thread[call]];
    const Interval inside = *context.scope.clip(calls.interval(call));
    rows.rows.push_back({EventRef{fmt::format("runtime_call:{}", calls.row[call])},
                         std::string(profile.text(calls.name[call])), ClockNs{inside.start},
                         Ns{inside.duration()}, profile.pid_of(thread.process), thread.tid});
  }
  rows.total = waits.total;
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "sync_apis",
       .title = "Which calls made the host wait longest for the GPU?",
       .doc =
           "One row a call that waits for a device, a stream, an event or a context, the longest first, clipped to the window. "
           "Calls of equal length stand by their start, then by their row.",
       .reading =
           "A wait while the GPU works is healthy: sync_cost distinguishes waits of a busy GPU from waits of an idle one. "
           "Waits that can go: those after every step that only read a loss, and those that an event would make narrower.",
       .source =
           "The rule cuda_api_sync of Nsight Systems, which names the runtime's calls for devices and streams; waits for events and contexts, and the driver's, are added here.",
       .limits =
           "A call does not say which GPU it waits for: with --gpu, all calls of the processes that use those GPUs count. "
           "Blocking copies are in sync_cost and sync_copies.",
       .needs = {Need::call}},
      run);
}

}  // namespace nsys_ai::sync_apis_skill
