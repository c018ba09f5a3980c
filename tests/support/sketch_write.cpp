// Turns what a sketch says into the rows of one release of Nsight Systems.
#include "sketch_write.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <utility>

#include "sketch_parser.h"
#include "sketch_tables.h"
#include "sketch_text.h"

namespace nsys_ai::sketch {
namespace {

constexpr int64_t kNoEvent = 4294967295;
constexpr int kBacktraceClass = 67, kOsRuntimeClass = 27;

Cell text_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

std::string calendar(int64_t epoch_ns) {
  const std::time_t seconds = epoch_ns / 1'000'000'000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts)};
}

// The rows of one file.
class Writer {
 public:
  Writer(const Sketch& sketch, const Release& release, Database& db)
      : sketch_(sketch), release_(release), db_(db), tables_(sketch, release, db) {}
  void write();

 private:
  void row(const char* table, const Fields& fields) { tables_.row(table, fields); }
  int64_t string_id(const std::string& text) { return tables_.string_id(text); }
  int64_t pid(size_t process) const { return global_id(sketch_.processes[process]); }
  int64_t tid(size_t process, int64_t tid) const { return global_id(sketch_.processes[process], tid); }

  void metadata();
  void session();
  void processes();
  void devices();
  void contexts();
  void calls();
  void operations();
  void kernel(const Operation& op);
  void copy(const Operation& op);
  void memory_set(const Operation& op);
  void graph(const Operation& op);
  void nvtx();
  void host_events();
  Fields place(const Operation& op) const;
  int64_t last_end() const;

  const Sketch& sketch_;
  const Release& release_;
  Database& db_;
  Tables tables_;
  int64_t grids_ = 0;
};

void Writer::write() {
  db_.execute("BEGIN");
  for (const std::string& text : sketch_.strings) string_id(text);
  metadata();
  session();
  processes();
  devices();
  contexts();
  calls();
  operations();
  nvtx();
  host_events();
  write_extras(sketch_, tables_);
  tables_.finish();
  db_.execute("COMMIT");
  for (const Edit& edit : sketch_.sql) {
    try {
      db_.execute(edit.text);
    } catch (const std::runtime_error& error) {
      fail(edit.line, error.what());
    }
  }
}

void Writer::metadata() {
  const char* table = release_.number >= 20251 ? "META_DATA_EXPORT" : "EXPORT_META_DATA";
  const auto say = [&](const std::string& name, const std::string& value) {
    row(table, {{"name", name}, {"value", value}});
  };
  say("EXPORT_PRODUCT_NAME", "NVIDIA Nsight Systems");
  say("EXPORT_PRODUCT_VERSION", release_.product);
  say("EXPORT_PRODUCT_DATE", release_.date);
  say("EXPORT_SCHEMA_VERSION", release_.schema);
  constexpr const char* kParts[] = {"MAJOR", "MINOR", "MICRO"};
  for (size_t part = 0, at = 0; part < 3 && at < release_.schema.size(); ++part) {
    const size_t end = std::min(release_.schema.find('.', at), release_.schema.size());
    say(std::string("EXPORT_SCHEMA_VERSION_") + kParts[part], release_.schema.substr(at, end - at));
    at = end + 1;
  }
  say("EXPORT_PLATFORM", "linux-desktop");
  say("EXPORT_ARCH", "x64");
  say(release_.number >= 20251 ? "EXPORT_PARAM_LAZY" : "EXPORT_LAZY", "true");
  for (const char* type : {"NvtxEvents", "Cuda"})
    row("META_DATA_CAPTURE", {{"name", "CAPTURE_EVENT_TYPE"}, {"value", type}});
  for (const Edit& edit : sketch_.metadata) {
    const char* capture = release_.number >= 20251 ? "META_DATA_CAPTURE" : "EXPORT_META_DATA";
    if (release_.number < 20221) fail(edit.line, release_.date + " has no metadata");
    row(capture, {{"name", edit.column}, {"value", edit.text}});
  }
}

int64_t Writer::last_end() const {
  int64_t last = 0;
  for (const Operation& op : sketch_.operations) last = std::max(last, op.end);
  for (const Call& call : sketch_.calls) last = std::max(last, call.end);
  for (const NvtxEvent& event : sketch_.nvtx) last = std::max(last, event.end.value_or(event.start));
  for (const HostEvent& event : sketch_.host_events) last = std::max(last, event.end);
  return last;
}

void Writer::session() {
  const std::string time = calendar(sketch_.session_start);
  row("TARGET_INFO_SESSION_START_TIME", {{"utcEpochNs", sketch_.session_start},
                                         {"utcTime", time},
                                         {"localTime", time},
                                         {"systemClockNs", int64_t{0}}});
  const int64_t duration = sketch_.duration.value_or(last_end());
  row("ANALYSIS_DETAILS",
      {{"globalVid", kVm}, {"duration", duration}, {"startTime", int64_t{0}}, {"stopTime", duration}});
}

void Writer::processes() {
  for (const Process& process : sketch_.processes) {
    row("PROCESSES", {{"globalPid", global_id(process)}, {"pid", process.pid}, {"name", process.name}});
    const auto name_thread = [&](int64_t tid, const std::string& name) {
      row("ThreadNames",
          {{"nameId", string_id(name)}, {"priority", int64_t{20}}, {"globalTid", global_id(process, tid)}});
    };
    if (!process.threads.contains(1)) name_thread(process.pid, process.name);
    for (const auto& [number, thread] : process.threads) name_thread(thread.tid, thread.name);
  }
}

void Writer::devices() {
  for (const Device& device : sketch_.devices) {
    row("TARGET_INFO_GPU", {{"vmId", kVm},
                            {"id", device.id},
                            {"name", device.name},
                            {"busLocation", text_or_null(device.bus)},
                            {"isDiscrete", int64_t{1}},
                            {"totalMemory", device.memory},
                            {"memoryBandwidth", device.bandwidth},
                            {"clockRate", device.clock},
                            {"smCount", device.sms},
                            {"uuid", text_or_null(device.uuid)},
                            {"cuDevice", device.id},
                            {"threadsPerWarp", int64_t{32}},
                            {"computeMajor", device.compute_major},
                            {"computeMinor", device.compute_minor},
                            {"smMajor", device.compute_major},
                            {"smMinor", device.compute_minor}});
    row("TARGET_INFO_CUDA_GPU", {{"deviceId", device.id},
                                 {"name", device.name},
                                 {"computeCapabilityMajor", device.compute_major},
                                 {"computeCapabilityMinor", device.compute_minor},
                                 {"globalMemoryBandwidth", device.bandwidth},
                                 {"globalMemorySize", device.memory},
                                 {"coreClockRate", device.clock},
                                 {"numMultiprocessors", device.sms},
                                 {"numThreadsPerWarp", int64_t{32}}});
  }
}

// The contexts, streams and device numbers that the operations use.
void Writer::contexts() {
  // By pid, then host.
  std::set<std::array<int64_t, 4>> contexts, streams;
  std::map<std::array<int64_t, 3>, CudaDevice> gpus;
  for (const Process& process : sketch_.processes)
    for (const auto& [cuda, device] : process.cuda_devices) gpus[{process.pid, process.host, cuda}] = device;
  for (const Operation& op : sketch_.operations) {
    const Process& process = sketch_.processes[op.process];
    contexts.insert({process.pid, process.host, op.context, op.device});
    streams.insert({process.pid, process.host, op.context, op.stream});
    gpus.try_emplace({process.pid, process.host, op.device}, CudaDevice{.gpu = op.device});
  }
  const auto machine = [](int64_t host) { return Fields{{"hwId", host}, {"vmId", int64_t{1}}}; };
  for (const auto& [pid, host, context, device] : contexts) {
    Fields fields = machine(host);
    fields.insert(fields.end(), {{"streamId", int64_t{7}}, {"nullStreamId", int64_t{7}}, {"processId", pid}});
    fields.insert(fields.end(), {{"contextId", context}, {"deviceId", device}});
    fields.insert(fields.end(), {{"parentContextId", int64_t{0}}, {"isGreenContext", int64_t{0}}});
    row("TARGET_INFO_CUDA_NULL_STREAM", fields);
    row("TARGET_INFO_CUDA_CONTEXT_INFO", fields);
  }
  for (const auto& [pid, host, context, stream] : streams) {
    Fields fields = machine(host);
    const int64_t flag = stream == 7 ? 3 : 2;
    fields.insert(fields.end(),
                  {{"streamId", stream}, {"processId", pid}, {"contextId", context}, {"flag", flag}});
    row("TARGET_INFO_CUDA_STREAM", fields);
  }
  for (const auto& [key, named] : gpus) {
    const auto id = named.gpu;
    const auto device = std::find_if(sketch_.devices.begin(), sketch_.devices.end(),
                                     [&](const Device& d) { return d.id == id; });
    if (device == sketch_.devices.end()) continue;
    row("TARGET_INFO_CUDA_DEVICE", {{"gpuId", id},
                                    {"cudaId", key[2]},
                                    {"pid", key[0]},
                                    {"uuid", text_or_null(named.uuid.empty() ? device->uuid : named.uuid)},
                                    {"numMultiprocessors", named.sms < 0 ? device->sms : named.sms}});
  }
}

void Writer::calls() {
  for (const Call& call : sketch_.calls) {
    const Fields call_fields{{"start", call.start},
                             {"end", call.end},
                             {"eventClass", call.event_class},
                             {"globalTid", tid(call.process, call.tid)},
                             {"correlationId", cell(call.correlation)},
                             {"nameId", string_id(call.name)},
                             {"returnValue", call.return_value}};
    row("CUPTI_ACTIVITY_KIND_RUNTIME", call_fields);
    if (call.backtrace) {
      // The twin encloses its call and is named without the version.
      Fields twin = call_fields;
      twin[0].second = add_clamped(call.start, -100);
      twin[1].second = add_clamped(call.end, 100);
      twin[2].second = int64_t{kBacktraceClass};
      twin[5].second = string_id(plain_api_name(call.name));
      twin.emplace_back("callchainId", call.chain.value_or(0));
      row("CUPTI_ACTIVITY_KIND_RUNTIME", twin);
    }
    if (!call.synchronization) continue;
    // Nsight writes device 0 here whatever the device is.
    row("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", {{"start", call.start},
                                                {"end", call.end},
                                                {"contextId", call.synchronization->context},
                                                {"streamId", call.synchronization->stream},
                                                {"correlationId", cell(call.correlation)},
                                                {"globalPid", pid(call.process)},
                                                {"syncType", call.synchronization->type},
                                                {"eventId", kNoEvent},
                                                {"eventSyncId", kNoEvent}});
  }
}

Fields Writer::place(const Operation& op) const {
  return {{"start", op.start},
          {"end", op.end},
          {"deviceId", op.device},
          {"contextId", op.context},
          {"greenContextId", release_.number >= 20261 ? Cell() : Cell(int64_t{0})},
          {"streamId", op.stream},
          {"correlationId", cell(op.correlation)},
          {"globalPid", pid(op.process)},
          {"graphNodeId", cell(op.graph_node)}};
}

void Writer::kernel(const Operation& op) {
  Fields fields = place(op);
  const auto add = [&](std::initializer_list<Fields::value_type> more) { fields.insert(fields.end(), more); };
  const std::string& mangled = op.mangled.empty() ? op.demangled : op.mangled;
  add({{"demangledName", string_id(op.demangled)}, {"shortName", string_id(op.short_name)}});
  if (release_.number >= 20221) add({{"mangledName", string_id(mangled)}});
  add({{"launchType", int64_t{1}}, {"cacheConfig", int64_t{1}}, {"registersPerThread", op.registers}});
  add({{"gridX", op.grid[0]}, {"gridY", op.grid[1]}, {"gridZ", op.grid[2]}});
  add({{"blockX", op.block[0]}, {"blockY", op.block[1]}, {"blockZ", op.block[2]}});
  add({{"staticSharedMemory", op.static_shared}, {"dynamicSharedMemory", op.dynamic_shared}});
  add({{"localMemoryPerThread", op.local}, {"gridId", ++grids_}, {"sharedMemoryExecuted", int64_t{32768}}});
  add({{"sharedMemoryLimitConfig", int64_t{0}}, {"graphId", cell(op.graph_id)}});
  for (const char* name : {"clusterX", "clusterY", "clusterZ"}) add({{name, int64_t{0}}});
  add({{"tensorSizeMinusOneElements", "[]"}});
  row("CUPTI_ACTIVITY_KIND_KERNEL", fields);
}

void Writer::copy(const Operation& op) {
  Fields fields = place(op);
  fields.insert(fields.end(), {{"bytes", op.bytes},
                               {"copyKind", op.copy_kind},
                               {"srcKind", op.source_kind},
                               {"dstKind", op.target_kind},
                               {"srcDeviceId", cell(op.source_device)},
                               {"dstDeviceId", cell(op.target_device)},
                               {"copyCount", int64_t{1}}});
  row("CUPTI_ACTIVITY_KIND_MEMCPY", fields);
}

void Writer::memory_set(const Operation& op) {
  Fields fields = place(op);
  fields.insert(fields.end(), {{"value", op.set_value}, {"bytes", op.bytes}, {"memKind", op.memory_kind}});
  row("CUPTI_ACTIVITY_KIND_MEMSET", fields);
}

void Writer::graph(const Operation& op) {
  Fields fields = place(op);
  const int64_t id = op.graph_id.value_or(1);
  fields.insert(fields.end(), {{"graphId", id}, {"graphExecId", id}});
  row("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", fields);
}

void Writer::operations() {
  for (const Operation& op : sketch_.operations) switch (op.kind) {
      case OperationKind::kernel:
        kernel(op);
        break;
      case OperationKind::copy:
        copy(op);
        break;
      case OperationKind::set:
        memory_set(op);
        break;
      case OperationKind::graph:
        graph(op);
        break;
    }
}

void Writer::nvtx() {
  for (const NvtxEvent& event : sketch_.nvtx) {
    Fields fields{{"start", event.start},
                  {"end", cell(event.end)},
                  {"eventType", event.type},
                  {"rangeId", cell(event.range_id)},
                  {"category", cell(event.category)},
                  {"color", cell(event.color)},
                  {"globalTid", tid(event.process, event.tid)},
                  {"endGlobalTid", event.end_tid ? Cell(tid(event.process, *event.end_tid)) : Cell()},
                  {"domainId", event.domain},
                  {"jsonText", event.json ? Cell(*event.json) : Cell()},
                  {"binaryData", event.blob ? Cell(*event.blob) : Cell()}};
    if (event.registered)
      fields.emplace_back("textId", string_id(event.text));
    else
      fields.emplace_back("text", event.text);
    if (const auto* whole = std::get_if<int64_t>(&event.payload)) fields.emplace_back("int64Value", *whole);
    if (const auto* real = std::get_if<double>(&event.payload)) fields.emplace_back("doubleValue", *real);
    row("NVTX_EVENTS", fields);
  }
}

void Writer::host_events() {
  for (const HostEvent& event : sketch_.host_events)
    row(event.overhead ? "PROFILER_OVERHEAD" : "OSRT_API", {{"start", event.start},
                                                            {"end", event.end},
                                                            {"eventClass", int64_t{kOsRuntimeClass}},
                                                            {"globalTid", tid(event.process, event.tid)},
                                                            {"nameId", string_id(event.name)}});
}

}  // namespace

void write_rows(const Sketch& sketch, const Release& release, Database& db) {
  Writer(sketch, release, db).write();
}

}  // namespace nsys_ai::sketch
