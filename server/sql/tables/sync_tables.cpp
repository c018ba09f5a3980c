// The tables `sync` and `cuda_event`: synchronization calls, and what they wait for.
#include "profile/families/family_gpu.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

using Syncs = Synchronizations;

std::string_view kind_name(uint8_t kind) {
  switch (kind) {
    case Syncs::event_wait:
      return "event";
    case Syncs::stream_wait_event:
      return "stream wait event";
    case Syncs::stream_wait:
      return "stream";
    case Syncs::context_wait:
      return "context";
    default:
      return "unknown";
  }
}

// An event without a known time lies in no window.
std::optional<SqlRow> event_row(SqlView& view, const void* of, size_t at) {
  const auto& events = *static_cast<const CudaEvents*>(of);
  if (!in_scope(view, events, at)) return std::nullopt;
  if (events.time[at] != CudaEvents::kUnknownTime) return family_row<CudaEvents>(view, of, at);
  if (view.scope().has_window()) return std::nullopt;
  return SqlRow{at, {}, {}, of};
}

}  // namespace

SqlTable sync_table() {
  SqlColumns columns;
  add_row_column<Syncs>(columns);
  add(columns,
      {{"kind", "STRING", Lookup::few_values,
        "What waits for what: event, stream or context (the host waits for it), stream wait event (a stream does), or unknown.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(kind_name(family_of<Syncs>(row).kind[row.at]));
        }}});
  add_span_columns<Syncs>(columns);
  add_stream_columns<Syncs>(columns);
  add(columns,
      {{"event", "INTEGER", Lookup::many_values, "Id of the CUDA event; NULL for none.",
        maybe_id<Syncs, &Syncs::event>},
       {"event_sync", "INTEGER", Lookup::many_values,
        "Which recording of the event, as in cuda_event.event_sync; NULL where the file does not say.",
        maybe_id<Syncs, &Syncs::event_sync>}});
  add_correlation_column<Syncs>(columns);
  return family_table<Syncs>(
      "sync",
      "Waits of the host and of streams, as the driver saw them, clipped to the window. "
      "The device is that of the context.",
      std::move(columns));
}

SqlTable cuda_event_table() {
  using Events = CudaEvents;
  SqlColumns columns;
  add_row_column<Events>(columns);
  add(columns, {{"start", "TIME", Lookup::many_values,
                 "When it was recorded on the GPU; NULL where the file does not say, as before 2026.2.",
                 [](SqlView&, const SqlRow& row) {
                   const int64_t time = family_of<Events>(row).time[row.at];
                   return time == Events::kUnknownTime ? SqlCell{} : SqlCell::of(time);
                 }}});
  add_stream_columns<Events>(columns);
  add(columns, {{"event", "INTEGER", Lookup::many_values, "Id of the CUDA event; NULL for none.",
                 maybe_id<Events, &Events::event>},
                {"event_sync", "INTEGER", Lookup::many_values,
                 "Which recording of the event; NULL where the file does not say.",
                 maybe_id<Events, &Events::event_sync>}});
  add_correlation_column<Events>(columns);
  SqlTable table = family_table<Events>(
      "cuda_event", "Records of CUDA events. Those without a time are in a scope without a window only.",
      std::move(columns));
  table.row = event_row;
  return table;
}

}  // namespace nsys_ai
