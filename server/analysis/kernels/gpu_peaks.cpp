// The table of dense peaks. Numbers are the vendor's published ones, halved where they include sparsity. A
// card sold with two different chips or memories under one name (RTX 2060, 3060, 3080, 4070) is omitted, so
// questions about its peaks have no answer.
#include "analysis/kernels/gpu_peaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/kernels/gpu_part.h"

namespace nsys_ai {
namespace {

// The publications with the numbers.
constexpr std::string_view kV100Sheet = "NVIDIA V100 data sheet";
constexpr std::string_view kTuringPaper = "NVIDIA Turing GPU architecture white paper";
constexpr std::string_view kAmperePaper = "NVIDIA Ampere GA102 GPU architecture white paper";
constexpr std::string_view kAdaPaper = "NVIDIA Ada GPU architecture white paper";
constexpr std::string_view kBlackwellPaper = "NVIDIA RTX Blackwell GPU architecture white paper";
// For cards missing from the white papers: the FLOP per cycle of a multiprocessor times the number of
// multiprocessors and the boost clock on the product page.
constexpr std::string_view kProductPage = "512 FLOP a cycle and multiprocessor, and the product's page";

struct Entry {
  std::string_view words;  // lowercase words separated by a space
  GpuPeaks peaks;
};

constexpr std::optional<double> kUnknownPeak = std::nullopt;

// FP16 is with FP32 accumulation, which training and inference libraries use: GeForce cards halve it.
constexpr GpuPeaks turing(std::string_view name, double fp16, double terabytes, std::string_view source) {
  return {name, kUnknownPeak, fp16, kUnknownPeak, kUnknownPeak, terabytes, source};
}
constexpr GpuPeaks ampere(std::string_view name, double fp16, double terabytes, std::string_view source) {
  return {name, fp16, fp16, kUnknownPeak, fp16 / 2, terabytes, source};
}
// Since Ada, FP8 has twice the rate.
constexpr GpuPeaks ada(std::string_view name, double fp16, double terabytes, std::string_view source) {
  return {name, fp16, fp16, fp16 * 2, fp16 / 2, terabytes, source};
}

const std::array kEntries = {
    Entry{"a10", ampere("A10", 125, 0.6, "NVIDIA A10 data sheet")},
    Entry{"a100", ampere("A100 SXM 40 GB", 312, 1.555, "NVIDIA A100 data sheet")},
    Entry{"a100 80gb", ampere("A100 SXM 80 GB", 312, 2.039, "NVIDIA A100 data sheet")},
    Entry{"a100 80gb pcie", ampere("A100 PCIe 80 GB", 312, 1.935, "NVIDIA A100 data sheet")},
    Entry{"a100 pcie", ampere("A100 PCIe 40 GB", 312, 1.555, "NVIDIA A100 data sheet")},
    Entry{"b200", ada("B200", 2250, 8.0, "NVIDIA HGX B200 data sheet")},
    Entry{"gb200", ada("GB200", 2500, 8.0, "NVIDIA GB200 NVL72 data sheet")},
    Entry{"gh200", {"GH200", 989, 989, 1979, 494.5, 4.0, "NVIDIA GH200 data sheet"}},
    Entry{"gh200 144g", {"GH200 144 GB", 989, 989, 1979, 494.5, 4.8, "NVIDIA GH200 data sheet"}},
    Entry{"h100", {"H100 SXM", 989, 989, 1979, 494.5, 3.35, "NVIDIA H100 data sheet"}},
    Entry{"h100 nvl", {"H100 NVL", 835, 835, 1671, 417, 3.9, "NVIDIA H100 data sheet"}},
    Entry{"h100 pcie", {"H100 PCIe", 756, 756, 1513, 378, 2.0, "NVIDIA H100 data sheet"}},
    Entry{"h200", {"H200", 989, 989, 1979, 494.5, 4.8, "NVIDIA H200 data sheet"}},
    Entry{"h200 nvl", {"H200 NVL", 835, 835, 1671, 417, 4.8, "NVIDIA H200 data sheet"}},
    Entry{"l4", {"L4", 121, 121, 242.5, 60, 0.3, "NVIDIA L4 data sheet"}},
    Entry{"l40s", {"L40S", 362, 362, 733, 183, 0.864, "NVIDIA L40S data sheet"}},
    Entry{"rtx 2060 super", turing("RTX 2060 SUPER", 28.7, 0.448, kProductPage)},
    Entry{"rtx 2070", turing("RTX 2070", 29.9, 0.448, kTuringPaper)},
    Entry{"rtx 2070 super", turing("RTX 2070 SUPER", 36.3, 0.448, kProductPage)},
    Entry{"rtx 2080", turing("RTX 2080", 40.3, 0.448, kTuringPaper)},
    Entry{"rtx 2080 super", turing("RTX 2080 SUPER", 44.6, 0.496, kProductPage)},
    Entry{"rtx 2080 ti", turing("RTX 2080 Ti", 53.8, 0.616, kTuringPaper)},
    Entry{"rtx 3070", ampere("RTX 3070", 40.6, 0.448, kAmperePaper)},
    Entry{"rtx 3070 ti", ampere("RTX 3070 Ti", 43.5, 0.608, kProductPage)},
    Entry{"rtx 3080 ti", ampere("RTX 3080 Ti", 68.2, 0.912, kProductPage)},
    Entry{"rtx 3090", {"RTX 3090", 71, 71, kUnknownPeak, 35.6, 0.936, kAmperePaper}},
    Entry{"rtx 3090 ti", ampere("RTX 3090 Ti", 80, 1.008, kAdaPaper)},
    Entry{"rtx 4060", ada("RTX 4060", 30.2, 0.272, kProductPage)},
    Entry{"rtx 4060 ti", ada("RTX 4060 Ti", 44.1, 0.288, kProductPage)},
    Entry{"rtx 4070 super", ada("RTX 4070 SUPER", 71, 0.504, kProductPage)},
    Entry{"rtx 4070 ti", ada("RTX 4070 Ti", 80.2, 0.504, kProductPage)},
    Entry{"rtx 4070 ti super", ada("RTX 4070 Ti SUPER", 88.2, 0.672, kProductPage)},
    Entry{"rtx 4080", ada("RTX 4080", 97.5, 0.7168, kAdaPaper)},
    Entry{"rtx 4080 super", ada("RTX 4080 SUPER", 104.4, 0.7363, kProductPage)},
    Entry{"rtx 4090", {"RTX 4090", 165, 165, 330, 82.6, 1.008, kAdaPaper}},
    Entry{"rtx 5070", ada("RTX 5070", 61.7, 0.672, kBlackwellPaper)},
    Entry{"rtx 5070 ti", ada("RTX 5070 Ti", 87.9, 0.896, kBlackwellPaper)},
    Entry{"rtx 5080", ada("RTX 5080", 112.6, 0.96, kBlackwellPaper)},
    Entry{"rtx 5090", ada("RTX 5090", 209.5, 1.792, kBlackwellPaper)},
    Entry{"t4", turing("T4", 65, 0.32, kTuringPaper)},
    Entry{"v100", turing("V100 SXM2", 125, 0.9, kV100Sheet)},
    Entry{"v100 pcie", turing("V100 PCIe", 112, 0.9, kV100Sheet)},
    Entry{"v100s pcie", turing("V100S PCIe", 130, 1.134, kV100Sheet)},
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

// Words that do not distinguish models: the vendor, and the size, kind and form factor in product names.
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

std::optional<double> GpuModel::tflops(Precision precision) const {
  const auto whole = peaks != nullptr ? peaks->tflops(precision) : std::nullopt;
  return whole ? std::optional(*whole * share) : std::nullopt;
}

std::string GpuModel::words() const {
  const std::string name(peaks != nullptr ? peaks->name : "");
  return sm_count > 0 ? fmt::format("a part of {} with {} SMs", name, sm_count) : name;
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
    const GpuPart part = part_of_gpu(profile, device);
    if (model.problem.empty() && !part.share)
      model.problem = fmt::format(
          "GPU {} is a slice, and the file does not say how many of its GPU's multiprocessors it has.",
          profile.devices()[device].ordinal);
    else if (model.problem.empty() && model.peaks && *part.share != model.share)
      model.problem = "The GPUs in scope are parts of different sizes, so that they have no peak in common.";
    if (!model.problem.empty()) return {nullptr, 1, 0, false, model.problem};
    model.peaks = peaks;
    model.share = *part.share;
    model.sm_count = part.is_whole ? 0 : part.sm_count;
    model.is_mixed = model.is_mixed || part.is_mixed;
  }
  if (!model.peaks) model.problem = "No GPU is in scope.";
  return model;
}

std::string missing_peak_reason(const GpuModel& model, Precision precision) {
  if (!model.peaks) return model.problem;
  if (!model.peaks->bf16 && precision != Precision::fp16)
    return fmt::format("The tensor cores of {} know no {}, but fp16.", model.peaks->name, name_of(precision));
  return fmt::format("The {} peak of {} is not in the table.", name_of(precision), model.peaks->name);
}

}  // namespace nsys_ai
