// What is the longest uninterrupted stretch of compute on a stream? One row per stream.
#include "analysis/kernels/compute_stretches.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "profile/order.h"
#include "skill/cells.h"
#include "skill/choice.h"
#include "skills/list.h"

namespace nsys_ai::compute_stretches_skill {
namespace {

constexpr std::array kBreaking{Choice<BreakingOperations>{"any", BreakingOperations::any},
                               Choice<BreakingOperations>{"communication", BreakingOperations::communication},
                               Choice<BreakingOperations>{"none", BreakingOperations::none}};

struct Params {
  Ns max_pause{5'000};
  std::string broken_by = "any";
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("max_pause", p.max_pause, "A longer time without compute on the stream is a break.");
  f("broken_by", p.broken_by,
    "Which other operations on the stream are a break too: any, communication or none.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  Id context;
  Id stream;
  ClockNs start_ns;
  Ns stretch_ns;
  Ns busy_ns;
  int64_t kernels = 0;
  std::string broken_by;
  int64_t stretches = 0;
  EventRef first;
  EventRef last;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("context", r.context, "The CUDA context of the stream.");
  f("stream", r.stream, "The stream, as its context numbers it.");
  f("start_ns", r.start_ns, "When its longest stretch began.");
  f("stretch_ns", r.stretch_ns, "How long that was: from its first start to its last end, pauses included.");
  f("busy_ns", r.busy_ns, "Of that, the time in which any of its kernels ran.");
  f("kernels", r.kernels, "How many kernels it has; a graph that was recorded as a whole counts as one.");
  f("broken_by", r.broken_by,
    "What ended it: pause, communication, copy, memset, or nothing more on the stream.");
  f("stretches", r.stretches, "How many stretches the stream has.");
  f("first", r.first, "The kernel with which it began.");
  f("last", r.last, "The one with which it ended.");
}

EventRef ref_of(const Profile& profile, const OperationNumbers& numbers, uint32_t operation) {
  const auto [kind, at] = numbers[operation];
  return {kind == OperationNumbers::kernel ? fmt::format("kernel:{}", profile.kernels().row[at])
                                           : fmt::format("graph_run:{}", profile.graph_runs().row[at])};
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto breaking = chosen("broken_by", params.broken_by, kBreaking);
  if (!breaking) return tl::unexpected(breaking.error());
  const Profile& profile = context.profile;
  const ComputeStretches found = compute_stretches(profile, context.scope, params.max_pause.count, *breaking);
  if (found.streams.empty()) return Empty{"No compute kernel ran on these GPUs in this scope."};
  const OperationNumbers numbers(profile);
  const size_t shown = params.limit > 0 ? std::min(found.streams.size(), static_cast<size_t>(params.limit))
                                        : found.streams.size();
  Rows<Row> rows;
  rows.total = static_cast<int64_t>(found.streams.size());
  for (size_t i = 0; i < shown; ++i) {
    const StreamStretch& of = found.streams[i].longest;
    const Stream& stream = profile.streams()[of.stream];
    rows.rows.push_back({pid_cell(profile, stream.device), device_cell(profile, stream.device),
                         Id{stream.context}, Id{stream.stream}, ClockNs{of.time.start},
                         Ns{of.time.duration()}, Ns{of.busy}, of.operations, std::string(name_of(of.ended)),
                         found.streams[i].stretches, ref_of(profile, numbers, of.first),
                         ref_of(profile, numbers, of.last)});
  }
  if (found.graphs > 0)
    rows.notes.push_back(
        fmt::format("CUDA graphs that were recorded as a whole count as compute, whatever ran in them: {}",
                    readable_count(found.graphs)));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "compute_stretches",
       .title = "What is the longest stretch of compute on a stream without a break?",
       .doc =
           "One row a stream on which compute ran: its longest stretch, those of all streams by length. "
           "Compute is each kernel that does not communicate. "
           "A stretch is broken by a pause longer than `max_pause`, and by other operations on the stream as `broken_by` says; an operation that is no break counts as a pause. "
           "Operations are clipped to the window.",
       .reading =
           "A healthy step is one long stretch on the main stream. "
           "Where stretches are short and many, broken_by says what to look at: pause leads to gpu_idle_gaps, communication to overlap_breakdown and nccl_runs, copy and memset to memory_transfers. "
           "busy_ns below stretch_ns is what launch gaps take inside of it.",
       .source = "Pauses up to 5 us are launch gaps, as in gpu_idle_gaps.",
       .limits = "It speaks of one stream at a time: another may compute during a break. "
                 "See stream_overlap_matrix and stream_concurrency for streams together.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::compute_stretches_skill
