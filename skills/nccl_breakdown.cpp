// Which collectives ran, and where? One row per stream, collective, algorithm and protocol.
#include <algorithm>

#include "analysis/collectives/collective_runs.h"
#include "base/sum.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::nccl_breakdown_skill {
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
  Id device;
  Id context;
  Id stream;
  std::string collective;
  std::string algorithm;
  std::string protocol;
  int64_t calls = 0;
  Ns total_ns;
  Ns min_ns;
  Ns max_ns;
  std::optional<Share> share;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("context", r.context, "The CUDA context of the stream.");
  f("stream", r.stream, "The stream, as its context numbers it.");
  f("collective", r.collective, "What the kernel's name says it does.");
  f("algorithm", r.algorithm, "Such as RING or TREE; empty where the name does not say.");
  f("protocol", r.protocol, "LL, LL128 or SIMPLE; empty where the name does not say.");
  f("calls", r.calls, "How many such kernels ran.");
  f("total_ns", r.total_ns, "Their durations added up.");
  f("min_ns", r.min_ns, "The shortest.");
  f("max_ns", r.max_ns, "The longest.");
  f("share", r.share, "total_ns / the summed time of all communication kernels in the scope.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  Rows<Row> rows;
  Sum all;
  for (const CollectiveRuns& runs : collective_runs(profile, context.scope)) {
    Sum total;
    int64_t least = INT64_MAX;
    int64_t most = 0;
    for (const uint32_t kernel : runs.kernels) {
      const int64_t duration = context.scope.clip(profile.kernels().interval(kernel))->duration();
      total += duration;
      least = std::min(least, duration);
      most = std::max(most, duration);
    }
    all += total;
    const Stream& stream = profile.streams()[runs.stream];
    rows.rows.push_back({pid_cell(profile, stream.device), device_cell(profile, stream.device),
                         Id{stream.context}, Id{stream.stream}, std::string(name_of(runs.name.collective)),
                         std::string(runs.name.algorithm), std::string(runs.name.protocol),
                         static_cast<int64_t>(runs.kernels.size()), Ns{total}, Ns{least}, Ns{most},
                         std::nullopt});
  }
  if (rows.rows.empty()) return Empty{"No kernel of this scope communicates."};
  for (Row& row : rows.rows) row.share = share_cell(row.total_ns.count, all);
  std::stable_sort(rows.rows.begin(), rows.rows.end(),
                   [](const Row& a, const Row& b) { return a.total_ns > b.total_ns; });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nccl_breakdown",
       .title = "Which collectives ran, and where?",
       .doc =
           "One row a stream, collective, algorithm and protocol, the largest total first. "
           "Collective, algorithm and protocol are read from the kernel's name. "
           "Durations are clipped to the window and added up; a share is of the summed time of all communication kernels in the scope.",
       .reading =
           "A large gap between min_ns and max_ns says that ranks wait for each other: the shortest is nearest to what the transfer itself takes. "
           "LL and LL128 are for small messages. overlap_breakdown says how much of it computation hides, nccl_anomaly which were slow.",
       .source = "Names of NCCL's device kernels; also custom all-reduces, NVSHMEM and DeepEP.",
       .limits = "A collective's time includes waiting for its peers. Names do not give sizes.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::nccl_breakdown_skill
