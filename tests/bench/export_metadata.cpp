// Writes the small tables with SQLite itself.
#include "tests/bench/export_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "tests/bench/random.h"
#include "tests/support/sketch_schema.h"

namespace nsys_ai::bench {
namespace {

using sketch::Cell;
constexpr int64_t kVirtualMachine = int64_t{1} << 48;
constexpr int64_t kUtcStartNs = 1'779'630'014'000'000'000;
constexpr int kUnreferencedStrings = 2'000;
constexpr int64_t kFramesOfASample = 8;

// Besides those of `kBulkTables`.
const std::vector<std::string> kSmallTables = {"ANALYSIS_DETAILS",
                                               "META_DATA_CAPTURE",
                                               "META_DATA_EXPORT",
                                               "PROCESSES",
                                               "TARGET_INFO_CUDA_CONTEXT_INFO",
                                               "TARGET_INFO_CUDA_DEVICE",
                                               "TARGET_INFO_CUDA_STREAM",
                                               "TARGET_INFO_GPU",
                                               "TARGET_INFO_SESSION_START_TIME",
                                               "ThreadNames"};

sketch::Release release() { return sketch::find_release("2026.2").value(); }

const std::vector<sketch::Table>& tables() {
  static const std::vector<sketch::Table> all = sketch::layout(release());
  return all;
}

std::string definition(const sketch::Table& table) {
  std::string columns;
  for (const sketch::Column& column : table.columns)
    columns += fmt::format("{}\n    {} {}{}{}", columns.empty() ? "" : ",", column.name, column.type,
                           column.not_null ? " NOT NULL" : "", column.primary ? " PRIMARY KEY" : "");
  return fmt::format("CREATE TABLE {} ({}\n)", table.name, columns);
}

using Fields = std::vector<std::pair<std::string_view, Cell>>;

// Columns that are not given are NULL, or 0 or empty where they may not be.
void insert(sketch::Database& database, const std::string& name, const Fields& fields) {
  const auto table =
      std::find_if(tables().begin(), tables().end(), [&](const auto& t) { return t.name == name; });
  std::vector<Cell> cells;
  for (const sketch::Column& column : table->columns) {
    const auto given = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& field) { return field.first == column.name; });
    if (given != fields.end())
      cells.push_back(given->second);
    else if (column.not_null)
      cells.push_back(column.type == "TEXT" ? Cell(std::string()) : Cell(int64_t{0}));
    else
      cells.emplace_back();
  }
  database.insert(name, cells);
}

class Strings {
 public:
  using Add = std::function<void(int64_t id, const std::string& text)>;
  explicit Strings(Add add) : add_(std::move(add)) {}
  int64_t id(const std::string& text) {
    const auto [found, is_new] = ids_.try_emplace(text, static_cast<int64_t>(ids_.size()) + 1);
    if (is_new) add_(found->second, text);
    return found->second;
  }

 private:
  Add add_;
  std::map<std::string, int64_t> ids_;
};

StringIds write_strings(Strings& strings) {
  StringIds ids;
  // Real exports hold much that no event refers to.
  for (int i = 0; i < kUnreferencedStrings; ++i)
    strings.id(fmt::format("/usr/lib/x86_64-linux-gnu/libunreferenced.so.{}:{:0>160}", i, i * 7919));
  for (const auto& list : {kernel_names(), collective_names()})
    for (const KernelName& name : list)
      ids.kernels.push_back(
          {strings.id(name.demangled), strings.id(name.short_name), strings.id(name.mangled)});
  for (const ApiName& api : api_names()) ids.apis.push_back(strings.id(api.name));
  for (const auto& level : range_labels()) {
    ids.labels.emplace_back();
    for (const std::string& label : level) ids.labels.back().push_back(strings.id(label));
  }
  for (const char* name : os_call_names()) ids.os_calls.push_back(strings.id(name));
  return ids;
}

void write_export_info(sketch::Database& database) {
  const std::pair<const char*, std::string> facts[] = {{"EXPORT_PRODUCT_NAME", "NVIDIA Nsight Systems"},
                                                       {"EXPORT_PRODUCT_VERSION", release().product},
                                                       {"EXPORT_PRODUCT_DATE", release().date},
                                                       {"EXPORT_SCHEMA_VERSION", release().schema},
                                                       {"EXPORT_SCHEMA_VERSION_MAJOR", "3"},
                                                       {"EXPORT_SCHEMA_VERSION_MINOR", "25"},
                                                       {"EXPORT_SCHEMA_VERSION_MICRO", "0"},
                                                       {"EXPORT_PLATFORM", "linux-desktop"},
                                                       {"EXPORT_ARCH", "x64"},
                                                       {"EXPORT_PARAM_LAZY", "true"},
                                                       {"DERIVED_BY", "bench-generate"}};
  for (const auto& [name, value] : facts)
    insert(database, "META_DATA_EXPORT", {{"name", name}, {"value", value}});
  for (const char* type : {"NvtxEvents", "Cuda"})
    insert(database, "META_DATA_CAPTURE", {{"name", "CAPTURE_EVENT_TYPE"}, {"value", type}});
  insert(database, "TARGET_INFO_SESSION_START_TIME",
         {{"utcEpochNs", kUtcStartNs},
          {"utcTime", "2026-05-24T13:40:14"},
          {"localTime", "2026-05-24T13:40:14"}});
}

std::string uuid(int64_t device) { return fmt::format("6f1d0c52-0000-4000-8000-{:012}", device); }

void write_gpus(sketch::Database& database, const WorkloadOptions& options) {
  for (int64_t device = 0; device < options.devices; ++device)
    insert(database, "TARGET_INFO_GPU",
           {{"vmId", kVirtualMachine},
            {"id", device},
            {"name", "NVIDIA H100 80GB HBM3"},
            {"busLocation", fmt::format("0000:{:02x}:00.0", 0x19 + device)},
            {"isDiscrete", int64_t{1}},
            {"totalMemory", int64_t{85'899'345'920}},
            {"memoryBandwidth", int64_t{3'352'320'000'000}},
            {"clockRate", int64_t{1'980'000'000}},
            {"smCount", int64_t{132}},
            {"uuid", uuid(device)},
            {"cuDevice", device},
            {"threadsPerWarp", int64_t{32}},
            {"computeMajor", int64_t{9}},
            {"smMajor", int64_t{9}}});
}

void write_process(sketch::Database& database, const WorkloadOptions& options, Strings& strings,
                   int64_t process) {
  const int64_t pid = pid_of(process);
  insert(database, "PROCESSES", {{"globalPid", global_pid(process)}, {"pid", pid}, {"name", "python"}});
  for (int thread = 0; thread < kThreads; ++thread)
    insert(database, "ThreadNames",
           {{"nameId", strings.id(thread_name(thread))},
            {"priority", int64_t{20}},
            {"globalTid", global_tid(process, thread)}});
  for (const int64_t device : devices_of(options, process)) {
    insert(database, "TARGET_INFO_CUDA_DEVICE",
           {{"gpuId", device},
            {"cudaId", device},
            {"pid", pid},
            {"uuid", uuid(device)},
            {"numMultiprocessors", int64_t{132}}});
    const Fields context{{"vmId", int64_t{1}}, {"processId", pid}, {"contextId", device + 1}};
    Fields info = context;
    info.insert(info.end(), {{"nullStreamId", int64_t{7}}, {"deviceId", device}});
    insert(database, "TARGET_INFO_CUDA_CONTEXT_INFO", info);
    for (const int64_t stream : streams(options)) {
      Fields fields = context;
      fields.insert(fields.end(), {{"streamId", stream}, {"flag", int64_t{stream == 7 ? 3 : 2}}});
      insert(database, "TARGET_INFO_CUDA_STREAM", fields);
    }
  }
}

}  // namespace

const std::vector<std::string> kBulkTables = {"CUPTI_ACTIVITY_KIND_KERNEL",
                                              "CUPTI_ACTIVITY_KIND_MEMCPY",
                                              "CUPTI_ACTIVITY_KIND_MEMSET",
                                              "CUPTI_ACTIVITY_KIND_RUNTIME",
                                              "NVTX_EVENTS",
                                              "OSRT_API",
                                              "StringIds"};

Roots write_tables(sketch::Database& database) {
  database.execute("BEGIN");
  Roots roots;
  for (const sketch::Table& table : tables()) {
    const auto has = [&](const auto& names) {
      return std::find(names.begin(), names.end(), table.name) != names.end();
    };
    if (!has(kBulkTables) && !has(kSmallTables)) continue;
    database.execute(definition(table));
    if (has(kBulkTables))
      roots[table.name] = static_cast<uint32_t>(std::stoul(
          database.answer("SELECT rootpage FROM sqlite_master WHERE name = '" + table.name + "'")));
  }
  for (const sketch::EnumTable& table : sketch::enum_tables(release())) {
    database.execute("CREATE TABLE " + table.name +
                     " (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT)");
    for (const auto& cells : table.rows)
      database.insert(table.name, {static_cast<int64_t>(std::stoll(cells[0])), cells[1], cells[2]});
  }
  database.execute("COMMIT");
  return roots;
}

StringIds write_metadata(sketch::Database& database, const WorkloadOptions& options) {
  database.execute("BEGIN");
  std::vector<std::string> unwritten;
  Strings strings([&](int64_t id, const std::string& text) {
    if (options.registered)
      unwritten.push_back(text);
    else
      database.insert("StringIds", {id, text});
  });
  StringIds ids = write_strings(strings);
  write_export_info(database);
  write_gpus(database, options);
  for (int64_t process = 0; process < options.processes; ++process)
    write_process(database, options, strings, process);
  ids.unwritten = std::move(unwritten);
  database.execute("COMMIT");
  return ids;
}

void write_recording(sketch::Database& database, int64_t end_ns) {
  insert(database, "ANALYSIS_DETAILS",
         {{"globalVid", kVirtualMachine},
          {"duration", end_ns},
          {"startTime", int64_t{0}},
          {"stopTime", end_ns}});
}

void write_samples(sketch::Database& database, const WorkloadOptions& options, int64_t end_ns,
                   int64_t samples) {
  if (samples == 0) return;
  database.execute("BEGIN");
  database.execute(
      "CREATE TABLE COMPOSITE_EVENTS (id INTEGER NOT NULL PRIMARY KEY, start INTEGER NOT NULL, cpu INTEGER, "
      "threadState INTEGER, globalTid INTEGER, cpuCycles INTEGER NOT NULL)");
  database.execute(
      "CREATE TABLE SAMPLING_CALLCHAINS (id INTEGER NOT NULL, symbol INTEGER NOT NULL, module INTEGER NOT "
      "NULL, "
      "kernelMode INTEGER, thumbCode INTEGER, unresolved INTEGER, specialEntry INTEGER, originalIP INTEGER, "
      "unwindMethod INTEGER, stackDepth INTEGER NOT NULL, PRIMARY KEY (id, stackDepth))");
  Random random(options.seed);
  for (int64_t id = 1; id <= samples; ++id) {
    const int64_t start = kCaptureStartNs + (end_ns - kCaptureStartNs) / samples * (id - 1);
    const int64_t thread =
        global_tid(random.below(options.processes), static_cast<int>(random.below(kThreads)));
    database.insert("COMPOSITE_EVENTS",
                    {id, start, random.below(64), int64_t{1}, thread, random.below(1'000'000)});
    for (int64_t depth = 0; depth < kFramesOfASample; ++depth)
      database.insert("SAMPLING_CALLCHAINS",
                      {id, random.between(1, kUnreferencedStrings), int64_t{1}, Cell(), Cell(), int64_t{1},
                       Cell(), static_cast<int64_t>(random.next() >> 17), int64_t{8}, depth});
  }
  database.execute("COMMIT");
}

}  // namespace nsys_ai::bench
