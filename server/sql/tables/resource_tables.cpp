// The tables `process`, `thread`, `gpu` and `stream`: where events happened.
#include "analysis/host/seen_processes.h"
#include "sql/table.h"

namespace nsys_ai {
namespace {

// The number of elements that events name. Reports missing event data, because an unread event may name more.
template <auto list>
size_t named_by_events(const Profile& profile) {
  profile.report_of_all_parts();
  return (profile.*list)().size();
}

// NULL for a number that is zero or a text that is empty, which means that the file does not record it.
SqlCell known_or_null(int64_t value) { return value == 0 ? SqlCell{} : SqlCell::of(value); }
SqlCell known_or_null(const std::string& text) {
  return text.empty() ? SqlCell{} : SqlCell::of(std::string_view(text));
}

const CapturedProcess& seen_process(const SqlRow& row) {
  return (*static_cast<const std::vector<CapturedProcess>*>(row.of))[row.at];
}
Result<SqlRows> open_processes(SqlView& view, const SqlArguments&) {
  const HostFamilies families{view.events<OsCalls>(), view.events<SchedEvents>(), view.events<CpuSamples>()};
  if (const auto& failure = view.failure()) return tl::unexpected(*failure);
  view.profile().report_of_all_parts();
  const auto seen =
      std::make_shared<const std::vector<CapturedProcess>>(captured_processes(view.profile(), families));
  return SqlRows{seen.get(), seen->size(), seen};
}

const Thread& thread_of(SqlView& view, const SqlRow& row) { return view.profile().threads()[row.at]; }
const Device& device_of(SqlView& view, const SqlRow& row) { return view.profile().devices()[row.at]; }
const Stream& stream_of(SqlView& view, const SqlRow& row) { return view.profile().streams()[row.at]; }

// The physical GPU; null if the file describes none.
const Gpu* gpu_of(SqlView& view, const SqlRow& row) {
  const GpuIx gpu = device_of(view, row).gpu;
  return gpu.exists() ? &view.profile().gpus()[gpu] : nullptr;
}

template <auto member>
SqlCell gpu_cell(SqlView& view, const SqlRow& row) {
  const Gpu* gpu = gpu_of(view, row);
  return gpu ? known_or_null(gpu->*member) : SqlCell{};
}

// Where the file does not say which GPU the process has, its like is known at most.
template <auto member>
SqlCell identity_cell(SqlView& view, const SqlRow& row) {
  return device_of(view, row).is_known ? gpu_cell<member>(view, row) : SqlCell{};
}

SqlCell uuid_cell(SqlView& view, const SqlRow& row) {
  const Device& device = device_of(view, row);
  return device.slice.empty() ? identity_cell<&Gpu::uuid>(view, row) : known_or_null(device.slice);
}

// The file does not say what memory a slice has.
const Gpu* whole_gpu_of(SqlView& view, const SqlRow& row) {
  return device_of(view, row).slice.empty() ? gpu_of(view, row) : nullptr;
}

SqlCell gpu_memory(SqlView& view, const SqlRow& row) {
  const Gpu* gpu = whole_gpu_of(view, row);
  return gpu ? known_or_null(gpu->memory_bytes) : SqlCell{};
}

SqlCell gpu_bandwidth(SqlView& view, const SqlRow& row) {
  const Gpu* gpu = whole_gpu_of(view, row);
  if (!gpu || gpu->bandwidth_bytes_per_s == 0) return {};
  return SqlCell::of(static_cast<double>(gpu->bandwidth_bytes_per_s) / 1e9);
}

// The record of the stream's creation; null if the file has none or it could not be read.
const CudaStream* made_stream(SqlView& view, const SqlRow& row) {
  const auto* objects = view.events<CudaObjects>();
  if (!objects) return nullptr;
  const Stream& stream = stream_of(view, row);
  const int64_t process = view.profile().processes()[view.profile().devices()[stream.device].process].key;
  return objects->stream(process, stream.context, stream.stream);
}

std::optional<SqlRow> shown(bool in_scope, size_t at) {
  if (!in_scope) return std::nullopt;
  return SqlRow{at, {}, {}};
}

}  // namespace

SqlTable process_table() {
  return {
      "process",
      "Processes that events of the capture name, also those that only calls of the operating system, scheduling or samples show. "
      "Where particular GPUs were asked for: those that use them.",
      {
          {"process", "INTEGER", Lookup::unique,
           "Number of the process in this capture; NULL where neither GPU operations nor CUDA calls nor NVTX show it.",
           [](SqlView&, const SqlRow& row) {
             const ProcessIx process = seen_process(row).process;
             return process.exists() ? SqlCell::of(int64_t{process.value}) : SqlCell{};
           }},
          {"pid", "INTEGER", Lookup::unique, "Process id; NULL where the capture names no process.",
           [](SqlView&, const SqlRow& row) { return SqlCell::maybe(seen_process(row).pid); }},
          {"name", "STRING", Lookup::many_values, "The program; NULL where the file does not say.",
           [](SqlView&, const SqlRow& row) { return known_or_null(seen_process(row).name); }},
      },
      [](const Profile& profile) { return profile.processes().size(); },
      [](SqlView& view, const void* of, size_t at) -> std::optional<SqlRow> {
        const SqlRow row{at, {}, {}, of};
        return view.has(seen_process(row).process) ? std::optional(row) : std::nullopt;
      },
      open_processes};
}

SqlTable thread_table() {
  return {
      "thread",
      "Threads that events of the capture name. "
      "Where particular GPUs were asked for: of the processes that use them.",
      {
          {"thread", "INTEGER", Lookup::unique, "Number of the thread in this capture.",
           [](SqlView&, const SqlRow& row) { return SqlCell::of(static_cast<int64_t>(row.at)); }},
          {"tid", "INTEGER", Lookup::many_values, "Thread id, unique in its process only.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(thread_of(v, r).tid); }},
          {"name", "STRING", Lookup::many_values, "Name of the thread; NULL where the file does not say.",
           [](SqlView& v, const SqlRow& r) { return known_or_null(thread_of(v, r).name); }},
          {"process", "INTEGER", Lookup::few_values, "Number of its process, as in process.process.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(int64_t{thread_of(v, r).process.value}); }},
          {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
           [](SqlView& v, const SqlRow& r) {
             return SqlCell::maybe(v.profile().pid_of(thread_of(v, r).process));
           }},
      },
      named_by_events<&Profile::threads>,
      [](SqlView& view, const void*, size_t at) {
        return shown(view.has(view.profile().threads()[at].process), at);
      }};
}

SqlTable gpu_table() {
  return {
      "gpu",
      "The GPUs of the scope, each as one process sees it: two processes that share a GPU have two rows.",
      {
          {"process", "INTEGER", Lookup::few_values, "Number of the process, as in process.process.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(int64_t{device_of(v, r).process.value}); }},
          {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
           [](SqlView& v, const SqlRow& r) {
             return SqlCell::maybe(v.profile().pid_of(device_of(v, r).process));
           }},
          {"device", "INTEGER", Lookup::few_values, "CUDA ordinal, as the process numbers it.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(device_of(v, r).ordinal); }},
          {"gpu", "INTEGER", Lookup::few_values,
           "Number of the physical GPU in this capture: rows of one number are one GPU, or slices of it.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(int64_t{device_of(v, r).physical}); }},
          {"name", "STRING", Lookup::few_values, "Model of the GPU; NULL where the file does not say.",
           gpu_cell<&Gpu::name>},
          {"uuid", "STRING", Lookup::few_values,
           "What distinguishes physical GPUs, and slices of them (`MIG-…`); NULL where the file does not say.",
           uuid_cell},
          {"bus", "STRING", Lookup::few_values,
           "Where it sits on the PCI bus; NULL where the file does not say.", identity_cell<&Gpu::bus>},
          {"sm_count", "COUNT", Lookup::none,
           "Streaming multiprocessors that the process has of it: those of its slice, where it has one.",
           [](SqlView& v, const SqlRow& r) { return known_or_null(device_of(v, r).sm_count); }},
          {"memory_bytes", "BYTES", Lookup::none, "Memory of the GPU; NULL for a slice.", gpu_memory},
          {"bandwidth_gbps", "GBPS", Lookup::none,
           "Peak of its memory, as the driver states it; NULL for a slice.", gpu_bandwidth},
          {"compute_major", "INTEGER", Lookup::none, "Compute capability, before the point.",
           gpu_cell<&Gpu::compute_major>},
          {"compute_minor", "INTEGER", Lookup::none, "Compute capability, after the point.",
           [](SqlView& v, const SqlRow& r) {
             const Gpu* gpu = gpu_of(v, r);
             return gpu && gpu->compute_major ? SqlCell::of(gpu->compute_minor) : SqlCell{};
           }},
      },
      named_by_events<&Profile::devices>,
      [](SqlView& view, const void*, size_t at) { return shown(view.scope().has(DeviceIx(at)), at); }};
}

SqlTable stream_table() {
  return {
      "stream",
      "Streams on the GPUs of the scope, each in its process and context.",
      {
          {"process", "INTEGER", Lookup::few_values, "Number of the process, as in process.process.",
           [](SqlView& v, const SqlRow& r) {
             return SqlCell::of(int64_t{v.profile().devices()[stream_of(v, r).device].process.value});
           }},
          {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
           [](SqlView& v, const SqlRow& r) {
             return SqlCell::maybe(v.profile().pid_of(v.profile().devices()[stream_of(v, r).device].process));
           }},
          {"device", "INTEGER", Lookup::few_values, "CUDA ordinal of its GPU, as the process numbers it.",
           [](SqlView& v, const SqlRow& r) {
             return SqlCell::of(v.profile().devices()[stream_of(v, r).device].ordinal);
           }},
          {"context", "INTEGER", Lookup::few_values, "Context, as the process numbers it.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(stream_of(v, r).context); }},
          {"stream", "INTEGER", Lookup::few_values, "Stream, as the process numbers it.",
           [](SqlView& v, const SqlRow& r) { return SqlCell::of(stream_of(v, r).stream); }},
          {"priority", "INTEGER", Lookup::few_values, "Smaller goes first; NULL where the file does not say.",
           [](SqlView& v, const SqlRow& r) {
             const CudaStream* made = made_stream(v, r);
             return made ? SqlCell::of(int64_t{made->priority}) : SqlCell{};
           }},
          {"kind", "STRING", Lookup::few_values,
           "Such as Default stream or Non-blocking stream; NULL where the file does not say.",
           [](SqlView& v, const SqlRow& r) {
             const CudaStream* made = made_stream(v, r);
             return made ? SqlCell::of(v.label(Enums::List::stream_flag, made->flag)) : SqlCell{};
           }},
      },
      named_by_events<&Profile::streams>,
      [](SqlView& view, const void*, size_t at) { return shown(view.scope().has(StreamIx(at)), at); }};
}

}  // namespace nsys_ai
