// Finds which physical GPU, or which slice of one, each process means by a number. Used only by
// load_facts.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// What the file says of a number that a process has for a GPU. It names the pid, but not the host.
struct CudaDevice {
  int64_t pid;
  int64_t ordinal;
  std::optional<int64_t> gpu_id;
  std::string uuid;      // of a GPU or of a MIG slice; empty when the file does not say
  int64_t sm_count = 0;  // 0 when the file does not say
};

// Identifies the GPU of each device by `known`; where that does not name it, a process is assumed to number
// the GPUs of its host like the host. GPUs of different hosts are different ones, whatever they are called.
void identify_gpus(ProfileData& data, const std::vector<CudaDevice>& known);

}  // namespace nsys_ai
