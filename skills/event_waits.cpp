// Which host threads and streams wait for CUDA events, for which event record, and for how long? One row per
// waiter and recording stream.
#include "analysis/host/event_waits.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::event_waits_skill {
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
  std::string waiter;
  std::optional<Id> device;
  std::optional<Id> context;
  std::optional<Id> stream;
  std::optional<Id> recorded_device;
  std::optional<Id> recorded_context;
  std::optional<Id> recorded_stream;
  int64_t waits = 0;
  Ns call_ns;
  std::optional<Ns> blocked_ns;
  std::optional<Ns> longest_ns;
  std::optional<ClockNs> longest_at_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("waiter", r.waiter,
    "host for cudaEventSynchronize and a query that found the event done, stream for cudaStreamWaitEvent.");
  f("device", r.device, "The GPU on which it waited, as that process numbers it.");
  f("context", r.context, "The CUDA context in which it waited.");
  f("stream", r.stream, "The stream that waited; none for the host.");
  f("recorded_device", r.recorded_device, "The GPU of the stream that recorded the event; none: not known.");
  f("recorded_context", r.recorded_context, "The context of that stream; none: not known.");
  f("recorded_stream", r.recorded_stream, "The stream that recorded the event; none: not known.");
  f("waits", r.waits, "How many waits there are.");
  f("call_ns", r.call_ns, "What their calls took on the host, summed.");
  f("blocked_ns", r.blocked_ns,
    "While the waiter stood still for it, the union over waits: of the host, its calls; of a stream, from when it was made to wait and all that began on it before had ended, until the event was recorded. None: not known.");
  f("longest_ns", r.longest_ns, "The longest of these times; none: not known.");
  f("longest_at_ns", r.longest_at_ns, "When that began; none where nothing stood still.");
}

std::optional<Id> id_cell(int64_t number) {
  return number == EventStream::kNone ? std::nullopt : std::optional(Id{number});
}

Row row_of(const EventWaits& of) {
  Row row;
  if (of.pid) row.pid = Id{*of.pid};
  row.waiter = of.waiter.stream == EventStream::kNone ? "host" : "stream";
  row.device = id_cell(of.waiter.device);
  row.context = id_cell(of.waiter.context);
  row.stream = id_cell(of.waiter.stream);
  if (of.recorder) {
    row.recorded_device = id_cell(of.recorder->device);
    row.recorded_context = id_cell(of.recorder->context);
    row.recorded_stream = id_cell(of.recorder->stream);
  }
  row.waits = of.waits;
  row.call_ns = Ns{of.calls};
  if (of.blocked) {
    row.blocked_ns = Ns{*of.blocked};
    row.longest_ns = Ns{of.longest};
    if (of.longest > 0) row.longest_at_ns = ClockNs{of.longest_at};
  }
  return row;
}

// Data that was not recorded, and how to record it.
std::vector<std::string> missing_data(const AllEventWaits& found) {
  std::vector<std::string> notes;
  const auto of_all = [&](int64_t part) {
    return fmt::format("{} of {} waits", readable_count(part), readable_count(found.waits));
  };
  if (found.without_id > 0)
    notes.push_back(
        of_all(found.without_id) +
        " do not say which recording they are for: exports do since Nsight Systems 2025.1, in eventSyncId");
  if (found.without_record > 0 && !found.any_records)
    notes.push_back(of_all(found.without_record) +
                    " are for recordings that were not recorded, as none were: add --cuda-event-trace=true");
  else if (found.without_record > 0)
    notes.push_back(of_all(found.without_record) +
                    " are for recordings that the capture does not have, or has more than once");
  if (found.untimed > 0)
    notes.push_back(
        of_all(found.untimed) +
        " are for recordings without a time, which exports have since Nsight Systems 2026.2: how long streams stood still for them is not known");
  return notes;
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const auto found = event_waits(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  if (!found->recorded)
    return CannotAnswer{"The capture recorded no synchronisation.",
                        {"Capture with `nsys profile --trace=cuda --cuda-event-trace=true`."}};
  if (found->groups.empty()) return Empty{"Nothing waited for a CUDA event in this scope."};
  const size_t shown = params.limit > 0 ? std::min(found->groups.size(), static_cast<size_t>(params.limit))
                                        : found->groups.size();
  Rows<Row> rows;
  rows.total = static_cast<int64_t>(found->groups.size());
  for (size_t i = 0; i < shown; ++i) rows.rows.push_back(row_of(found->groups[i]));
  rows.notes = missing_data(*found);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "event_waits",
       .title = "Who waits for CUDA events, for whose recording, and for how long?",
       .doc =
           "One row a waiter, which is a stream or the host in a context, and a stream whose recordings it waited for; most blocked time first. "
           "A wait is joined with the recording of its process and eventSyncId. "
           "A wait counts where its call or its blocked time lies in the window; times are clipped to it.",
       .reading =
           "A stream with a large blocked_ns stands still for the stream that recorded: its work is not early enough, or not on a stream of its own. "
           "The host in cudaEventSynchronize while the GPU is idle is lost time: see sync_cost. "
           "Many waits with hardly any blocked time cost their call_ns alone.",
       .source = "Synchronisation and event records of CUPTI, by eventSyncId.",
       .limits = "While a stream is blocked, others may run: gpu_idle_gaps says whether the GPU did nothing. "
                 "What blocks a stream twice at a time counts in both rows. "
                 "Waits inside of CUDA graphs are not recorded.",
       .needs = {},
       .families = {Family::cuda_events, Family::synchronization}},
      run);
}

}  // namespace nsys_ai::event_waits_skill
