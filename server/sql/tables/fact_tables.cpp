// Data attached to events: `gpu_metric`, `nvtx_payload` and `context`.
#include "profile/families/family_metrics.h"
#include "profile/families/family_nvtx.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

// Samples of a GPU that no process of the profile uses are in a scope only if it includes all GPUs.
bool shows_gpu(SqlView& view, int64_t gpu) {
  const auto& devices = view.profile().devices();
  if (view.scope().devices().size() == devices.size()) return true;
  for (const DeviceIx device : view.scope().devices())
    if (devices[device].gpu.exists() && view.profile().gpus()[devices[device].gpu].id == gpu) return true;
  return false;
}

std::optional<SqlRow> metric_row(SqlView& view, const void* of, size_t at) {
  const auto& metrics = *static_cast<const GpuMetrics*>(of);
  if (!shows_gpu(view, metrics.gpu[at])) return std::nullopt;
  const Interval time{metrics.time[at], metrics.time[at]};
  const auto inside = view.scope().clip(time);
  if (!inside) return std::nullopt;
  return SqlRow{at, time, *inside, of};
}

// The payload belongs to a row of `nvtx`, and is shown if that row is.
std::optional<SqlRow> payload_row(SqlView& view, const void* of, size_t at) {
  const Nvtx& nvtx = view.profile().nvtx();
  const uint32_t event = static_cast<const NvtxDetails*>(of)->event[at];
  if (!nvtx.is_range(event) && !nvtx.is_mark(event)) return std::nullopt;
  if (!view.has(view.profile().threads()[nvtx.thread[event]].process)) return std::nullopt;
  const Interval whole{nvtx.start[event], nvtx.end(event)};
  const auto inside = view.scope().clip(whole);
  if (!inside) return std::nullopt;
  return SqlRow{at, whole, *inside, of};
}

std::string_view payload_name(uint8_t payload) {
  switch (payload) {
    case NvtxDetails::uint64:
      return "uint64";
    case NvtxDetails::int64:
      return "int64";
    case NvtxDetails::float64:
      return "double";
    case NvtxDetails::uint32:
      return "uint32";
    case NvtxDetails::int32:
      return "int32";
    case NvtxDetails::float32:
      return "float";
    default:
      return "";
  }
}

SqlCell payload(SqlView&, const SqlRow& row) {
  const auto& details = family_of<NvtxDetails>(row);
  return details.payload[row.at] == NvtxDetails::none ? SqlCell{} : SqlCell::of(details.real(row.at));
}

const CudaContext& context_of(const SqlRow& row) { return family_of<CudaObjects>(row).contexts[row.at]; }

// The process of the profile with this key; none() if no event names it.
ProcessIx process_of_key(SqlView& view, int64_t key) {
  const auto& processes = view.profile().processes();
  for (size_t at = 0; at < processes.size(); ++at)
    if (processes[at].key == key) return ProcessIx(at);
  return ProcessIx::none();
}

template <auto member>
SqlCell of_context(SqlView&, const SqlRow& row) {
  return SqlCell::of(static_cast<int64_t>(context_of(row).*member));
}
template <auto member>
SqlCell known_of_context(SqlView&, const SqlRow& row) {
  const auto value = context_of(row).*member;
  return value <= 0 ? SqlCell{} : SqlCell::of(static_cast<int64_t>(value));
}

}  // namespace

SqlTable gpu_metric_table() {
  SqlColumns columns;
  add_instant_column(columns);
  add(columns,
      {{"gpu", "INTEGER", Lookup::few_values, "The profiler's own number of the GPU.",
        number<GpuMetrics, &GpuMetrics::gpu>},
       {"metric", "STRING", Lookup::names, "The metric and its unit, as the capture names it.",
        [](SqlView&, const SqlRow& row) {
          const auto& metrics = family_of<GpuMetrics>(row);
          return SqlCell::of(metrics.text(metrics.metrics[metrics.metric[row.at]]));
        }},
       {"value", "REAL", Lookup::none,
        "What was counted; the sample stands for the time since the one before it.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(family_of<GpuMetrics>(row).value[row.at]); }}});
  return {"gpu_metric",       "Samples of GPU metrics: one row for each metric of each sample.",
          std::move(columns), estimated_rows,
          metric_row,         open_family<GpuMetrics>};
}

SqlTable nvtx_payload_table() {
  using Details = NvtxDetails;
  return {
      "nvtx_payload",
      "What NVTX events carry besides their text: a row for each that carries anything.",
      {{"nvtx", "REF", Lookup::unique, "nvtx.id of the event.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::ref("nvtx", view.profile().nvtx().row[family_of<Details>(row).event[row.at]]);
        }},
       {"colour", "INTEGER", Lookup::few_values, "ARGB; NULL for none.", known<Details, &Details::colour>},
       {"type", "STRING", Lookup::few_values, "Type of the number; NULL where there is none.",
        [](SqlView&, const SqlRow& row) {
          return text_or_null(payload_name(family_of<Details>(row).payload[row.at]));
        }},
       {"value", "REAL", Lookup::none, "The number; beyond 2^53 to 16 digits.", payload},
       {"json", "STRING", Lookup::many_values, "JSON; NULL for none.", text<Details, &Details::json>},
       {"binary_bytes", "BYTES", Lookup::none, "Size of the binary data; 0 for none.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(static_cast<int64_t>(family_of<Details>(row).binary_data(row.at).size()));
        }}},
      estimated_rows,
      payload_row,
      open_family<Details>};
}

SqlTable context_table() {
  return {
      "context",
      "CUDA contexts as they were made; where particular GPUs were asked for, of the processes that use them.",
      {{"process", "INTEGER", Lookup::few_values,
        "Number of the process, as in process.process; NULL for one that no event names.",
        [](SqlView& view, const SqlRow& row) {
          const ProcessIx process = process_of_key(view, context_of(row).process_key);
          return process.exists() ? SqlCell::of(int64_t{process.value}) : SqlCell{};
        }},
       {"context", "INTEGER", Lookup::few_values, "Context, as the process numbers it.",
        of_context<&CudaContext::context>},
       {"device", "INTEGER", Lookup::few_values, "CUDA ordinal of its GPU, as the process numbers it.",
        of_context<&CudaContext::device>},
       {"null_stream", "INTEGER", Lookup::few_values,
        "Its default stream, as in stream.stream; NULL where the file does not say.",
        [](SqlView&, const SqlRow& row) { return number_unless_none(context_of(row).null_stream); }},
       {"parent", "INTEGER", Lookup::few_values,
        "The context that a green context belongs to; NULL for none.",
        known_of_context<&CudaContext::parent>},
       {"is_green", "INTEGER", Lookup::few_values, "1 for a green context.",
        of_context<&CudaContext::is_green>},
       {"sm_count", "COUNT", Lookup::none,
        "Streaming multiprocessors of a green context; NULL where the file does not say.",
        known_of_context<&CudaContext::sm_count>}},
      estimated_rows,
      [](SqlView& view, const void* of, size_t at) -> std::optional<SqlRow> {
        const auto& objects = *static_cast<const CudaObjects*>(of);
        if (!view.has(process_of_key(view, objects.contexts[at].process_key))) return std::nullopt;
        return SqlRow{at, {}, {}, of};
      },
      [](SqlView& view, const SqlArguments&) -> Result<SqlRows> {
        const auto* objects = view.events<CudaObjects>();
        if (!objects) return tl::unexpected(*view.failure());
        return SqlRows{objects, objects->contexts.size()};
      }};
}

}  // namespace nsys_ai
