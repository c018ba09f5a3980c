// A table of dense peak FLOP rates and memory bandwidths by GPU name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"

namespace nsys_ai {

enum class Precision { bf16, fp16, fp8, tf32 };
std::string_view name_of(Precision precision);
std::optional<Precision> precision_named(std::string_view name);

// Dense peaks in 10^12 FLOP/s, without sparsity. Empty where the table lacks the number.
struct GpuPeaks {
  std::string_view name;
  std::optional<double> bf16;
  std::optional<double> fp16;
  std::optional<double> fp8;
  std::optional<double> tf32;
  double terabytes_per_s = 0;
  std::string_view source;  // the publication with these numbers

  std::optional<double> tflops(Precision precision) const;
};

// Finds the entry whose words are all in the device's name; the entry with most words wins. A name with
// further words, other than the size and kind of its memory, is a different GPU: `H100 NVL` does not match
// H100, and neither does a slice of one (`MIG`). Null when there is no entry; no value is assumed.
const GpuPeaks* peaks_of(std::string_view device_name);

// The common model of all GPUs in scope, and the part of one that each process has. Fails, with a readable
// message, when a device's model was not recorded, is not in the table, or differs from another's, and
// likewise for the part.
struct GpuModel {
  const GpuPeaks* peaks = nullptr;  // of the whole GPU
  double share = 1;                 // of its multiprocessors, and so of its peak
  int64_t sm_count = 0;             // of the part; 0 for a whole GPU
  bool is_mixed = false;            // some kernels had a smaller part (green contexts)
  std::string problem;              // the reason for failure; empty on success

  std::optional<double> tflops(Precision precision) const;
  // "NVIDIA H100", "a part of NVIDIA H100 with 60 SMs"
  std::string words() const;
};
GpuModel model_of(const Profile& profile, const std::vector<DeviceIx>& devices);
// The reason why the table has no peak of that precision, as one sentence.
std::string missing_peak_reason(const GpuModel& model, Precision precision);

}  // namespace nsys_ai
