// How long did the requests and iterations of a serving engine's log take, and did the GPUs work meanwhile?
#include <fmt/format.h>

#include <map>

#include "analysis/durations.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/phases/logged_spans.h"
#include "analysis/time/busy_time.h"
#include "base/context.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "skill/choice.h"
#include "skills/list.h"

namespace nsys_ai::request_log_skill {
namespace {

struct Params {
  std::string group = "name";
  int64_t limit = 20;
  std::string requests;
};
template <class F>
void fields(Params& p, F& f) {
  f("group", p.group,
    "What is one row: rows of a lane whose names differ in numbers alone, or each row of the log.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("requests", p.requests,
    "The text of the log: JSON lines with name, start, and end or duration, perhaps lane; or the lines that vLLM, SGLang or TensorRT-LLM print. Default: .nsys-ai/requests.jsonl");
}

struct Row {
  std::string lane;
  std::string name;
  int64_t count = 0;
  ClockNs start_ns;
  Ns total_ns;
  std::optional<Ns> p50_ns;
  std::optional<Ns> p90_ns;
  std::optional<Ns> p99_ns;
  Ns wall_ns;
  std::optional<Ns> gpu_busy_ns;
  std::optional<Share> gpu_share;
};
template <class F>
void fields(Row& r, F& f) {
  f("lane", r.lane, "The lane of the log: an engine, a rank, or `log`.");
  f("name", r.name, "The name in the log, with # for numbers; of a single row, the name as it is.");
  f("count", r.count, "Rows of the log that overlap the scope.");
  f("start_ns", r.start_ns, "When the first of them started.");
  f("total_ns", r.total_ns, "Their durations in the scope, summed; requests overlap.");
  f("p50_ns", r.p50_ns, "The median duration, linearly interpolated; none for moments.");
  f("p90_ns", r.p90_ns, "Nine of ten took no longer.");
  f("p99_ns", r.p99_ns, "99 of 100 took no longer.");
  f("wall_ns", r.wall_ns, "The union of their times.");
  f("gpu_busy_ns", r.gpu_busy_ns,
    "The part of wall_ns in which any GPU of the scope was busy; none for moments.");
  f("gpu_share", r.gpu_share, "gpu_busy_ns / wall_ns.");
}

struct Group {
  std::string lane;
  std::string name;
  std::vector<Interval> times;
};

// When any GPU of the scope was busy.
IntervalSet busy_of_gpus(const Profile& profile, const Scope& scope) {
  std::vector<Interval> busy;
  for (const DeviceIx device : scope.devices()) add_busy(profile, scope, device, busy);
  return IntervalSet::union_of(std::move(busy));
}

Row row_of(const Group& group, const IntervalSet& busy) {
  Row row;
  row.lane = group.lane;
  row.name = group.name;
  row.count = static_cast<int64_t>(group.times.size());
  std::vector<int64_t> durations;
  row.start_ns = ClockNs{group.times.front().start};
  Sum total{};
  for (const Interval& time : group.times) {
    row.start_ns = ClockNs{std::min(row.start_ns.count, time.start)};
    if (!time.empty()) durations.push_back(time.duration());
    total += time.duration();
  }
  row.total_ns = Ns{total};
  if (durations.empty()) return row;
  std::sort(durations.begin(), durations.end());
  row.p50_ns = Ns{percentile(durations, 0.5)};
  row.p90_ns = Ns{percentile(durations, 0.9)};
  row.p99_ns = Ns{percentile(durations, 0.99)};
  const IntervalSet wall = IntervalSet::union_of(group.times);
  const int64_t worked = intersect(wall, busy).total();
  row.wall_ns = Ns{wall.total()};
  row.gpu_busy_ns = Ns{worked};
  if (wall.total() > 0)
    row.gpu_share = Share{static_cast<double>(worked) / static_cast<double>(wall.total())};
  return row;
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  static constexpr std::array<Choice<bool>, 2> kGroups{{{"name", true}, {"row", false}}};
  const auto by_name = chosen("group", params.group, kGroups);
  if (!by_name) return tl::unexpected(by_name.error());
  if (params.requests.empty())
    return CannotAnswer{
        "There is no log of requests.",
        {"Give one with --requests, or as .nsys-ai/requests.jsonl; docs/REPORT.md shows which logs can be read."}};
  const auto log = cancellable(context.work, [&] { return place_log(context.profile, params.requests); });
  if (!log) return tl::unexpected(log.error());
  std::vector<Group> groups;
  std::map<std::pair<uint32_t, std::string>, size_t> known;
  for (const LoggedSpan& span : log->spans) {
    Interval inside = span.time;
    if (context.scope.has_window()) {
      const auto clipped = context.scope.clip(span.time);
      if (!clipped) continue;
      inside = *clipped;
    }
    size_t at = groups.size();
    if (*by_name) at = known.try_emplace({span.lane, normalised_label(span.name)}, at).first->second;
    if (at == groups.size()) groups.push_back({log->lanes[span.lane], span.name, {}});
    groups[at].times.push_back(inside);
    if (groups[at].times.size() == 2) groups[at].name = normalised_label(span.name);
  }
  if (groups.empty()) {
    std::string reason = "No row of the log lies in this scope.";
    for (const std::string& note : log->notes) reason += " " + note + ".";
    return Empty{reason};
  }
  const IntervalSet busy = busy_of_gpus(context.profile, context.scope);
  Rows<Row> rows;
  for (const Group& group : groups) rows.rows.push_back(row_of(group, busy));
  std::stable_sort(rows.rows.begin(), rows.rows.end(),
                   [](const Row& a, const Row& b) { return a.total_ns.count > b.total_ns.count; });
  rows.notes = log->notes;
  if (log->outside > 0)
    rows.notes.push_back(fmt::format("rows of the log outside the capture, or without a range there: {}",
                                     readable_count(log->outside)));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "request_log",
       .title =
           "How long did the requests or iterations of a serving engine's log take, and did GPUs work meanwhile?",
       .doc =
           "One row a lane and name of the log, or a row of it, the longest in total first. "
           "Times that are dates count from the session's start; where NVTX ranges have the same texts in the same order, a lane moves by the median difference to them, and lines whose times have whole seconds are placed at those ranges. Notes say for each lane how it was placed, and how far it can be off. "
           "Times are clipped to the window.",
       .reading =
           "A request with a small gpu_share waited: in a queue, for the scheduler, or for other requests of its batch. "
           "group=row lists the longest ones, and the timeline shows each lane.",
       .source = "The lines that vLLM, SGLang and TensorRT-LLM print, as their sources write them.",
       .limits = "A request shares the GPUs with others: gpu_busy_ns is no work of its own.",
       .of_project = {{"requests"}, {}, {}}},
      run);
}

}  // namespace nsys_ai::request_log_skill
