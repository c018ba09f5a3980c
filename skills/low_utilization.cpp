// During which intervals is a GPU hardly busy? One row per interval.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "analysis/time/busy_bins.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::low_utilization_skill {
namespace {

constexpr int64_t kChunks = 30;

struct Params {
  Share threshold{0.5};
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("threshold", p.threshold, "Chunks that are busy for a smaller share than this count as low.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  ClockNs start_ns;
  ClockNs end_ns;
  Share busy_share;
  Ns idle_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("start_ns", r.start_ns, "Where the stretch begins.");
  f("end_ns", r.end_ns, "Where it ends.");
  f("busy_share", r.busy_share, "Time in which anything ran / the length of the stretch.");
  f("idle_ns", r.idle_ns, "The rest of the stretch.");
}

// Adjacent low chunks form one interval.
void add_stretches(const Profile& profile, const DeviceTime& of, double threshold, std::vector<Row>& rows) {
  const std::vector<int64_t> busy = busy_bins(profile, of.device, of.span, kChunks);
  const auto start = [&](int64_t i) { return bin_start(of.span, kChunks, i); };
  for (int64_t first = 0; first < kChunks;) {
    int64_t end = first;
    int64_t total = 0;
    for (; end < kChunks; ++end) {
      const int64_t of_chunk = busy[static_cast<size_t>(end)];
      if (static_cast<double>(of_chunk) >= threshold * static_cast<double>(start(end + 1) - start(end)))
        break;
      total += of_chunk;
    }
    const int64_t duration = start(end) - start(first);
    if (duration > 0)
      rows.push_back({pid_cell(profile, of.device), device_cell(profile, of.device), ClockNs{start(first)},
                      ClockNs{start(end)}, *share_cell(total, duration), Ns{duration - total}});
    first = end + 1;
  }
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  Rows<Row> rows;
  for (const DeviceTime& of : device_times(context.profile, context.scope))
    add_stretches(context.profile, of, params.threshold.value, rows.rows);
  if (rows.rows.empty())
    return Empty{fmt::format("No thirtieth of the span of any GPU is below {:.1f} % busy.",
                             100 * params.threshold.value)};
  // Stable, so that equal ones stay in the order of devices and times.
  std::stable_sort(rows.rows.begin(), rows.rows.end(),
                   [](const Row& a, const Row& b) { return a.idle_ns > b.idle_ns; });
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "low_utilization",
       .title = "Which stretches of each GPU's span are hardly busy?",
       .doc =
           "The span of each GPU of a process, from its first operation to its last inside the window, is cut into 30 equal chunks. "
           "Those that are busy for less than the threshold are low, and neighbours make one row; the most idle time first. "
           "Busy is the union of all operations.",
       .reading = "A stretch at the beginning is often warm-up, one that returns is part of each step. "
                  "Look into it with gpu_idle_gaps --trim START END.",
       .source = "The rule gpu_time_util of nsys analyze: 30 chunks, 50 %. "
                 "It adds operations that overlap, which are counted once here.",
       .limits = "A chunk is a thirtieth of the span: what is shorter shows only in its average.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::low_utilization_skill
