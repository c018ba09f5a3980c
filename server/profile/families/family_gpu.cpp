// Reads CUDA events besides operations and calls.
#include "profile/families/family_gpu.h"

#include <map>

#include "profile/families/family_facts.h"
#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

// Some tables name device 0 in every row. A context belongs to one device, so its device is used: from the
// file's list of contexts, otherwise from the operations.
Result<void> place_by_context(const FamilyReader& reader, LazyFamily& family) {
  const auto facts = reader.profile().events<CudaObjects>(reader.work());
  if (!facts) return tl::unexpected(facts.error());
  const Profile& profile = reader.profile();
  std::map<std::pair<int64_t, int64_t>, int64_t> devices;  // keyed by process and context
  for (const Stream& stream : profile.streams()) {
    const Device& device = profile.devices()[stream.device];
    devices.emplace(std::pair(profile.processes()[device.process].key, stream.context), device.ordinal);
  }
  for (const CudaContext& context : (*facts)->contexts)
    devices[{context.process_key, context.context}] = context.device;
  for (EventPlace& place : family.places) {
    const auto found = devices.find({family.processes[place.process].key, place.context});
    if (found != devices.end() && found->second != place.device) {
      place.device = found->second;
      find_place(profile, family.processes[place.process].process, place);
    }
  }
  return {};
}

template <class T>
Result<T> read_by_context(const FamilyReader& reader, TableKind table) {
  auto family = read_fields<T>(reader, {{table}});
  if (!family) return family;
  if (auto placed = place_by_context(reader, *family); !placed) return tl::unexpected(placed.error());
  return family;
}

}  // namespace

Result<Synchronizations> Synchronizations::read(const FamilyReader& reader) {
  auto family = read_by_context<Synchronizations>(reader, TableKind::synchronization);
  if (!family) return family;
  family->kind.reserve(family->size());
  for (size_t i = 0; i < family->size(); ++i) {
    const bool on_stream = family->places[family->place[i]].stream != EventPlace::kNone;
    const bool on_event = family->event[i] != kNoId;
    family->kind.push_back(on_stream  ? on_event ? stream_wait_event : stream_wait
                           : on_event ? event_wait
                                      : context_wait);
  }
  return family;
}

Result<CudaEvents> CudaEvents::read(const FamilyReader& reader) {
  return read_by_context<CudaEvents>(reader, TableKind::cuda_event);
}
Result<MemoryUsage> MemoryUsage::read(const FamilyReader& reader) {
  return read_fields<MemoryUsage>(reader, {{TableKind::memory_usage}});
}
Result<MemoryPools> MemoryPools::read(const FamilyReader& reader) {
  return read_fields<MemoryPools>(reader, {{TableKind::memory_pool}});
}
Result<CpuPageFaults> CpuPageFaults::read(const FamilyReader& reader) {
  return read_fields<CpuPageFaults>(reader, {{TableKind::cpu_page_fault}});
}
Result<GpuPageFaults> GpuPageFaults::read(const FamilyReader& reader) {
  return read_fields<GpuPageFaults>(reader, {{TableKind::gpu_page_fault}});
}
Result<Migrations> Migrations::read(const FamilyReader& reader) {
  return read_fields<Migrations>(reader, {{TableKind::memcpy}});
}
Result<StreamHostWaits> StreamHostWaits::read(const FamilyReader& reader) {
  return read_fields<StreamHostWaits>(reader, {{TableKind::stream_host_wait}});
}
Result<GraphNodes> GraphNodes::read(const FamilyReader& reader) {
  return read_fields<GraphNodes>(reader, {{TableKind::graph_node}});
}
Result<Graphs> Graphs::read(const FamilyReader& reader) {
  return read_fields<Graphs>(reader, {{TableKind::graph}});
}

}  // namespace nsys_ai
