// Sums operations by stream, GPU or process in one pass over their columns; with SQL, SQLite would hold and
// sort millions of rows for a handful of sums.
#include "question/stream_sums.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/scope.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct StreamSum {
  int64_t events = 0;
  int64_t total = 0;
};

using StreamSums = std::vector<StreamSum>;  // by stream

void add_durations(const AnswerContext& context, const Operations& operations, StreamSums& sums) {
  ThrottledCheck check;
  for (size_t at = 0; at < operations.size(); ++at, check()) {
    const StreamIx stream = operations.stream[at];
    if (!context.scope.has(stream)) continue;
    const auto inside = context.scope.clip(operations.interval(at));
    if (!inside) continue;
    ++sums[stream.value].events;
    sums[stream.value].total += inside->duration();
  }
}

// From the start or the end of launch calls to the start of their kernels, as in the table `kernel`.
void add_waits(const AnswerContext& context, bool from_end, StreamSums& sums) {
  const Kernels& kernels = context.profile.kernels();
  const Calls& calls = context.profile.calls();
  const Launches& launches = context.profile.derived(build_launches);
  ThrottledCheck check;
  for (size_t at = 0; at < kernels.size(); ++at, check()) {
    const StreamIx stream = kernels.stream[at];
    const uint32_t call = launches.of_kernel[at];
    if (call == Launches::kNoCall || !context.scope.has(stream)) continue;
    const auto inside = context.scope.clip(kernels.interval(at));
    const auto launch = context.scope.clip({calls.start[call], calls.end(call)});
    if (!inside || !launch || (from_end && inside->start <= launch->end)) continue;
    ++sums[stream.value].events;
    sums[stream.value].total += inside->start - (from_end ? launch->end : launch->start);
  }
}

std::string_view plain_condition(Measure measure) {
  if (measure == Measure::queue) return "queue IS NOT NULL";
  return measure == Measure::latency ? "latency IS NOT NULL" : "1";
}

bool is_summed(const AskQuery& q) {
  const Measure of = measured_of(q);
  const bool waits = of == Measure::queue || of == Measure::latency;
  const bool timed = of == Measure::duration || of == Measure::count;
  return (q.thing == Thing::kernel && (waits || timed)) ||
         (timed && (q.thing == Thing::memcpy || q.thing == Thing::memset || q.thing == Thing::operation ||
                    q.thing == Thing::graph));
}

void add_all(const AnswerContext& context, StreamSums& sums) {
  const Profile& profile = context.profile;
  const AskQuery& q = context.query;
  const Measure of = measured_of(q);
  if (of == Measure::queue || of == Measure::latency) return add_waits(context, of == Measure::queue, sums);
  const bool all = q.thing == Thing::operation;
  if (all || q.thing == Thing::kernel) add_durations(context, profile.kernels(), sums);
  if (all || q.thing == Thing::memcpy) add_durations(context, profile.copies(), sums);
  if (all || q.thing == Thing::memset) add_durations(context, profile.memsets(), sums);
  if (all || q.thing == Thing::graph) add_durations(context, profile.graph_runs(), sums);
}

struct StreamGroup {
  StreamSum sum;
  Value label, pid;
};

Value figure_of_sum(const AskQuery& q, const StreamSum& sum) {
  if (measured_of(q) == Measure::count) return sum.events;
  if (q.statistic == Statistic::mean) return static_cast<double>(sum.total) / static_cast<double>(sum.events);
  return sum.total;
}

// Groups streams by label; a process, a device and a stream together identify one.
std::vector<StreamGroup> groups_of(const AnswerContext& context, const StreamSums& sums) {
  const Profile& profile = context.profile;
  const Dimension by = *context.query.group;
  std::map<std::tuple<uint32_t, int64_t, int64_t, int64_t>, StreamGroup> groups;
  for (size_t at = 0; at < sums.size(); ++at) {
    if (sums[at].events == 0) continue;
    const Stream& stream = profile.streams()[at];
    const Device& device = profile.devices()[stream.device];
    const auto pid = profile.pid_of(device.process);
    const int64_t ordinal = device.ordinal, context = stream.context, number = stream.stream;
    StreamGroup& group =
        groups[{device.process.value, by == Dimension::process ? 0 : ordinal,
                by == Dimension::stream ? context : 0, by == Dimension::stream ? number : 0}];
    group.sum.events += sums[at].events;
    group.sum.total += sums[at].total;
    Value owner;
    if (pid) owner = int64_t{*pid};
    group.label = by == Dimension::process ? owner : by == Dimension::gpu ? Value(ordinal) : Value(number);
    group.pid = by == Dimension::process ? Value() : owner;
  }
  std::vector<StreamGroup> all;
  for (auto& [key, group] : groups) all.push_back(std::move(group));
  return all;
}

}  // namespace

std::optional<TableRows> stream_sums(AnswerContext& context, const Source& source, int64_t most) {
  const AskQuery& q = context.query;
  const bool by_place =
      q.group == Dimension::stream || q.group == Dimension::gpu || q.group == Dimension::process;
  const bool added = !q.statistic || (q.statistic == Statistic::mean && measured_of(q) != Measure::count);
  if (source.from != source.table || !by_place || !added || !is_summed(q) ||
      source.where != plain_condition(measured_of(q)))
    return std::nullopt;
  StreamSums sums(context.profile.streams().size());
  add_all(context, sums);
  std::vector<StreamGroup> groups = groups_of(context, sums);
  std::stable_sort(groups.begin(), groups.end(), [&](const StreamGroup& a, const StreamGroup& b) {
    const double first = real(figure_of_sum(q, a.sum)), second = real(figure_of_sum(q, b.sum));
    if (first != second) return q.order == Order::least ? first < second : first > second;
    return a.label < b.label;
  });
  if (groups.size() > static_cast<size_t>(most)) groups.resize(static_cast<size_t>(most));
  TableRows rows;
  for (const StreamGroup& group : groups)
    rows.push_back({group.label, group.pid, figure_of_sum(q, group.sum), group.sum.events});
  return rows;
}

}  // namespace nsys_ai
