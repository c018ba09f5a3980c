// Counts GPUs: once each, however many processes use them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// What some devices are. A device is a GPU as one process numbers it.
struct GpuCount {
  size_t devices = 0;
  size_t gpus = 0;
  size_t slices = 0;  // of GPUs (MIG)
  size_t processes = 0;
  bool is_known = true;  // otherwise two devices may be one GPU, or one may be two
};
GpuCount count_gpus(const Profile& profile, const std::vector<DeviceIx>& devices);
GpuCount count_gpus(const Profile& profile, const Scope& scope);

// "1 GPU, used by 2 processes", "3 slices of 1 GPU", "2 GPUs, as processes see them"
std::string gpu_words(const GpuCount& count);
// What sums over devices are summed over: "2 GPUs", "2 processes on 1 GPU"; empty for one device.
std::string summed_over(const GpuCount& count);

}  // namespace nsys_ai
