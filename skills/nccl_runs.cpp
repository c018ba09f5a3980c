// Where do communication kernels follow each other directly? One row per run on one stream.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/collectives/communication_runs.h"
#include "profile/order.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::nccl_runs_skill {
namespace {

struct Params {
  Ns max_pause{5'000};
  int64_t min_kernels = 2;
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("max_pause", p.max_pause, "A longer pause between two of them ends a run.");
  f("min_kernels", p.min_kernels, "Shorter runs are left out; fewer than 2 make none.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef first;
  std::string collectives;
  std::optional<Id> pid;
  Id device;
  Id context;
  Id stream;
  ClockNs start_ns;
  Ns run_ns;
  int64_t kernels = 0;
  Ns comm_ns;
  Ns pause_ns;
  Ns exposed_ns;
  std::optional<Share> exposed_share;
};
template <class F>
void fields(Row& r, F& f) {
  f("first", r.first, "The kernel with which it began.");
  f("collectives", r.collectives, "What its kernels do, and how many do so, such as `AllReduce x 4`.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("context", r.context, "The CUDA context of the stream.");
  f("stream", r.stream, "The stream, as its context numbers it.");
  f("start_ns", r.start_ns, "When it began.");
  f("run_ns", r.run_ns, "From its first start to its last end: comm_ns + pause_ns.");
  f("kernels", r.kernels, "How many communication kernels it has.");
  f("comm_ns", r.comm_ns, "The time in which any of them ran.");
  f("pause_ns", r.pause_ns, "The pauses between them.");
  f("exposed_ns", r.exposed_ns, "Of comm_ns, while no compute kernel ran on the GPU.");
  f("exposed_share", r.exposed_share, "exposed_ns / comm_ns.");
}

std::string listed(const CommunicationRun& run) {
  std::string text;
  for (const auto& [collective, kernels] : run.kernels)
    text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", name_of(collective), kernels);
  return text;
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  std::vector<CommunicationRun> runs = communication_runs(profile, context.scope, params.max_pause.count);
  std::erase_if(runs, [&](const CommunicationRun& of) { return of.stretch.operations < params.min_kernels; });
  if (runs.empty()) {
    const Collectives& collectives = profile.derived(build_collectives);
    const bool any = std::any_of(collectives.of_code.begin(), collectives.of_code.end(),
                                 [](const Collectives::Of& of) { return of.communicates; });
    return Empty{any ? "No communication kernels of this scope follow each other on a stream."
                     : "No kernel of this capture communicates."};
  }
  const OperationNumbers numbers(profile);
  const size_t shown =
      params.limit > 0 ? std::min(runs.size(), static_cast<size_t>(params.limit)) : runs.size();
  Rows<Row> rows;
  rows.total = static_cast<int64_t>(runs.size());
  for (size_t i = 0; i < shown; ++i) {
    const StreamStretch& of = runs[i].stretch;
    const Stream& stream = profile.streams()[of.stream];
    rows.rows.push_back({EventRef{fmt::format("kernel:{}", profile.kernels().row[numbers[of.first].at])},
                         listed(runs[i]), pid_cell(profile, stream.device),
                         device_cell(profile, stream.device), Id{stream.context}, Id{stream.stream},
                         ClockNs{of.time.start}, Ns{of.time.duration()}, of.operations, Ns{of.busy},
                         Ns{runs[i].pauses()}, Ns{runs[i].exposed}, share_cell(runs[i].exposed, of.busy)});
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nccl_runs",
       .title = "Where do communication kernels follow each other with nothing between them?",
       .doc =
           "One row a run of at least two communication kernels on one stream, the longest first. "
           "A run ends with any other operation on the stream, and with a pause longer than `max_pause`. "
           "exposed_ns is what no compute kernel of any stream of the process hides on that GPU; a graph that was recorded as a whole hides nothing. "
           "Kernels are clipped to the window.",
       .reading =
           "Many short collectives in a run cost a launch and a latency each: larger buckets, or one group (ncclGroupStart, ncclGroupEnd), make one of them. "
           "A run that is exposed is worth moving behind computation; one that is hidden is not. "
           "pause_ns near comm_ns: the host is late to launch, see launch_latency.",
       .source = "Exposed communication as in overlap_breakdown, of each run.",
       .limits = "A collective's time includes the wait for its peers, so a long run may be one late rank. "
                 "Runs of two streams at the same time are exposed each for itself.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::nccl_runs_skill
