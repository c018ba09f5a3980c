// Reads the small tables of a capture. Environment blocks, which some of them contain, are never read.
#include "profile/load/load_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace nsys_ai {
namespace {

// Repairs texts of the file's own tables like every other name.
std::string shown(LoadContext& loading, std::optional<std::string_view> text) {
  return std::string(loading.data.names.text(loading.data.names.intern(text.value_or(""))));
}

void load_gpus(LoadContext& loading) {
  enum : size_t { kId, kOrdinal, kName, kUuid, kBus, kSms, kMemory, kBandwidth, kMajor, kMinor };
  read_small_table(loading, TableKind::gpu,
                   {"id", "cuDevice", "name", "uuid", "busLocation", "smCount", "totalMemory",
                    "memoryBandwidth", "computeMajor", "computeMinor"},
                   [&](TableRow& row) {
                     Gpu gpu;
                     gpu.id = row.integer_or(kId, 0);
                     gpu.cuda_ordinal = row.integer_or(kOrdinal, gpu.id);
                     gpu.name = shown(loading, row.text(kName));
                     gpu.uuid = shown(loading, row.text(kUuid));
                     gpu.bus = shown(loading, row.text(kBus));
                     gpu.sm_count = row.integer_or(kSms, 0);
                     gpu.memory_bytes = row.integer_or(kMemory, 0);
                     gpu.bandwidth_bytes_per_s = row.integer_or(kBandwidth, 0);
                     gpu.compute_major = row.integer_or(kMajor, 0);
                     gpu.compute_minor = row.integer_or(kMinor, 0);
                     loading.data.gpus.push_back(std::move(gpu));
                   });
  std::ranges::stable_sort(loading.data.gpus, {}, [](const Gpu& gpu) {
    return std::tie(gpu.id, gpu.cuda_ordinal, gpu.uuid, gpu.bus, gpu.name);
  });
}

struct CudaDevice {
  int64_t gpu_id;
  int64_t ordinal;
  int64_t pid;
};

std::vector<CudaDevice> read_cuda_devices(LoadContext& loading) {
  std::vector<CudaDevice> devices;
  read_small_table(loading, TableKind::cuda_device, {"gpuId", "cudaId", "pid"}, [&](TableRow& row) {
    const auto gpu = row.integer(0);
    const auto ordinal = row.integer(1);
    const auto pid = row.integer(2);
    if (gpu && ordinal && pid) devices.push_back({*gpu, *ordinal, *pid});
  });
  return devices;
}

// Uses the file's own mapping; without one, a process is assumed to number GPUs like the machine. Of several
// matches the first is used.
void find_gpus(ProfileData& data, const std::vector<CudaDevice>& mapping) {
  std::map<int64_t, GpuIx> by_id, by_ordinal;
  for (size_t i = 0; i < data.gpus.size(); ++i) {
    by_id.emplace(data.gpus[i].id, GpuIx(i));
    by_ordinal.emplace(data.gpus[i].cuda_ordinal, GpuIx(i));
  }
  std::map<std::pair<int64_t, int64_t>, int64_t> mapped;  // (pid, ordinal) to id
  for (const CudaDevice& of : mapping) mapped.emplace(std::pair(of.pid, of.ordinal), of.gpu_id);
  const auto found = [](const std::map<int64_t, GpuIx>& gpus, int64_t key) {
    const auto at = gpus.find(key);
    return at == gpus.end() ? GpuIx::none() : at->second;
  };
  for (Device& device : data.devices) {
    const Process& process = data.processes[device.process];
    const auto own = mapped.find({process.pid, device.ordinal});
    const bool is_mapped = process.known && own != mapped.end();
    device.gpu = is_mapped ? found(by_id, own->second) : found(by_ordinal, device.ordinal);
    device.is_known = device.gpu.exists() && (is_mapped || data.gpus.size() == 1);
  }
}

}  // namespace

void load_export_info(LoadContext& loading) {
  CaptureInfo& info = loading.data.info;
  // Reads two keys only; the rest of the table may contain paths and user names.
  read_small_table(loading, TableKind::export_info, {"name", "value"}, [&](TableRow& row) {
    const auto name = row.text(0).value_or("");
    if (name == "EXPORT_PRODUCT_VERSION") info.product_version = shown(loading, row.text(1));
    if (name == "EXPORT_SCHEMA_VERSION") info.schema_version = shown(loading, row.text(1));
  });
  if (info.schema_version.empty())
    info.schema_note = "the file names no version, as exports of 2020 and 2021 do";
  // Of several recordings the earliest start, and the longest duration.
  const auto most = [](std::optional<int64_t>& into, auto better) {
    return [&into, better](TableRow& row) {
      if (const auto value = row.integer(0)) into = into ? better(*into, *value) : *value;
    };
  };
  const auto earlier = [](int64_t a, int64_t b) { return std::min(a, b); };
  const auto longer = [](int64_t a, int64_t b) { return std::max(a, b); };
  read_small_table(loading, TableKind::session_start, {"utcEpochNs"}, most(info.utc_start_ns, earlier));
  read_small_table(loading, TableKind::recording, {"duration"}, most(info.duration_ns, longer));
}

std::vector<std::pair<int64_t, int64_t>> load_thread_names(LoadContext& loading) {
  std::vector<std::pair<int64_t, int64_t>> names;
  read_small_table(loading, TableKind::thread_name, {"globalTid", "nameId"}, [&](TableRow& row) {
    const auto thread = row.integer(0);
    const auto name = row.integer(1);
    if (!thread || !name) return;
    names.emplace_back(*thread, *name);
    loading.strings.want(*name);
  });
  return names;
}

void load_processes_and_gpus(LoadContext& loading,
                             const std::vector<std::pair<int64_t, int64_t>>& thread_names) {
  ProfileData& data = loading.data;
  for (const auto& [id, name] : thread_names)
    if (const auto thread = loading.identities.find_thread(id))
      data.threads[*thread].name = std::string(data.names.text(loading.strings.of(name, data.names)));
  // The table lists every process of the machine; only those named in events matter.
  read_small_table(loading, TableKind::process, {"globalPid", "name"}, [&](TableRow& row) {
    const auto id = row.integer(0);
    if (const auto process = id ? loading.identities.known_process(*id) : std::nullopt)
      data.processes[*process].name = shown(loading, row.text(1));
  });
  load_gpus(loading);
  find_gpus(data, read_cuda_devices(loading));
}

}  // namespace nsys_ai
