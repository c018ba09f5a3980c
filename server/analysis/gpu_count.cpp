// Counts distinct numbers of devices.
#include "analysis/gpu_count.h"

#include <fmt/format.h>

#include <set>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

std::string gpus(const GpuCount& count) {
  const std::string whole = counted(count.gpus, "GPU", "GPUs");
  if (count.slices == 0) return whole;
  return fmt::format("{} of {}", counted(count.slices, "slice", "slices"), whole);
}

// Whether processes use one GPU, or one slice, together.
bool is_shared(const GpuCount& count) {
  return count.devices > (count.slices > 0 ? count.slices : count.gpus);
}

}  // namespace

GpuCount count_gpus(const Profile& profile, const std::vector<DeviceIx>& devices) {
  std::set<uint32_t> physical, slices;
  std::set<ProcessIx> processes;
  GpuCount count;
  for (const DeviceIx at : devices) {
    const Device& device = profile.devices()[at];
    physical.insert(device.physical);
    if (!device.slice.empty()) slices.insert(device.part);
    processes.insert(device.process);
    count.is_known = count.is_known && device.is_known;
  }
  count.devices = devices.size();
  count.gpus = physical.size();
  count.slices = slices.size();
  count.processes = processes.size();
  // A process has no two numbers for one GPU.
  if (count.processes == 1) count.is_known = true;
  return count;
}

GpuCount count_gpus(const Profile& profile, const Scope& scope) {
  return count_gpus(profile, scope.devices());
}

std::string gpu_words(const GpuCount& count) {
  return gpus(count) + (is_shared(count)
                            ? fmt::format(", used by {}", counted(count.processes, "process", "processes"))
                        : count.is_known ? ""
                                         : ", as processes see them");
}

std::string summed_over(const GpuCount& count) {
  if (count.devices <= 1) return "";
  if (!is_shared(count)) return gpus(count);
  if (count.devices == count.processes)
    return fmt::format("{} on {}", counted(count.processes, "process", "processes"), gpus(count));
  return fmt::format("{} of {} by processes", counted(count.devices, "use", "uses"), gpus(count));
}

}  // namespace nsys_ai
