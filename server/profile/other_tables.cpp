// One line for each kind of table.
#include "profile/other_tables.h"

#include <algorithm>

#include "profile/schema.h"

namespace nsys_ai {
namespace {

constexpr OtherTable plain(std::string_view begins, std::string_view kind, std::string_view unnamed = {}) {
  return {begins, kind, unnamed};
}
constexpr OtherTable of_program(OtherTable table) {
  table.is_program = true;
  return table;
}
constexpr OtherTable listed(std::string_view begins, std::string_view kind, std::string_view number,
                            std::string_view list) {
  return {begins, kind, {}, list, {"id", ""}, "label?", {number, ""}};
}
constexpr OtherTable counted(std::string_view begins, std::string_view kind, std::string_view list,
                             std::array<std::string_view, 2> keys, std::string_view name,
                             std::array<std::string_view, 2> numbers) {
  return {begins, kind, "value", list, keys, name, numbers, true};
}

constexpr OtherTable network(std::string_view table) {
  return counted(table, "Network", "TARGET_INFO_NETWORK_METRICS", {"metricsListId", "metricsIdx"}, "name",
                 {"metricsListId", "metricsIdx"});
}

constexpr std::array kKinds = {
    plain("CUBLAS_EVENTS", "cuBLAS"),
    plain("CUDA_HOST_CALLBACK", "Host functions", "host function"),
    plain("CUDA_UM_CPU_PAGE_FAULT_EVENTS", "Page faults", "page fault of the host"),
    listed("CUDA_UM_GPU_PAGE_FAULT_EVENTS", "Page faults", "faultAccessType",
           "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE"),
    plain("CUDNN_EVENTS", "cuDNN"),
    plain("CUPTI_ACTIVITY_KIND_BLOCK_", "Thread blocks", "block"),
    plain("CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH", "Host functions",
          "waits for a host function"),
    plain("CUPTI_ACTIVITY_KIND_JIT", "Compilation", "compile"),
    plain("CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS", "Decompression", "decompress"),
    of_program(listed("CUPTI_ACTIVITY_KIND_OPENACC_", "OpenACC", "eventKind", "ENUM_OPENACC_EVENT_KIND")),
    listed("CUPTI_ACTIVITY_KIND_OVERHEAD", "Profiler", "overheadType", "ENUM_CUPTI_OVERHEAD_TYPE"),
    plain("CUPTI_ACTIVITY_KIND_WARP_", "Warps", "warp"),
    plain("D3D11_", "Direct3D"),
    plain("D3D12_", "Direct3D"),
    plain("DX12_", "Direct3D"),
    plain("DXGI_", "Direct3D"),
    listed("GPU_CONTEXT_SWITCH_EVENTS", "Context switches", "tag", "ENUM_GPU_CTX_SWITCH"),
    plain("GPU_VIDEO_ENGINE_MISSING", "Video engines", "not recorded"),
    listed("GPU_VIDEO_ENGINE_WORKLOAD", "Video engines", "engineType", "ENUM_VIDEO_ENGINE_TYPE"),
    plain("KHR_DEBUG_EVENTS", "OpenGL"),
    of_program(plain("MPI_COLLECTIVES_EVENTS", "MPI")),
    of_program(plain("MPI_OTHER_EVENTS", "MPI")),
    of_program(plain("MPI_P2P_EVENTS", "MPI")),
    of_program(plain("MPI_START_WAIT_EVENTS", "MPI")),
    listed("NET_IB_SWITCH_CONGESTION_EVENT", "Network congestion", "congestionType",
           "ENUM_NET_IB_CONGESTION_EVENT_TYPE"),
    network("NET_IB_SWITCH_METRIC"),
    network("NET_NIC_METRIC"),
    plain("NVAPI_API", "NVAPI"),
    of_program(plain("NVVIDEO_", "Video calls")),
    plain("OPENGL_", "OpenGL"),
    of_program(listed("OPENMP_EVENT_KIND_", "OpenMP", "eventKind", "ENUM_OPENMP_EVENT_KIND")),
    of_program(plain("OSRT_FILE_ACCESS_EVENTS", "File accesses", "file access")),
    counted("PERF_EVENT_SOC_OR_CPU_METRIC_EVENT", "CPU metrics", "TARGET_INFO_PERF_METRIC", {"id", ""},
            "name", {"metricId", ""}),
    counted("PERF_EVENT_SOC_OR_CPU_RAW_EVENT", "CPU counters", "TARGET_INFO_PERF_METRIC", {"id", ""}, "name",
            {"eventId", ""}),
    listed("PROFILER_OVERHEAD", "Profiler", "overheadType", "ENUM_CUPTI_OVERHEAD_TYPE"),
    counted("SOC_METRICS", "SoC metrics", "TARGET_INFO_SOC_METRICS", {"typeId", "metricId"}, "metricName",
            {"typeId", "metricId"}),
    of_program(plain("SYSCALL", "System calls")),
    of_program(plain("UCP_", "UCX")),
    plain("VULKAN_", "Vulkan"),
    plain("WDDM_", "WDDM", "WDDM"),
};

// Tables that describe the capture or the machine, though they may have times.
constexpr std::array<std::string_view, 8> kNoEvents = {"ANALYSIS_",  "ENUM_",       "ETW_",    "GENERIC_",
                                                       "META_DATA_", "NVTX_EVENTS", "TARGET_", "DYNAMIC_"};

template <size_t N>
const OtherTable* described(const std::array<OtherTable, N>& kinds, std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const OtherTable& of) { return name.starts_with(of.begins); });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

std::string_view column_for(const FileTable& table, OtherColumn meaning) {
  using Names = std::array<std::string_view, 5>;
  static constexpr std::array<Names, kOtherColumns> kNames = {{
      {"start", "timestamp", "startedAt"},
      {"end", "endedAt"},
      {"globalTid", "threadId"},
      {"globalPid"},
      {"deviceId"},
      {"gpuId", "gpu"},
      {"streamId"},
      {"engineId", "globalId", "componentId", "cpu"},
      {"portId"},
      {"nameId", "textId", "apiCallId"},
      {"kernelName", "varName", "objectNameId", "CpuInstruction"},
      {"srcFile", "sourceFile", "module"},
      {"lineNo", "sourceLine"},
      {"bytes", "size", "value", "numberOfPageFaults", "bytesProcessed"},
  }};
  for (const std::string_view name : kNames[static_cast<size_t>(meaning)])
    if (!name.empty() && column_of(table, name) >= 0) return name;
  return {};
}

std::vector<FoundTable> other_tables(const std::vector<FileTable>& tables) {
  std::vector<FoundTable> found;
  for (const FileTable& table : tables) {
    if (column_for(table, OtherColumn::start).empty()) continue;
    if (const OtherTable* words = described(kKinds, table.name)) {
      found.push_back({&table, *words});
      continue;
    }
    const bool is_event = !has_kind(table.name) &&
                          std::none_of(kNoEvents.begin(), kNoEvents.end(), [&](std::string_view begins) {
                            return table.name.starts_with(begins);
                          });
    if (is_event) found.push_back({&table, {table.name, table.name, table.name}});
  }
  return found;
}

std::vector<KindRows> rows_by_kind(const std::vector<FileTable>& tables) {
  std::vector<KindRows> kinds;
  for (const FoundTable& of : other_tables(tables)) {
    if (of.table->rows <= 0) continue;
    const auto same = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const KindRows& kind) { return kind.kind == of.words.kind; });
    if (same == kinds.end())
      kinds.push_back({of.words.kind, of.table->rows});
    else
      same->rows += of.table->rows;
  }
  std::sort(kinds.begin(), kinds.end(), [](const KindRows& a, const KindRows& b) { return a.kind < b.kind; });
  return kinds;
}

}  // namespace nsys_ai
