// Which collectives took far longer than others of their group? One row per kernel.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/collectives/late_collectives.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::nccl_anomaly_skill {
namespace {

struct Params {
  double threshold = 3;
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("threshold", p.threshold, "How many times the median a collective must take to be listed.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef ref;
  std::string collective;
  ClockNs start_ns;
  Ns duration_ns;
  Ns median_ns;
  double ratio = 0;
  int64_t alike = 0;
  std::optional<Id> pid;
  Id device;
  Id stream;
  std::optional<Id> last_pid;
  std::optional<Id> last_device;
  std::optional<Ns> last_after_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The kernel.");
  f("collective", r.collective, "What its name says it does.");
  f("start_ns", r.start_ns, "When it began.");
  f("duration_ns", r.duration_ns, "How long it ran inside the scope.");
  f("median_ns", r.median_ns, "The median of its like.");
  f("ratio", r.ratio, "duration_ns / median_ns.");
  f("alike", r.alike, "How many there are of its like, itself among them.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("stream", r.stream, "The stream, as its context numbers it.");
  f("last_pid", r.last_pid,
    "The process that came to it last, where the capture holds its kernel; none where this one did, or where no other rank is known.");
  f("last_device", r.last_device, "The GPU of that process.");
  f("last_after_ns", r.last_after_ns, "How long after this one its kernel began.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const LateCollectives found = late_collectives(profile, context.scope, params.threshold);
  Rows<Row> rows;
  for (const LateCollective& of : found.late) {
    const Stream& stream = profile.streams()[of.stream];
    std::optional<Id> last_pid, last_device;
    std::optional<Ns> last_after;
    if (of.last_to_come) {
      const DeviceIx last = profile.streams()[profile.kernels().stream[*of.last_to_come]].device;
      last_pid = pid_cell(profile, last);
      last_device = device_cell(profile, last);
      last_after = Ns{profile.kernels().start[*of.last_to_come] - profile.kernels().start[of.kernel]};
    }
    rows.rows.push_back({EventRef{fmt::format("kernel:{}", profile.kernels().row[of.kernel])},
                         std::string(name_of(of.collective)), ClockNs{profile.kernels().start[of.kernel]},
                         Ns{of.duration}, Ns{of.median},
                         static_cast<double>(of.duration) / static_cast<double>(of.median), of.alike,
                         pid_cell(profile, stream.device), device_cell(profile, stream.device),
                         Id{stream.stream}, last_pid, last_device, last_after});
  }
  if (found.groups == 0) return Empty{"No kernel of this scope communicates."};
  if (found.compared == 0)
    return Empty{"No collective ran five times on one stream, which it takes to compare."};
  if (rows.rows.empty())
    return Empty{
        fmt::format("No collective took more than {} times the median of its like.", params.threshold)};
  // Sorted by the time beyond the median, the largest first.
  std::sort(rows.rows.begin(), rows.rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(b.duration_ns - b.median_ns, a.start_ns, a.device, a.ref.text) <
           std::tuple(a.duration_ns - a.median_ns, b.start_ns, b.device, b.ref.text);
  });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nccl_anomaly",
       .title = "Which collectives took far longer than their like?",
       .doc =
           "One row a communication kernel that took more than `threshold` times the median of its like, those first that lost the most time. "
           "Its like are the kernels of the same stream, collective, algorithm and protocol; fewer than five are not compared. "
           "Durations are clipped to the window. "
           "Of the ranks that the capture holds, the last to come is that whose kernel of the same collective ran beside it, ended with it, and began last.",
       .reading =
           "The first collective of a run is often slow, since it connects the ranks. "
           "One that is slow on one rank waits for another: look there at the same time, at what ran before its collective.",
       .source = "Median and ratio as in the straggler analyses of Holistic Trace Analysis.",
       .limits = "Sizes are not in the names: a collective may be slow because it moves more.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::nccl_anomaly_skill
