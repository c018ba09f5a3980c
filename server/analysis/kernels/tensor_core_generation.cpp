// Uses the compute capability of each GPU, otherwise its model.
#include "analysis/kernels/tensor_core_generation.h"

#include <optional>

#include "analysis/kernels/gpu_peaks.h"

namespace nsys_ai {
namespace {

TensorCoreGeneration generation_of(const Gpu& gpu) {
  // The GTX 16 series has the compute capability of Turing, and no tensor cores.
  if (gpu.name.find("GTX") != std::string::npos) return TensorCoreGeneration::none;
  if (gpu.compute_major >= 8) return TensorCoreGeneration::ampere_and_later;
  if (gpu.compute_major == 7) return TensorCoreGeneration::volta_and_turing;
  if (gpu.compute_major > 0) return TensorCoreGeneration::none;
  const GpuPeaks* peaks = peaks_of(gpu.name);
  if (!peaks) return TensorCoreGeneration::unknown;
  return peaks->bf16 ? TensorCoreGeneration::ampere_and_later : TensorCoreGeneration::volta_and_turing;
}

}  // namespace

std::string_view name_of(TensorCoreGeneration generation) {
  switch (generation) {
    case TensorCoreGeneration::volta_and_turing:
      return "Volta and Turing";
    case TensorCoreGeneration::ampere_and_later:
      return "Ampere and later";
    case TensorCoreGeneration::unknown:
    case TensorCoreGeneration::none:
      break;
  }
  return "";
}

TensorCoreGeneration tensor_core_generation(const Profile& profile, const std::vector<DeviceIx>& devices) {
  std::optional<TensorCoreGeneration> all;
  for (const DeviceIx device : devices) {
    const GpuIx gpu = profile.devices()[device].gpu;
    const auto of = gpu.exists() ? generation_of(profile.gpus()[gpu]) : TensorCoreGeneration::unknown;
    if (all && *all != of) return TensorCoreGeneration::unknown;
    all = of;
  }
  return all.value_or(TensorCoreGeneration::unknown);
}

}  // namespace nsys_ai
