// The names in a generated profile: kernels, CUDA and system calls, NVTX labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nsys_ai::bench {

struct KernelName {
  std::string demangled, short_name, mangled;
  int64_t typical_ns = 0;
  bool driver = false;  // launched through the driver's interface, as Triton and cuBLAS do
};

struct ApiName {
  const char* name;
  int64_t event_class;  // 0 runtime, 1 driver
};

// Places in `api_names()`.
enum Api : uint16_t {
  kLaunch,
  kLaunchDriver,
  kLaunchCollective,
  kMemcpy,
  kMemset,
  kStreamSynchronize,
  kFirstOther  // calls that start nothing on the GPU, up to the end of the list
};
const std::vector<ApiName>& api_names();

// Some 300, in the ways PyTorch, cuBLAS, CUTLASS, FlashAttention and Triton name theirs.
std::vector<KernelName> kernel_names();
std::vector<KernelName> collective_names();

// Places in `range_labels()`; the first are the levels of nesting, from the outermost.
enum Level : uint16_t { kStep, kPhase, kLayer, kModule, kOperation, kLoader, kCollective };
std::vector<std::vector<std::string>> range_labels();

const std::vector<const char*>& os_call_names();

}  // namespace nsys_ai::bench
