// The table of dense peaks. Numbers are those of the vendor's data sheets; one that is not certain is left
// out, and what needs it cannot be answered.
#include "analysis/kernels/gpu_peaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace nsys_ai::inline analysis {
namespace {

struct Entry {
  std::string_view words;  // lower case, parted by a blank
  GpuPeaks peaks;
};

constexpr std::optional<double> kUnknown = std::nullopt;

const std::array kEntries = {
    Entry{"a100", {"A100 SXM 40 GB", 312, 312, kUnknown, 156, 1.555}},
    Entry{"a100 80gb", {"A100 SXM 80 GB", 312, 312, kUnknown, 156, 2.039}},
    Entry{"b200", {"B200", 2250, 2250, 4500, 1125, 8.0}},
    Entry{"gb200", {"GB200", 2500, 2500, 5000, 1250, 8.0}},
    Entry{"gh200", {"GH200", 989, 989, 1979, 494.5, 4.0}},
    Entry{"gh200 144g", {"GH200 144 GB", 989, 989, 1979, 494.5, 4.8}},
    Entry{"h100", {"H100 SXM", 989, 989, 1979, 494.5, 3.35}},
    Entry{"h100 nvl", {"H100 NVL", 835, 835, kUnknown, kUnknown, 3.9}},
    Entry{"h100 pcie", {"H100 PCIe", 756, 756, 1513, 378, 2.0}},
    Entry{"h200", {"H200", 989, 989, 1979, 494.5, 4.8}},
    Entry{"l40s", {"L40S", 362, 362, 733, 183, 0.864}},
    Entry{"rtx 4090", {"RTX 4090", 165, 165, kUnknown, kUnknown, 1.008}},
    Entry{"v100", {"V100 SXM2", kUnknown, 125, kUnknown, kUnknown, 0.9}},
};

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name)
    if (c == ' ' || c == '-')
      words.emplace_back();
    else
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::erase(words, "");
  return words;
}

// Words that distinguish no models: the vendor, and the size, kind and mounting of what a name is sold with.
bool says_nothing(const std::string& word) {
  if (word == "nvidia" || word == "geforce" || word == "tesla" || word.starts_with("hbm")) return true;
  if (word.starts_with("sxm")) return true;
  const size_t digits = word.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string::npos && word.substr(digits) == "gb";
}

bool fits(const Entry& entry, const std::vector<std::string>& words) {
  const std::vector<std::string> wanted = words_of(entry.words);
  const auto in = [](const std::vector<std::string>& all, const std::string& word) {
    return std::find(all.begin(), all.end(), word) != all.end();
  };
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& word) { return in(words, word); }) &&
         std::all_of(words.begin(), words.end(),
                     [&](const auto& word) { return in(wanted, word) || says_nothing(word); });
}

}  // namespace

std::string_view name_of(Precision precision) {
  switch (precision) {
    case Precision::bf16:
      return "bf16";
    case Precision::fp16:
      return "fp16";
    case Precision::fp8:
      return "fp8";
    case Precision::tf32:
      return "tf32";
  }
  return "";
}

std::optional<Precision> precision_named(std::string_view name) {
  for (const Precision precision : {Precision::bf16, Precision::fp16, Precision::fp8, Precision::tf32})
    if (name_of(precision) == name) return precision;
  return std::nullopt;
}

std::optional<double> GpuPeaks::tflops(Precision precision) const {
  switch (precision) {
    case Precision::bf16:
      return bf16;
    case Precision::fp16:
      return fp16;
    case Precision::fp8:
      return fp8;
    case Precision::tf32:
      return tf32;
  }
  return std::nullopt;
}

const GpuPeaks* peaks_of(std::string_view device_name) {
  const std::vector<std::string> words = words_of(device_name);
  const Entry* best = nullptr;
  for (const Entry& entry : kEntries)
    if (fits(entry, words) && (!best || entry.words.size() > best->words.size())) best = &entry;
  return best ? &best->peaks : nullptr;
}

GpuModel model_of(const Profile& profile, const std::vector<DeviceIx>& devices) {
  GpuModel model;
  for (const DeviceIx device : devices) {
    const GpuIx gpu = profile.devices()[device].gpu;
    const std::string name = gpu.exists() ? profile.gpus()[gpu].name : "";
    const GpuPeaks* peaks = peaks_of(name);
    if (name.empty())
      model.problem =
          fmt::format("The capture does not say which model GPU {} is.", profile.devices()[device].ordinal);
    else if (!peaks)
      model.problem = fmt::format("The peaks of {} are not in the table.", name);
    else if (model.peaks && model.peaks != peaks)
      model.problem =
          fmt::format("The GPUs in scope are of two models, {} and {}.", model.peaks->name, peaks->name);
    if (!model.problem.empty()) return {nullptr, model.problem};
    model.peaks = peaks;
  }
  if (!model.peaks) model.problem = "No GPU is in scope.";
  return model;
}

}  // namespace nsys_ai::inline analysis
