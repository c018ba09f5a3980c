// Reads the small tables of a capture. Environment blocks, which some of them contain, are never read.
#include "profile/load/load_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "profile/load/gpu_identity.h"

namespace nsys_ai {
namespace {

// Repairs texts of the file's own tables like every other name.
std::string shown(LoadContext& loading, std::optional<std::string_view> text) {
  return std::string(loading.data.names.text(loading.data.names.intern(text.value_or(""))));
}

void load_gpus(LoadContext& loading) {
  enum : size_t { kId, kOrdinal, kName, kUuid, kBus, kSms, kMemory, kBandwidth, kMajor, kMinor, kVm };
  read_small_table(loading, TableKind::gpu,
                   {"id", "cuDevice", "name", "uuid", "busLocation", "smCount", "totalMemory",
                    "memoryBandwidth", "computeMajor", "computeMinor", "vmId"},
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
                     gpu.host = host_of_key(process_key(row.integer_or(kVm, 0)));
                     loading.data.gpus.push_back(std::move(gpu));
                   });
  // The order of rows means nothing.
  std::ranges::stable_sort(loading.data.gpus, {}, [](const Gpu& gpu) {
    return std::tie(gpu.host, gpu.id, gpu.cuda_ordinal, gpu.uuid, gpu.bus, gpu.name);
  });
}

std::vector<CudaDevice> read_cuda_devices(LoadContext& loading) {
  std::vector<CudaDevice> devices;
  read_small_table(loading, TableKind::cuda_device, {"gpuId", "cudaId", "pid", "uuid", "numMultiprocessors"},
                   [&](TableRow& row) {
                     const auto ordinal = row.integer(1);
                     const auto pid = row.integer(2);
                     if (ordinal && pid)
                       devices.push_back({*pid, *ordinal, row.integer(0), shown(loading, row.text(3)),
                                          std::max<int64_t>(0, row.integer_or(4, 0))});
                   });
  return devices;
}

// The size of a slice, where the file states it for contexts alone.
void size_slices(LoadContext& loading) {
  ProfileData& data = loading.data;
  const auto is_unsized = [](const Device& of) { return !of.slice.empty() && of.sm_count == 0; };
  if (std::none_of(data.devices.begin(), data.devices.end(), is_unsized)) return;
  read_small_table(loading, TableKind::cuda_context,
                   {"hwId", "vmId", "processId", "deviceId", "numMultiprocessors", "isGreenContext"},
                   [&](TableRow& row) {
                     const int64_t host = (row.integer_or(0, 0) & 0xFF) << 8 | (row.integer_or(1, 0) & 0xFF);
                     if (row.integer_or(5, 0) != 0) return;
                     for (Device& device : data.devices) {
                       const Process& process = data.processes[device.process];
                       if (is_unsized(device) && host_of_key(process.key) == host &&
                           process.pid == row.integer(2) && device.ordinal == row.integer(3))
                         device.sm_count = std::max<int64_t>(0, row.integer_or(4, 0));
                     }
                   });
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
  // The table lists every process of the machine; only those named in events matter. A pid that was used
  // again has several names.
  std::map<ProcessIx, std::set<std::string>> names;
  read_small_table(loading, TableKind::process, {"globalPid", "name"}, [&](TableRow& row) {
    const auto id = row.integer(0);
    if (const auto process = id ? loading.identities.known_process(*id) : std::nullopt)
      names[*process].insert(shown(loading, row.text(1)));
  });
  for (const auto& [process, all] : names)
    for (const std::string& name : all) {
      std::string& of = data.processes[process].name;
      if (!name.empty()) of += (of.empty() ? "" : ", ") + name;
    }
  // The GPUs are numbered in the order of devices.
  put_in_order(data);
  load_gpus(loading);
  identify_gpus(data, read_cuda_devices(loading));
  size_slices(loading);
}

}  // namespace nsys_ai
