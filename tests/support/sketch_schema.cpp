// The history of Nsight's tables as data: one line of columns for each table, with the releases that had
// them.
//
// Taken from real exports of 2021.2, 2022.2, 2022.4, 2023.1, 2025.1, 2026.1 and 2026.2.
// 2020 is put together from public readers of such files, and so less certain.
#include "sketch_schema.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "sketch.h"

namespace nsys_ai::sketch {
namespace {

struct ReleaseRow {
  const char* version;
  int number;
  const char *product, *schema;
};
constexpr ReleaseRow kReleases[] = {
    {"2020", 20200, "", ""},
    {"2021.2", 20212, "", ""},
    {"2022.2", 20222, "2022.2.1.31", "2.9.1"},
    {"2022.4", 20224, "2022.4.2.1", "3.0.0"},
    {"2023.1", 20231, "2023.1.2.43", "3.1.2"},
    {"2025.1", 20251, "2025.1.1.110", "3.17.1"},
    {"2026.1", 20261, "2026.1.1.204", "3.24.14"},
    {"2026.2", 20262, "2026.2.1.210", "3.25.0"},
};

// `name!` is NOT NULL, `name*` the primary key, `:T` is TEXT and `:R` REAL, anything else INTEGER;
// `>=N` and `<N` bound the releases, for a column or, in the third field, for the whole table.
struct TableRow {
  const char *name, *columns, *releases;
};
constexpr TableRow kTables[] = {
    {"StringIds", "id* value:T!", ""},
    {"ThreadNames", "nameId! priority globalTid", ""},
    {"ProcessStreams", "globalPid! filenameId! contentId!", ""},
    {"PROCESSES", "globalPid pid name:T", ">=20222"},
    {"ANALYSIS_DETAILS", "globalVid! duration! startTime! stopTime!", ">=20222"},
    {"ANALYSIS_FILE", "id* filename:T contentId globalPid!", ">=20251"},
    {"EXPORT_META_DATA", "name:T! value:T", ">=20222 <20251"},
    {"META_DATA_EXPORT", "name:T! value:T", ">=20251"},
    {"META_DATA_CAPTURE", "name:T! value:T", ">=20251"},
    {"DIAGNOSTIC_EVENT", "timestamp! timestampType! source! severity! text:T! globalPid", ">=20251"},

    {"CUPTI_ACTIVITY_KIND_KERNEL",
     "start! end! deviceId! contextId! greenContextId>=20251 streamId! correlationId globalPid "
     "demangledName! "
     "shortName! mangledName>=20222 launchType cacheConfig registersPerThread! gridX! gridY! gridZ! blockX! "
     "blockY! blockZ! staticSharedMemory! dynamicSharedMemory! localMemoryPerThread! localMemoryTotal! "
     "gridId! "
     "sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig qmdBulkReleaseDone>=20261 "
     "qmdPreexitDone>=20261 "
     "qmdLastCtaDone>=20261 graphId>=20261 clusterX>=20261 clusterY>=20261 clusterZ>=20261 "
     "clusterSchedulingPolicy>=20261 maxPotentialClusterSize>=20261 maxActiveClusters>=20261 "
     "sharedMemoryRequestedPercentage>=20261 tensorSizeMinusOneElements:T!>=20262",
     ""},
    {"CUPTI_ACTIVITY_KIND_MEMCPY",
     "start! end! deviceId! contextId! greenContextId>=20251 streamId! correlationId globalPid bytes! copyKind! deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause>=20212 graphNodeId virtualAddress>=20222 copyCount>=20261",
     ""},
    {"CUPTI_ACTIVITY_KIND_MEMSET",
     "start! end! deviceId! contextId! greenContextId>=20251 streamId! correlationId globalPid value! bytes! graphNodeId memKind",
     ""},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
     "start! end! deviceId! contextId! greenContextId>=20251 streamId! correlationId globalPid deprecatedSyncType>=20251 syncType! eventId! eventSyncId>=20251",
     ""},
    {"CUPTI_ACTIVITY_KIND_CUDA_EVENT",
     "timestamp>=20262 deviceId! contextId! greenContextId>=20251 streamId! correlationId globalPid eventId! eventSyncId>=20251",
     ">=20222"},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
     "start! end! deviceId! contextId! greenContextId>=20251 streamId! correlationId globalPid graphId! graphExecId!",
     ">=20224"},
    {"CUPTI_ACTIVITY_KIND_RUNTIME",
     "start! end! eventClass! globalTid correlationId nameId! returnValue! callchainId>=20212", ""},
    {"CUPTI_ACTIVITY_KIND_OVERHEAD", "start! end! eventClass! globalTid correlationId nameId overheadType!",
     ">=20261"},
    {"CUDA_CALLCHAINS", "id! symbol! module! unresolved originalIP stackDepth!", ">=20212"},
    {"COMPOSITE_EVENTS", "id! start! cpu threadState globalTid cpuCycles!", ""},
    {"SAMPLING_CALLCHAINS",
     "id! symbol! module! kernelMode thumbCode unresolved specialEntry originalIP unwindMethod stackDepth!",
     ""},

    {"NVTX_EVENTS",
     "start! end eventType! rangeId category color text:T globalTid endGlobalTid textId domainId uint64Value int64Value doubleValue:R uint32Value int32Value floatValue:R jsonTextId>=20222 jsonText:T>=20222 binaryData:T>=20251",
     ""},
    {"NVTX_PAYLOAD_SCHEMAS", "domainId schemaId name:T type flags numEntries payloadSize alignTo", ">=20262"},
    {"NVTX_PAYLOAD_SCHEMA_ENTRIES",
     "domainId! schemaId! idx! flags type name:T description:T arrayOrUnionDetail offset", ">=20262"},
    {"OSRT_API",
     "start! end! eventClass! globalTid correlationId<20222 nameId! returnValue! nestingLevel callchainId!",
     ""},
    {"PROFILER_OVERHEAD", "start! end! globalTid nameId! returnValue!<20261 overheadType!>=20261", ">=20222"},
    {"SCHED_EVENTS", "start! cpu! isSchedIn! globalTid threadState>=20251 threadBlock>=20251", ""},

    {"TARGET_INFO_CUDA_GPU",
     "deviceId! name:T computeCapabilityMajor computeCapabilityMinor globalMemoryBandwidth globalMemorySize coreClockRate numMultiprocessors numThreadsPerWarp maxIPC maxWarpsPerMultiprocessor",
     "<20212"},
    {"TARGET_INFO_GPU",
     "vmId! id! name:T busLocation:T isDiscrete l2CacheSize>=20212 totalMemory>=20212 memoryBandwidth>=20212 "
     "clockRate>=20212 smCount>=20212 pwGpuId>=20212 uuid:T>=20212 luid>=20212 chipName:T>=20212 "
     "cuDevice>=20212 ctxswDevPath:T>=20212 ctrlDevPath:T>=20212 revision>=20212 nodeMask>=20212 "
     "constantMemory>=20212 maxIPC>=20212 maxRegistersPerBlock>=20212 maxShmemPerBlock>=20212 "
     "maxShmemPerBlockOptin>=20212 maxShmemPerSm>=20212 maxRegistersPerSm>=20212 threadsPerWarp>=20212 "
     "asyncEngines>=20212 maxWarpsPerSm>=20212 maxBlocksPerSm>=20212 maxThreadsPerBlock>=20212 "
     "maxBlockDimX>=20212 maxBlockDimY>=20212 maxBlockDimZ>=20212 maxGridDimX>=20212 maxGridDimY>=20212 "
     "maxGridDimZ>=20212 computeMajor>=20212 computeMinor>=20212 smMajor>=20212 smMinor>=20212",
     ""},
    {"TARGET_INFO_CUDA_DEVICE", "gpuId cudaId! pid! uuid:T>=20261 numMultiprocessors>=20261", ">=20251"},
    {"TARGET_INFO_CUDA_NULL_STREAM", "streamId! hwId! vmId! processId! deviceId! contextId!", "<20251"},
    {"TARGET_INFO_CUDA_CONTEXT_INFO",
     "nullStreamId! hwId! vmId! processId! deviceId! contextId! parentContextId isGreenContext numMultiprocessors>=20261",
     ">=20251"},
    {"TARGET_INFO_CUDA_STREAM", "streamId! hwId! vmId! processId! contextId! priority! flag!", ""},
    {"TARGET_INFO_SESSION_START_TIME", "utcEpochNs utcTime:T localTime:T systemClockNs>=20261", ">=20222"},
    {"TARGET_INFO_SYSTEM_ENV", "globalVid!<20231 globalVid>=20231 devStateName:T! name:T! nameEnum! value:T!",
     ">=20222"},
};

// Rows are `id:SYMBOL:label`, parted by semicolons; every symbol begins with the prefix.
struct EnumRow {
  const char *name, *releases, *prefix, *rows;
};
constexpr EnumRow kEnums[] = {
    {"ENUM_CUDA_MEMCPY_OPER", ">=20224", "CUDA_MEMCPY_KIND_",
     "0:UNKNOWN:Unknown;1:HTOD:Host-to-Device;2:DTOH:Device-to-Host;3:HTOA:Host-to-Array;4:ATOH:Array-to-Host;5:ATOA:Array-to-Array;6:ATOD:Array-to-Device;7:DTOA:Device-to-Array;8:DTOD:Device-to-Device;9:HTOH:Host-to-Host;10:PTOP:Peer-to-Peer;11:UVM_HTOD:Unified Host-to-Device;12:UVM_DTOH:Unified Device-to-Host;13:UVM_DTOD:Unified Device-to-Device"},
    {"ENUM_CUDA_MEM_KIND", ">=20224", "CUDA_MEMOPR_MEMORY_KIND_",
     "0:PAGEABLE:Pageable;1:PINNED:Pinned;2:DEVICE:Device;3:ARRAY:Array;4:MANAGED:Managed;5:DEVICE_STATIC:Device Static;6:MANAGED_STATIC:Managed Static;7:UNKNOWN:Unknown"},
    {"ENUM_CUPTI_SYNC_TYPE", ">=20224", "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_",
     "0:UNKNOWN:Unknown;1:EVENT_SYNCHRONIZE:Event sync;2:STREAM_WAIT_EVENT:Stream wait sync;3:STREAM_SYNCHRONIZE:Stream sync;4:CONTEXT_SYNCHRONIZE:Context sync"},
    {"ENUM_CUPTI_STREAM_TYPE", ">=20231", "CUPTI_ACTIVITY_STREAM_CREATE_FLAG_",
     "0:UNKNOWN:Unknown stream type;1:DEFAULT:Default stream;2:NON_BLOCKING:Non-blocking stream;3:NULL:Null stream"},
    // The misspelling is Nsight's.
    {"ENUM_CUDA_KRENEL_LAUNCH_TYPE", ">=20224 <20251", "CUDA_KERNEL_LAUNCH_TYPE_",
     "0:UNKNOWN:Unknown;1:REGULAR:Regular;2:COOPERATIVE_SINGLE_DEVICE:Coop Single Device;3:COOPERATIVE_MULTI_DEVICE:Coop Multi Device"},
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", ">=20251", "CUDA_KERNEL_LAUNCH_TYPE_",
     "0:UNKNOWN:Unknown;1:REGULAR:Regular;2:COOPERATIVE_SINGLE_DEVICE:Coop Single Device;3:COOPERATIVE_MULTI_DEVICE:Coop Multi Device"},
    {"ENUM_NSYS_EVENT_CLASS", ">=20224", "TRACE_PROCESS_EVENT_",
     "0:CUDA_RUNTIME:CUDA runtime;1:CUDA_DRIVER:CUDA driver;27:OS_RUNTIME:OSRT runtime;67:CUDABACKTRACE:CUDA backtrace;77:CUDA_GRAPH_NODE_CREATION:CUDA graph node creation"},
    {"ENUM_NSYS_EVENT_TYPE", ">=20224", "",
     "33:NvtxCategory:NvtxCategory;34:NvtxMark:NvtxMark;39:NvtxThread:NvtxThread;59:NvtxPushPopRange:NvtxPushPopRange;60:NvtxStartEndRange:NvtxStartEndRange;70:NvtxtPushPopRange:NvtxtPushPopRange;71:NvtxtStartEndRange:NvtxtStartEndRange;75:NvtxDomainCreate:NvtxDomainCreate;76:NvtxDomainDestroy:NvtxDomainDestroy"},
};

// Whether `release` lies within ">=N <N".
bool within(std::string_view bounds, int release) {
  std::istringstream words{std::string(bounds)};
  for (std::string word; words >> word;) {
    const bool from = word.starts_with(">=");
    const int bound = std::stoi(word.substr(from ? 2 : 1));
    if (from ? release < bound : release >= bound) return false;
  }
  return true;
}

// Reads `name`, `name!`, `name*`, each with `:T` or `:R` and its bounds after it.
std::pair<Column, std::string> read_column(const std::string& text) {
  Column column{.name = text.substr(0, text.find_first_of(":!*<>"))};
  const std::string marks = text.substr(column.name.size(), text.find_first_of("<>") - column.name.size());
  column.not_null = marks.find_first_of("!*") != std::string::npos;
  column.primary = marks.find('*') != std::string::npos;
  if (marks.find(":T") != std::string::npos) column.type = "TEXT";
  if (marks.find(":R") != std::string::npos) column.type = "REAL";
  const size_t bounds = text.find_first_of("<>");
  return {column, bounds == std::string::npos ? "" : text.substr(bounds)};
}

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

}  // namespace

std::vector<std::string> versions() {
  std::vector<std::string> all;
  for (const ReleaseRow& row : kReleases) all.emplace_back(row.version);
  return all;
}

std::optional<Release> find_release(const std::string& version) {
  for (const ReleaseRow& row : kReleases)
    if (version == row.version) return Release{row.number, row.version, row.product, row.schema};
  return std::nullopt;
}

std::vector<Table> layout(const Release& release) {
  std::vector<Table> tables;
  for (const TableRow& row : kTables) {
    if (!within(row.releases, release.number)) continue;
    Table table{.name = row.name, .columns = {}};
    for (const std::string& text : split(row.columns, ' ')) {
      auto [column, bounds] = read_column(text);
      if (within(bounds, release.number)) table.columns.push_back(std::move(column));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

bool is_known_table(const std::string& name) {
  const auto same = [&](const auto& row) { return name == row.name; };
  return std::any_of(std::begin(kTables), std::end(kTables), same) ||
         std::any_of(std::begin(kEnums), std::end(kEnums), same);
}

std::vector<EnumTable> enum_tables(const Release& release) {
  std::vector<EnumTable> tables;
  for (const EnumRow& row : kEnums) {
    if (!within(row.releases, release.number)) continue;
    EnumTable table{.name = row.name, .rows = {}};
    for (const std::string& text : split(row.rows, ';')) {
      std::vector<std::string> cells = split(text, ':');
      cells[1] = row.prefix + cells[1];
      table.rows.push_back(std::move(cells));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace nsys_ai::sketch
