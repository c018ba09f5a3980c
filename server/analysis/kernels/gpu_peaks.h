// What a GPU can do at most, from its name: dense peaks and memory bandwidth out of a table.
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

// Dense peaks in 10^12 FLOP/s: without sparsity. Nothing where the table does not have the number.
struct GpuPeaks {
  std::string_view name;
  std::optional<double> bf16;
  std::optional<double> fp16;
  std::optional<double> fp8;
  std::optional<double> tf32;
  double terabytes_per_s = 0;
  std::string_view source;  // where they are printed

  std::optional<double> tflops(Precision precision) const;
};

// The entry of which every word is in the device's name, the one with most words first. A name with a word
// that the entry does not have, other than the size and kind of its memory, is another GPU: `H100 NVL` is no
// H100, a slice of one (`MIG`) is none either. Null when there is no entry: nothing is assumed.
const GpuPeaks* peaks_of(std::string_view device_name);

// The one model of all GPUs in scope. Fails, in words for people, when a device's model was not recorded, is
// not in the table, or differs from another's.
struct GpuModel {
  const GpuPeaks* peaks = nullptr;
  std::string problem;  // why there is no answer; empty when there is
};
GpuModel model_of(const Profile& profile, const std::vector<DeviceIx>& devices);
// Why there is no peak of that precision, in one sentence.
std::string lack_of_peak(const GpuModel& model, Precision precision);

}  // namespace nsys_ai
