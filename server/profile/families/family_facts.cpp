// Reads contexts, streams and capture options.
#include "profile/families/family_facts.h"

#include <algorithm>
#include <array>
#include <set>

#include "profile/families/family_reader.h"
#include "profile/identity.h"

namespace nsys_ai {
namespace {

// Builds a process key from the parts of a global id, for tables that have them in separate columns.
int64_t process_key_of(int64_t hardware, int64_t vm, int64_t pid) {
  const auto bits = [](int64_t value, int width) {
    return static_cast<uint64_t>(value) & ((uint64_t{1} << width) - 1);
  };
  return static_cast<int64_t>(bits(hardware, 8) << 32 | bits(vm, 8) << 24 | bits(pid, 24));
}

// The options, out of hundreds in the table, that show what a capture contains.
constexpr std::array<std::string_view, 24> kOptions = {"CAPTURE_EVENT_TYPE",
                                                       "COLLECT_GPU_CTX_SW_TRACE",
                                                       "COLLECT_GPU_MEMORY_USAGE",
                                                       "COLLECT_THREAD_STATE_TRACE",
                                                       "COLLECT_UVM_CPU_PAGE_FAULTS",
                                                       "COLLECT_UVM_GPU_PAGE_FAULTS",
                                                       "CUDA_FLUSH_ON_CUDA_PROFILER_STOP",
                                                       "CUDA_FLUSH_PERIOD",
                                                       "CUDA_FLUSH_PERIODICALLY",
                                                       "CUDA_GRAPH_TRACE_OPTIONS:MODE",
                                                       "CUDA_GRAPH_TRACE_OPTIONS:TRACE_DEVICE_GRAPH_LAUNCH",
                                                       "CUDA_SKIP_SOME_API_CALLS",
                                                       "CUDA_TRACE_SCOPE",
                                                       "INCLUDE_CHILDREN",
                                                       "LINUX_PERF_OPTIONS:COLLECTION_MODE",
                                                       "LINUX_PERF_OPTIONS:COLLECT_CPU_CTXSW_TRACE",
                                                       "LINUX_PERF_OPTIONS:COLLECT_IP_BACKTRACE_SAMPLES",
                                                       "LINUX_PERF_OPTIONS:SAMPLING_PERIOD",
                                                       "NVTX_OPTIONS:NVTX_DOMAIN_FILTER_MODE_INCLUDE",
                                                       "NVTX_OPTIONS:NVTX_DOMAIN_FILTER_STRING",
                                                       "RUN_DURATION_MS",
                                                       "START_DELAY_MS",
                                                       "START_TRIGGER",
                                                       "STOP_TRIGGER"};

}  // namespace

const CudaContext* CudaObjects::context(int64_t process_key, int64_t context) const {
  for (const CudaContext& of : contexts)
    if (of.process_key == process_key && of.context == context) return &of;
  return nullptr;
}

const CudaStream* CudaObjects::stream(int64_t process_key, int64_t context, int64_t stream) const {
  for (const CudaStream& of : streams)
    if (of.process_key == process_key && of.context == context && of.stream == stream) return &of;
  return nullptr;
}

const CudaContext* CudaObjects::green_context(int64_t process_key, int64_t id, int64_t stream) const {
  for (const GreenStream& of : green_streams)
    if (of.process_key == process_key && of.context == id && of.stream == stream) {
      id = of.green_context;
      break;
    }
  const CudaContext* found = context(process_key, id);
  return found != nullptr && found->is_green ? found : nullptr;
}

size_t CudaObjects::bytes() const {
  return base_bytes() + contexts.capacity() * sizeof(CudaContext) + streams.capacity() * sizeof(CudaStream) +
         green_streams.capacity() * sizeof(GreenStream);
}

// The table of kernels alone says which stream is of which green context; it is read where there are any.
static Result<void> read_green_streams(const FamilyReader& reader, CudaObjects& objects) {
  const auto is_green = [](const CudaContext& of) { return of.is_green; };
  if (std::none_of(objects.contexts.begin(), objects.contexts.end(), is_green)) return {};
  std::set<std::array<int64_t, 4>> seen;
  enum : size_t { kProcess, kContext, kStream, kGreen };
  const auto kernels =
      reader.each_row(TableKind::kernel, {"globalPid", "contextId", "streamId", "greenContextId?"}, objects,
                      [&](TableRow& row) {
                        const auto green = row.integer(kGreen);
                        if (!green || *green == 0) return;
                        seen.insert({process_key(row.integer_or(kProcess, 0)), row.integer_or(kContext, 0),
                                     row.integer_or(kStream, 0), *green});
                      });
  if (!kernels) return tl::unexpected(kernels.error());
  for (const auto& [process, context, stream, green] : seen)
    objects.green_streams.push_back({process, context, stream, green});
  return {};
}

Result<CudaObjects> CudaObjects::read(const FamilyReader& reader) {
  CudaObjects objects;
  enum : size_t { kHardware, kVm, kPid, kContext, kDevice, kNull, kOldNull, kParent, kGreen, kSms };
  const auto contexts =
      reader.each_row(TableKind::cuda_context,
                      {"hwId", "vmId", "processId", "contextId", "deviceId", "nullStreamId?", "streamId?",
                       "parentContextId?", "isGreenContext?", "numMultiprocessors?"},
                      objects, [&](TableRow& row) {
                        CudaContext context;
                        context.process_key = process_key_of(row.integer_or(kHardware, 0),
                                                             row.integer_or(kVm, 0), row.integer_or(kPid, 0));
                        context.context = row.integer_or(kContext, 0);
                        context.device = row.integer_or(kDevice, 0);
                        context.null_stream = row.integer(kNull).value_or(row.integer_or(kOldNull, -1));
                        context.parent = row.integer_or(kParent, 0);
                        context.is_green = row.integer_or(kGreen, 0) != 0;
                        context.sm_count = row.integer_or(kSms, 0);
                        objects.contexts.push_back(context);
                      });
  if (!contexts) return tl::unexpected(contexts.error());
  enum : size_t { kStream = kDevice, kPriority, kFlag };
  const auto streams = reader.each_row(
      TableKind::cuda_stream, {"hwId", "vmId", "processId", "contextId", "streamId", "priority", "flag"},
      objects, [&](TableRow& row) {
        CudaStream stream;
        stream.process_key =
            process_key_of(row.integer_or(kHardware, 0), row.integer_or(kVm, 0), row.integer_or(kPid, 0));
        stream.context = row.integer_or(kContext, 0);
        stream.stream = row.integer_or(kStream, 0);
        // The file stores a signed 32-bit number as unsigned.
        stream.priority = static_cast<int32_t>(row.integer_or(kPriority, 0));
        stream.flag = narrow_kind(row.integer_or(kFlag, 0));
        objects.streams.push_back(stream);
      });
  if (!streams) return tl::unexpected(streams.error());
  if (auto green = read_green_streams(reader, objects); !green) return tl::unexpected(green.error());
  return objects;
}

std::optional<std::string_view> CaptureOptions::value(std::string_view name) const {
  for (const auto& [option, value] : options)
    if (text(option) == name) return text(value);
  return std::nullopt;
}

size_t CaptureOptions::bytes() const { return base_bytes() + options.capacity() * sizeof(options[0]); }

Result<CaptureOptions> CaptureOptions::read(const FamilyReader& reader) {
  CaptureOptions of;
  const auto read = reader.each_row(TableKind::capture_option, {"name", "value"}, of, [&](TableRow& row) {
    const auto name = std::find(kOptions.begin(), kOptions.end(), row.text(0).value_or(""));
    if (name != kOptions.end())
      of.options.emplace_back(of.names.intern(*name), of.names.intern(row.text(1).value_or("")));
  });
  if (!read) return tl::unexpected(read.error());
  return of;
}

}  // namespace nsys_ai
