// The small tables of a capture. Environment blocks, which some of them hold, are never read.
#include "profile/load_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace nsys_ai {
namespace {

std::optional<TableReader> open_small(Loading& loading, Family family,
                                      std::initializer_list<std::string_view> columns) {
  FileTable* table = find_table(loading.data.tables, family);
  if (table == nullptr) return std::nullopt;
  table->read_as = std::string(name_of(family));
  auto reader = TableReader::open(loading.database, *table, columns);
  if (!reader) return std::nullopt;
  return std::move(*reader);
}

// Texts of the file's own tables, made fit to be shown like every other name.
std::string shown(Loading& loading, std::optional<std::string_view> text) {
  return std::string(loading.data.names.text(loading.data.names.intern(text.value_or(""))));
}

void load_gpus(Loading& loading) {
  enum : size_t { kId, kOrdinal, kName, kUuid, kBus, kSms, kMemory, kBandwidth, kMajor, kMinor };
  auto reader = open_small(loading, Family::gpu,
                           {"id", "cuDevice", "name", "uuid", "busLocation", "smCount", "totalMemory",
                            "memoryBandwidth", "computeMajor", "computeMinor"});
  if (!reader) return;
  while (reader->next()) {
    Gpu gpu;
    gpu.id = reader->integer_or(kId, 0);
    gpu.cuda_ordinal = reader->integer_or(kOrdinal, gpu.id);
    gpu.name = shown(loading, reader->text(kName));
    gpu.uuid = shown(loading, reader->text(kUuid));
    gpu.bus = shown(loading, reader->text(kBus));
    gpu.sm_count = reader->integer_or(kSms, 0);
    gpu.memory_bytes = reader->integer_or(kMemory, 0);
    gpu.bandwidth_bytes_per_s = reader->integer_or(kBandwidth, 0);
    gpu.compute_major = reader->integer_or(kMajor, 0);
    gpu.compute_minor = reader->integer_or(kMinor, 0);
    loading.data.gpus.push_back(std::move(gpu));
  }
}

struct CudaDevice {
  int64_t gpu_id;
  int64_t ordinal;
  int64_t pid;
};

std::vector<CudaDevice> read_cuda_devices(Loading& loading) {
  std::vector<CudaDevice> devices;
  auto reader = open_small(loading, Family::cuda_device, {"gpuId", "cudaId", "pid"});
  if (!reader) return devices;
  while (reader->next()) {
    const auto gpu = reader->integer(0);
    const auto ordinal = reader->integer(1);
    const auto pid = reader->integer(2);
    if (gpu && ordinal && pid) devices.push_back({*gpu, *ordinal, *pid});
  }
  return devices;
}

// The file's own mapping goes first; without one, a process is taken to see the GPUs as the machine numbers
// them.
GpuIx gpu_of(const ProfileData& data, const Device& device, const std::vector<CudaDevice>& mapping) {
  const auto where = [&](auto matches) {
    const auto found = std::find_if(data.gpus.begin(), data.gpus.end(), matches);
    return found == data.gpus.end() ? GpuIx::none() : GpuIx(static_cast<size_t>(found - data.gpus.begin()));
  };
  const Process& process = data.processes[device.process];
  for (const CudaDevice& mapped : mapping)
    if (process.known && mapped.pid == process.pid && mapped.ordinal == device.ordinal)
      return where([&](const Gpu& gpu) { return gpu.id == mapped.gpu_id; });
  return where([&](const Gpu& gpu) { return gpu.cuda_ordinal == device.ordinal; });
}

}  // namespace

void load_export_info(Loading& loading) {
  CaptureInfo& info = loading.data.info;
  if (auto reader = open_small(loading, Family::export_info, {"name", "value"})) {
    // Two keys are taken by name; the rest of the table may hold paths and user names and is left alone.
    while (reader->next()) {
      const auto name = reader->text(0).value_or("");
      if (name == "EXPORT_PRODUCT_VERSION") info.product_version = shown(loading, reader->text(1));
      if (name == "EXPORT_SCHEMA_VERSION") info.schema_version = shown(loading, reader->text(1));
    }
  }
  if (info.schema_version.empty())
    info.schema_note = "the file names no version, as exports of 2020 and 2021 do";
  if (auto reader = open_small(loading, Family::session_start, {"utcEpochNs"}))
    if (reader->next()) info.utc_start_ns = reader->integer(0);
  if (auto reader = open_small(loading, Family::recording, {"duration"}))
    if (reader->next()) info.duration_ns = reader->integer(0);
}

void load_thread_names(Loading& loading) {
  auto reader = open_small(loading, Family::thread_name, {"globalTid", "nameId"});
  if (!reader) return;
  while (reader->next()) {
    const auto global_tid = reader->integer(0);
    if (!global_tid) continue;
    const auto thread = loading.identities.known_thread(*global_tid);
    if (thread) loading.thread_names.emplace_back(*thread, loading.strings.of_id(reader->integer(1)));
  }
}

void load_processes_and_gpus(Loading& loading) {
  ProfileData& data = loading.data;
  for (const auto& [thread, name] : loading.thread_names)
    data.threads[thread].name = std::string(data.names.text(loading.strings.final_id(name)));
  if (auto reader = open_small(loading, Family::process, {"globalPid", "name"})) {
    // The table lists every process of the machine; only those that events name matter.
    while (reader->next()) {
      const auto global_pid = reader->integer(0);
      if (!global_pid) continue;
      if (const auto process = loading.identities.known_process(*global_pid))
        data.processes[*process].name = shown(loading, reader->text(1));
    }
  }
  load_gpus(loading);
  const std::vector<CudaDevice> mapping = read_cuda_devices(loading);
  for (Device& device : data.devices) device.gpu = gpu_of(data, device, mapping);
}

}  // namespace nsys_ai
