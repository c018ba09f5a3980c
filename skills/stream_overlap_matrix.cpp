// Which two streams run at the same time, and for how long? One row per pair on one GPU.
#include <fmt/format.h>

#include "analysis/kernels/stream_pairs.h"
#include "base/text_table.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::stream_overlap_matrix_skill {
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
  Id context_a;
  Id stream_a;
  Id context_b;
  Id stream_b;
  Ns overlap_ns;
  std::optional<Share> share_of_a;
  std::optional<Share> share_of_b;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("context_a", r.context_a, "The CUDA context of the one stream.");
  f("stream_a", r.stream_a, "That stream, as its context numbers it.");
  f("context_b", r.context_b, "The CUDA context of the other.");
  f("stream_b", r.stream_b, "The other stream.");
  f("overlap_ns", r.overlap_ns, "Time in which something ran on both.");
  f("share_of_a", r.share_of_a, "overlap_ns / the time in which anything ran on stream_a.");
  f("share_of_b", r.share_of_b, "overlap_ns / the time in which anything ran on stream_b.");
}

std::string skipped(const Profile& profile, const StreamPairs& found) {
  int64_t streams = 0;
  for (const auto& of : found.skipped) streams += of.streams;
  if (found.skipped.size() == 1)
    return fmt::format("of the {} streams of GPU {}, the {} whose operations took most time are compared",
                       readable_count(streams), profile.devices()[found.skipped.front().device].ordinal,
                       StreamPairs::kMostStreams);
  return fmt::format(
      "{} GPUs have {} streams: of each of them, the {} whose operations took most time are compared",
      readable_count(static_cast<int64_t>(found.skipped.size())), readable_count(streams),
      StreamPairs::kMostStreams);
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const StreamPairs found = stream_pairs(profile, context.scope);
  if (found.pairs.empty()) return Empty{"No two streams of one GPU ran at the same time in this scope."};
  const size_t shown =
      params.limit > 0 ? std::min(found.pairs.size(), static_cast<size_t>(params.limit)) : found.pairs.size();
  Rows<Row> rows;
  rows.total = static_cast<int64_t>(found.pairs.size());
  for (size_t i = 0; i < shown; ++i) {
    const StreamPair& of = found.pairs[i];
    const Stream& a = profile.streams()[of.a];
    const Stream& b = profile.streams()[of.b];
    rows.rows.push_back({pid_cell(profile, a.device), device_cell(profile, a.device), Id{a.context},
                         Id{a.stream}, Id{b.context}, Id{b.stream}, Ns{of.both}, share_cell(of.both, of.of_a),
                         share_cell(of.both, of.of_b)});
  }
  if (!found.skipped.empty()) rows.notes.push_back(skipped(profile, found));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "stream_overlap_matrix",
       .title = "Which two streams run at the same time, and for how long?",
       .doc =
           "One row a pair of streams of one process that were active at the same time on one GPU, by device, then the longest overlap first; pairs that never were have no row. "
           "A stream is active while a kernel, copy, memset or graph of it runs: overlaps are those of unions, clipped to the window. "
           "On a GPU with more than 256 streams, those whose operations took most time are compared, and a note says so.",
       .reading =
           "A copy or communication stream should have a large share in a compute stream: what it lacks is exposed. "
           "Two compute streams without a row wait for each other, or one of them fills the GPU: see event_waits.",
       .source =
           "Unions and intersections as in kernel_overlap_matrix, which compares classes of operations.",
       .limits =
           "Three streams that run together count in three pairs, so overlaps do not add up: stream_concurrency says how many ran at once. "
           "Streams of two processes that share a GPU are not compared.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::stream_overlap_matrix_skill
